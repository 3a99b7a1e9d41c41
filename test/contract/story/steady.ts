import { createHash } from 'node:crypto';
import { version } from '../../../src/version.ts';
import { base62 } from '../../../src/store/access/tokens.ts';

/** The values that differ between runs, with their replacements. The same value always gets the same replacement. */
const replacements: readonly (readonly [pattern: RegExp, stand: (number: number, found: string) => string])[] = [
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (number) => uuidOf(hashOf(`uuid ${number}`))],
  [/\breq_[0-9A-Za-z]{22}\b/g, (number) => `req_${digitsOf('request', number, 22)}`],
  // The first eight characters encode the time; the others are random.
  [/\b(msg|evt)_[0-9A-Za-z]{27}\b/g, (number, found) => found.slice(0, 12) + digitsOf(found.slice(0, 3), number, 19)],
  [/\bplbc_[0-9A-Za-z]{20}\b/g, (number) => `plbc_${digitsOf('client', number, 20)}`],
  [/\bplb_[0-9A-Za-z]{36}\b/g, () => 'plb_EXAMPLE'],
  [/\bplbs_[0-9A-Za-z]{36}\b/g, () => 'plbs_EXAMPLE'],
  [/\bplbl_\w{43}\b/g, () => 'plbl_EXAMPLE'],
  [/(?<=\/feeds\/|"secret":")\w{43}\b/g, (number) => digitsOf('feed', number, 43)],
  [/\bwhsec_[0-9A-Za-z+/=]{32,}/g, () => 'whsec_EXAMPLE'],
  [/(?<="email_digest":")[0-9a-f]{64}/g, (number) => hashOf(`e-mail ${number}`)],
  [/(?<="duration_ms":)\d+/g, () => '84'],
];

/** Replaces everything random in a value by fixed text. @param places the text to show for each address. */
export function steady<Value>(value: Value, places: Readonly<Record<string, string>>): Value {
  let text = JSON.stringify(value).replaceAll(`"version":"${version}"`, '"version":"0.1.0"');
  for (const [place, shown] of Object.entries(places)) text = text.replaceAll(place, shown);
  for (const [pattern, stand] of replacements) {
    const known = new Map<string, string>();
    text = text.replace(pattern, (found) => {
      const shown = known.get(found) ?? stand(known.size, found);
      known.set(found, shown);
      return shown;
    });
  }
  return JSON.parse(text) as Value;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const digitsOf = (kind: string, number: number, length: number): string =>
  base62(BigInt(`0x${hashOf(`${kind} ${number}`)}`), length);

/** Formats a hash like a random UUID of version 4. */
const uuidOf = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
