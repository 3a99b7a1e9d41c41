import { type RowResult, rowResults, type RowCounts } from '../../../resources/transfer/imports.ts';
import { useFormats } from '../../data/formats.ts';
import style from './run.module.css';

interface Props {
  readonly counts: RowCounts;
  /** The result whose rows are shown. */
  readonly shown: RowResult | null;
  /** Null if the rows are gone. */
  readonly onShow: ((result: RowResult | null) => void) | null;
}

const words: Readonly<Record<RowResult, string>> = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  superseded: 'Superseded',
  skipped: 'Skipped',
  rejected: 'Rejected',
};

const hints: Readonly<Record<RowResult, string>> = {
  created: 'create a record',
  updated: 'change a record',
  unchanged: 'have what the record has',
  superseded: 'are followed by another row for the same record',
  skipped: 'are no records, such as totals',
  rejected: 'stay out',
};

/**
 * The number of rows with each result. The numbers add up to the rows that were read; each shows its rows. A sentence tells
 * how many rows lose a cell.
 */
export function CountsView({ counts, shown, onShow }: Props) {
  const { count } = useFormats();
  const { kept_without: without } = counts;
  return (
    <>
      <div className={style.counts}>
        <p className={style.read}>
          <span className="label">Rows read</span>
          <span className={style.figure}>{count(counts.read)}</span>
        </p>
        <ul className={style.results} aria-label="Results of the rows">
          {rowResults.map((result) => (
            <li key={result}>
              <button
                type="button"
                className={style.result}
                aria-pressed={shown === result}
                disabled={counts[result] === 0 || onShow === null}
                onClick={() => onShow?.(shown === result ? null : result)}
              >
                <span className="label">{words[result]}</span>
                <span className={style.figure} data-result={result}>
                  {count(counts[result])}
                </span>
                <span className="small quiet">{hints[result]}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {without > 0 && (
        <p>{without === 1 ? '1 row is' : `${count(without)} rows are`} imported without a cell that cannot be read.</p>
      )}
    </>
  );
}
