import { foldCase, foldName } from './reading-text/folding.ts';
import type { MappedRow } from './mapping.ts';
import { nameOf } from './row-name.ts';

/** The values by which companies and contacts without a key are matched. */
export interface NameKey {
  /** Folded; empty for a contact of which only the e-mail address is known. */
  readonly name: string;
  /** In lower case; empty if there is none, and for companies. */
  readonly email: string;
}

/** Two rows with the same text name one record. */
export const textOf = ({ name, email }: NameKey): string => JSON.stringify([name, email]);

/** The values by which a row without a key is matched; null if it has none of them. */
export function nameKeyOf(family: string, fields: Readonly<Record<string, unknown>>): NameKey | null {
  const { email } = fields;
  const name = foldName(nameOf(fields)?.text ?? '');
  const address = family === 'contacts' && typeof email === 'string' ? foldCase(email) : '';
  return name === '' && address === '' ? null : { name, email: address };
}

/**
 * The name, the client, the number and the place of a project or a lead, by which a row repeats another; null without a
 * name.
 */
export function pursuitKeyOf({ fields, references }: Pick<MappedRow, 'fields' | 'references'>): string | null {
  const name = nameOf(fields)?.text;
  if (name === undefined) return null;
  const { project_number: number = null, external_id: id = null, address = null } = fields;
  const clients = [references['company'] ?? []].flat().map(({ value }) => value);
  return foldName(JSON.stringify([name, clients, number, id, address]));
}
