import { JoinedLine } from '../../fields/joined-line.tsx';
import type { ViewContext } from '../../fields/field-view.ts';
import { scaled } from '../../parts/scaled.ts';
import { useWindow } from '../../parts/window.ts';
import type { ListColumn } from '../columns/columns.ts';
import type { ListedRecord } from '../../data/records.ts';
import { RecordLink } from '../../parts/record-link.tsx';
import type { SelectedRows } from '../selection/use-selection.ts';
import { cellText, isLateCell } from './cell-text.ts';
import style from './narrow-rows.module.css';
import { useNextPage } from './use-next-page.ts';

interface Props {
  readonly plural: string;
  readonly label: string;
  readonly rows: readonly ListedRecord[];
  /** The number of all matching records, if it is known. */
  readonly total: number | null;
  readonly columns: readonly ListColumn[];
  readonly context: ViewContext;
  /** The selection while rows are selected; null while they are links. */
  readonly selection: SelectedRows | null;
  readonly onEnd: () => void;
}

const none: readonly number[] = [];

/** The rows on a narrow screen: the name, and the other values beneath it, on two lines if need be. */
export function NarrowRows({ plural, label, rows, total, columns, context, selection, onEnd }: Props) {
  const rowHeight = scaled(80);
  const { ref, indexes } = useWindow(rows.length, { rowHeight, pinned: none });
  useNextPage(indexes, rows.length, onEnd);
  const title = columns.find(({ name }) => name === 'name') ?? columns[0];
  const others = columns.filter((column) => column !== title);
  return (
    <div ref={ref} className={style.scroller} data-scroll="rows">
      <ul aria-label={label} className={style.rows} style={{ blockSize: rows.length * rowHeight }}>
        {indexes.map((index) => {
          const record = rows[index];
          if (!record || !title) return null;
          const late = others.filter((column) => isLateCell(column, record));
          const texts = others
            .filter((column) => !late.includes(column))
            .map((column) => narrowText(column, cellText(column, record, context)));
          const lines = (
            <>
              <bdi className={style.title}>{cellText(title, record, context) ?? 'Without a name'}</bdi>
              <span className={style.others}>
                {late.map((column) => (
                  <strong key={column.name} className={style.late}>
                    {cellText(column, record, context)}, overdue
                  </strong>
                ))}
                {late.length > 0 && ' · '}
                <JoinedLine parts={texts} />
              </span>
            </>
          );
          return (
            <li
              key={record.id}
              data-row={record.id}
              className={style.row}
              aria-posinset={index + 1}
              aria-setsize={total ?? rows.length}
              style={{ insetBlockStart: index * rowHeight }}
            >
              {selection === null ? (
                <RecordLink plural={plural} id={record.id} className={style.link} data-peek={`${plural}/${record.id}`}>
                  {lines}
                </RecordLink>
              ) : (
                <label className={style.choice}>
                  <input
                    type="checkbox"
                    checked={selection.has(record.id)}
                    onChange={() => selection.toggle(record.id)}
                  />
                  <span className={style.lines}>{lines}</span>
                </label>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A figure of other records has its label with it, because no head names it. */
const narrowText = ({ label, field }: ListColumn, text: string | null): string | null =>
  text !== null && field.gathered ? `${label}: ${text}` : text;
