import type { StoredImport } from '../../store/imports/imports.ts';
import { isMatchedByName } from '../../resources/transfer/mapping.ts';

/** The sentence that tells how rows without a key find their records; none if each of them makes one. */
export function toldMatch({ mapping, family }: Pick<StoredImport, 'mapping' | 'family'>): string[] {
  if (!isMatchedByName(mapping, family)) return [];
  const subject =
    family === 'companies'
      ? 'a company whose name is in the account already'
      : 'a contact whose name and e-mail address are in the account already';
  const place = mapping.upsert_by.length === 0 ? subject : `without a key, ${subject}`;
  const sentence = `${place.charAt(0).toUpperCase()}${place.slice(1)} is changed, not made again.`;
  return [`${sentence} To make every row a record, set "match" of the mapping to "none".`];
}
