import { queryOptions } from '@tanstack/react-query';
import type { ImportedFamily } from '../../../resources/transfer/imports.ts';
import type { Mapping } from '../../../resources/transfer/mapping.ts';
import { api, sendRequest } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { readList } from '../../data/records.ts';

/** A mapping that the firm keeps under a name. */
export interface SavedMapping {
  readonly id: string;
  readonly name: string;
  readonly as: ImportedFamily;
  readonly mapping: Mapping;
}

const plural = 'import_mappings';

/** The firm's saved mappings for a kind of records, by name. */
export const savedMappingsQuery = (as: ImportedFamily) =>
  queryOptions({
    queryKey: [plural, as],
    queryFn: async ({ signal }) => {
      const query = { as, per_page: 500 };
      return (await readList<SavedMapping>(plural, { query, signal })).rows;
    },
  });

type Given = Partial<Pick<SavedMapping, 'name' | 'as' | 'mapping'>>;

/** Saves a new mapping. @throws {Refused} if the name is taken or the mapping has mistakes. */
export const createMapping = (given: Given): Promise<SavedMapping> => written('POST', `/${plural}`, given);

export const changeMapping = ({ id }: SavedMapping, given: Given): Promise<SavedMapping> =>
  written('PATCH', `/${plural}/${id}`, given);

export async function deleteMapping({ id }: SavedMapping): Promise<void> {
  await api.send('DELETE /import_mappings/{id}', { path: { id } });
  await readAgain();
}

export async function restoreMapping({ id }: SavedMapping): Promise<void> {
  await api.send('POST /import_mappings/{id}/restore', { path: { id } });
  await readAgain();
}

async function written(method: 'POST' | 'PATCH', path: string, given: Given): Promise<SavedMapping> {
  const body = { import_mapping: given };
  const answer = await sendRequest<{ import_mapping: SavedMapping }>({ method, path, body });
  await readAgain();
  return answer.body.import_mapping;
}

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [plural] });

/** Whether two mappings say the same, whatever the order of their keys. */
export const isSameMapping = (one: Mapping, other: Mapping): boolean => inOrder(one) === inOrder(other);

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
