import { foldCase, foldName } from './reading-text/folding.ts';
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
