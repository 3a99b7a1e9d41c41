import type { StoredImport } from '../../store/imports/imports.ts';
import { isMatchedByName } from '../../resources/transfer/mapping.ts';

/** The sentence that tells how rows without a key find their records; none if each of them creates one. */
export function matchNote({ mapping, family }: Pick<StoredImport, 'mapping' | 'family'>): string[] {
  if (!isMatchedByName(mapping, family)) return [];
  const record =
    family === 'companies'
      ? 'a company whose name is in the account already'
      : 'a contact whose name and e-mail address are in the account already';
  const rows = mapping.upsert_by.length === 0 ? 'The import' : 'For rows without a key, the import';
  const sentence = `${rows} changes ${record}, and creates the others.`;
  return [`${sentence} To create a record for every row, set "match" of the mapping to "none".`];
}
