import { queryOptions } from '@tanstack/react-query';
import { resourceOf } from '../../resources/index.ts';
import { api } from '../data/api.ts';
import { readList } from '../data/records.ts';

/** A record as a request for its id and its name shows it. */
type NamedRow = Readonly<Record<string, string | null>>;

/** The names of records, by their ids. Records that are deleted, or have no name, are missing. */
export const recordNamesQuery = (plural: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: [plural, 'names', ids],
    queryFn: async (): Promise<ReadonlyMap<string, string>> => {
      const key = 'name' in resourceOf(plural).fields ? 'name' : 'title';
      const rows = plural === 'imports' ? await Promise.all(ids.map(importRow)) : await rowsOf(plural, ids, key);
      const names = rows.map((row): [string, string] => [row['id'] ?? '', row[key] ?? '']);
      return new Map(names.filter(([, name]) => name !== ''));
    },
  });

async function rowsOf(plural: string, ids: readonly string[], key: string): Promise<readonly NamedRow[]> {
  const query = { id: ids.join(','), fields: `id,${key}`, per_page: ids.length };
  return (await readList<NamedRow>(plural, { query })).rows;
}

/** The list of imports has no filter by id. */
async function importRow(id: string): Promise<NamedRow> {
  const { body } = await api.send('GET /imports/{id}', { path: { id } });
  return { id, name: body.import.name };
}
