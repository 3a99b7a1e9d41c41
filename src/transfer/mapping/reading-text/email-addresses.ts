import { isEmailAddress } from '../../../resources/vocabulary/formats.ts';

/** The e-mail addresses of a cell: `Eli Ray <eli@example.com>`, `mailto:eli@example.com`, `a@example.com; b@example.com`. */
export function emailAddressesIn(text: string): readonly string[] {
  const whole = text.trim();
  if (isPlain(whole)) return [whole];
  const found = whole
    .split(/[\s,;:<>()[\]"'|]+/)
    .map((piece) => (piece.split('?')[0] ?? '').replace(/\.$/, ''))
    .filter(isPlain);
  const byFolded = new Map(found.toReversed().map((address) => [address.toLowerCase(), address]));
  return [...byFolded.values()].toReversed();
}

/** Whether a text has an e-mail address. */
export const hasEmailAddress = (text: string): boolean => emailAddressesIn(text).length > 0;

const isPlain = (text: string): boolean => isEmailAddress(text) && !/[,;:<>()[\]"|]/.test(text);
