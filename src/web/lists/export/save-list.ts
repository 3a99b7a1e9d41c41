import { problemOf, Refused, Unreachable } from '../../../client/problem.ts';
import { api } from '../../data/api.ts';
import type { Search } from '../address.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'ndjson';

interface SavedList {
  readonly plural: string;
  readonly query: Search;
  readonly format: ExportFormat;
}

/**
 * Has the browser save what the service exports of a list. The browser writes it to disk while it arrives.
 * @throws {Refused} if the service refuses the list in this format. @throws {Unreachable} if the connection fails.
 */
export async function saveList({ plural, query, format }: SavedList): Promise<void> {
  const address = `${api.baseUrl}/${plural}.${format}?${new URLSearchParams(exportQuery(query)).toString()}`;
  await refuseUnfit(address);
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** The query of a list without its pages, and without the versions, which only the page needs. */
function exportQuery({ per_page: _, page: __, include, ...query }: Search): Record<string, string> {
  const included = (include ?? '').split(',').filter((name) => name !== '' && name !== 'version');
  return { ...query, ...(included.length > 0 ? { include: included.join(',') } : {}) };
}

/** A browser does not show why a download was refused, so the beginning of the answer is read first. */
async function refuseUnfit(address: string): Promise<void> {
  const ending = new AbortController();
  const answer = await fetch(address, { signal: ending.signal }).catch(() => {
    throw new Unreachable('The service does not answer.');
  });
  if (!answer.ok) throw new Refused(await problemOf(answer), answer.headers);
  ending.abort();
}
