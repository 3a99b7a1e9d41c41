import { countryNames, zipsWithZeros } from '../../resources/transfer/words/us-places.ts';
import type { DraftRow } from './draft-row.ts';
import { foldName } from './reading-text/folding.ts';
import { stateCode } from './reading-text/us-address.ts';

/**
 * Puts the zeros back that a spreadsheet has dropped from a ZIP code, where the state of the same address has such codes:
 * `2138` in Massachusetts is `02138`, and `4101-1234` in Maine is `04101-1234`.
 */
export function restoreZeros({ fields, id, references }: DraftRow): void {
  // A row of an export names its record by the id; its texts are as they are stored.
  if (id !== null) return;
  for (const record of [fields, ...[...references.values()].map(({ parts }) => parts)]) {
    const { address } = record;
    if (isObject(address)) restoreIn(address);
  }
}

function restoreIn(address: Record<string, unknown>): void {
  const { zip, state, country } = address;
  if (typeof zip !== 'string' || typeof state !== 'string' || !isUnitedStates(country)) return;
  const [, written = '', ending = ''] = /^(\d{3,4})(?:\.0+|(-\d{4}))?$/.exec(zip) ?? [];
  const digits = written.padStart(5, '0');
  const known = zipsWithZeros[stateCode(state.trim().toUpperCase())] ?? [];
  if (written !== '' && known.some((start) => digits.startsWith(start))) address['zip'] = `${digits}${ending}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isUnitedStates = (country: unknown): boolean =>
  typeof country !== 'string' || countryNames.some((name) => foldName(name) === foldName(country));
