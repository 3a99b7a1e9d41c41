import { useState } from 'react';
import { problemOf, Refused, Unreachable } from '../../../client/problem.ts';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { Popover } from '../../parts/popover/popover.tsx';
import type { Search } from '../../queries/address.ts';
import { api } from '../../data/api.ts';
import style from './export-dialog.module.css';

interface Props {
  readonly plural: string;
  /** The query of the list, with the keys of the columns. */
  readonly query: Search;
  /** The number of all matching records, if it is known. */
  readonly total: number | null;
  readonly onClose: () => void;
}

const formats: readonly (readonly [format: ExportFormat, name: string, use: string])[] = [
  ['csv', 'CSV', 'for spreadsheets and other programs'],
  ['xlsx', 'Excel', 'a workbook, with numbers as numbers and days as days'],
  ['ndjson', 'NDJSON', 'for programs: one record on each line'],
];

/**
 * Saves all matching records with the shown columns as a file that the service writes: a table for people, or with the
 * names of the API, which an import reads back.
 */
export function ExportDialog({ plural, query, total, onClose }: Props) {
  const { count } = useFormats();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isForImport, setForImport] = useState(false);
  const save = async (format: ExportFormat): Promise<void> => {
    setError(null);
    setBusy(true);
    try {
      await saveList({ plural, query, format, hasLabels: !isForImport && format !== 'ndjson' });
      onClose();
    } catch (fault) {
      setError(fault);
      setBusy(false);
    }
  };
  return (
    <Popover isWide title="Save as a file" onClose={onClose}>
      <p>
        {total === null ? 'The file has all matching records' : `The file has all ${count(total)} matching records`},
        with the columns of the table.
      </p>
      <label className={style.choice}>
        <input type="checkbox" checked={isForImport} onChange={({ target }) => setForImport(target.checked)} />
        <span>To change and import again: CSV and Excel with ids and the names of the API</span>
      </label>
      {error !== null && <Failure error={error} />}
      <dl className={style.formats}>
        {formats.map(([format, name, use]) => (
          <div key={format}>
            <dt>
              <Button disabled={isBusy} onClick={() => void save(format)}>
                {name}
              </Button>
            </dt>
            <dd className="small">{use}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

type ExportFormat = 'csv' | 'xlsx' | 'ndjson';

interface SavedList {
  readonly plural: string;
  readonly query: Search;
  readonly format: ExportFormat;
  /** Whether heads and values are words for people. */
  readonly hasLabels: boolean;
}

/**
 * Has the browser save what the service exports of a list. The browser writes it to disk while it arrives.
 * @throws {Refused} if the service refuses the list in this format. @throws {Unreachable} if the connection fails.
 */
async function saveList({ plural, query, format, hasLabels }: SavedList): Promise<void> {
  const asked = hasLabels ? labelled(exportQuery(query)) : exportQuery(query);
  const address = `${api.baseUrl}/${plural}.${format}?${new URLSearchParams(asked).toString()}`;
  await refuseUnfit(address);
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Returns the query of a list for its export: without pages, and without `version` and what the page includes after it. */
function exportQuery({ per_page: _, page: __, include, ...query }: Search): Record<string, string> {
  const names = (include ?? '').split(',').filter((name) => name !== '');
  const included = names.includes('version') ? names.slice(0, names.indexOf('version')) : names;
  return { ...query, ...(included.length > 0 ? { include: included.join(',') } : {}) };
}

/** A file for people has no column with the ids of the records. */
const labelled = ({ fields = '', ...query }: Record<string, string>): Record<string, string> => ({
  ...query,
  fields: fields.replace(/^id,/, ''),
  labels: '1',
});

/** A browser does not show why a download was refused, so the beginning of the answer is read first. */
async function refuseUnfit(address: string): Promise<void> {
  const ending = new AbortController();
  const answer = await fetch(address, { signal: ending.signal }).catch(() => {
    throw new Unreachable('The service does not answer.');
  });
  if (!answer.ok) throw new Refused(await problemOf(answer), answer.headers);
  ending.abort();
}
