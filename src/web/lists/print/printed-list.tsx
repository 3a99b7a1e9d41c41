import type { ViewContext } from '../../fields/field-view.ts';
import { nothing } from '../../data/formats.ts';
import type { ListColumn } from '../columns/columns.ts';
import { cellText } from '../grid/cell-text.ts';
import type { ListedRecord } from '../../data/records.ts';
import style from '../../parts/printed-table.module.css';

interface Props {
  readonly rows: readonly ListedRecord[];
  /** The number of all matching records, if it is known. */
  readonly total: number | null;
  readonly columns: readonly ListColumn[];
  readonly context: ViewContext;
}

/** All rows that are loaded, as a table for paper. The browser repeats its head on each page. */
export function PrintedList({ rows, total, columns, context }: Props) {
  const { formats } = context;
  const isPart = total !== null && total > rows.length;
  return (
    <>
      <p className={style.line}>
        {formats.weekday(formats.today)}
        {isPart && `. The first ${formats.count(rows.length)} of ${formats.count(total)} rows.`}
      </p>
      <table className={style.table}>
        <thead>
          <tr>
            {columns.map(({ name, label, isNumber }) => (
              <th key={name} scope="col" className={isNumber ? style.number : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => (
            <tr key={record.id}>
              {columns.map((column) => {
                const text = cellText(column, record, context) ?? nothing;
                return (
                  <td key={column.name} className={lookOf(column, text)}>
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A short text, such as the number of a project, stays on one line. */
function lookOf({ isNumber, field }: ListColumn, text: string): string | undefined {
  if (isNumber) return style.number;
  if (text.length <= 9) return style.short;
  return field.kind === 'date' || field.kind === 'date_time' ? style.date : undefined;
}
