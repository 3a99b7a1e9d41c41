import { capital } from '../../../resources/in-words.ts';
import { cellText } from '../../../resources/transfer/cell-text.ts';
import { placeWord, type RowError } from '../../../resources/transfer/imports.ts';
import type { ShownRow } from '../../../resources/transfer/shown-import.ts';
import { joined } from '../../fields/joined.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../data/formats.ts';
import { labelOf } from '../../../resources/labels.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { hasPage } from '../../record/has-page.ts';
import { cellInWords } from '../cell-in-words.ts';
import { type Import, isOpen } from '../import.ts';
import { type RowFilter, rowsQuery } from './rows-query.ts';
import style from './run.module.css';

interface Props {
  readonly item: Import;
  readonly filter: RowFilter;
  readonly label: string;
}

/** Rows of the file with what they hold and, if they were rejected, why. */
export function RowList({ item, filter, label }: Props) {
  const state = `${item.status} ${item.finished_at ?? ''} ${JSON.stringify(item.dry_run)}`;
  const list = useInfiniteQuery(rowsQuery(item.id, filter, state));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  if (list.error) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return null;
  if (rows.length === 0) return <p className="quiet">There are no such rows.</p>;
  return (
    <>
      <ul className={style.rows} aria-label={label}>
        {rows.map((row) => (
          <RowView key={row.number} item={item} row={row} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div>
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function RowView({ item, row }: { readonly item: Import; readonly row: ShownRow }) {
  const { count } = useFormats();
  const place = capital(placeWord(item.format));
  const text = item.columns.flatMap(({ name }, index) => namedCell(name, row.cells[index]));
  const isThere = row.record_id !== null && !isOpen(item) && row.undo !== 'undone' && hasPage(item.as);
  return (
    <li className={style.row}>
      <p className={style.line}>
        {place} {count(row.line)}
      </p>
      <div className={style.cells}>
        <p className={style.text} dir="auto">
          {isThere ? (
            <Link to={`/${item.as}/${row.record_id}` as never} className={style.link}>
              {joined(text)}
            </Link>
          ) : (
            joined(text)
          )}
        </p>
        {row.superseded_by_line !== null && (
          <p className="quiet">
            {place} {count(row.superseded_by_line)} replaces it.
          </p>
        )}
        {[...row.errors, ...row.warnings].map((error) => (
          <ErrorView key={`${error.field ?? ''} ${error.message}`} item={item} error={error} />
        ))}
      </div>
    </li>
  );
}

const namedCell = (name: string, cell: unknown): string[] => {
  const text = cellInWords(cellText(cell).trim());
  return text === '' ? [] : [`${name}: ${text}`];
};

/** The reason for which a row was rejected. It leads to the column, while the mapping can still change. */
function ErrorView({ item, error }: { readonly item: Import; readonly error: RowError }) {
  const { column } = error;
  return (
    <p className={style.reason}>
      <span dir="auto">{reasonInWords(error)}</span>{' '}
      {column !== null && isOpen(item) && (
        <Link
          to={`/import/${item.id}` as never}
          search={{ step: 'map', column } as never}
          className={style.link}
          aria-label={`Change how ${column} is read`}
        >
          Change
        </Link>
      )}
    </p>
  );
}

/** Some messages are whole sentences, others only say what is wrong with the value. */
function reasonInWords({ column, field, value, message }: RowError): string {
  if (message.endsWith('.')) return message;
  const where = column ?? (field === null ? '' : labelOf(field));
  return `${where}${value === undefined ? '' : ` “${cellInWords(value)}”`} ${message}.`.trim();
}
