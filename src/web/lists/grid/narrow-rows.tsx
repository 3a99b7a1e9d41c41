import { joined } from '../../fields/joined.ts';
import type { ViewContext } from '../../fields/field-view.ts';
import { useWindow } from '../../parts/window.ts';
import type { ListColumn } from '../columns/columns.ts';
import type { ListedRecord } from '../../data/records.ts';
import { RecordLink } from '../../parts/record-link.tsx';
import type { SelectedRows } from '../selection/use-selection.ts';
import { cellText } from './cell-text.ts';
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

const rowHeight = 60;
const none: readonly number[] = [];

/** The rows on a narrow screen: the name, and the other values beneath it. */
export function NarrowRows({ plural, label, rows, total, columns, context, selection, onEnd }: Props) {
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
          const texts = others.map((column) => cellText(column, record, context)).filter((text) => text !== null);
          const lines = (
            <>
              <bdi className={style.title}>{cellText(title, record, context) ?? 'Without a name'}</bdi>
              <span className={style.others}>{joined(texts)}</span>
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
