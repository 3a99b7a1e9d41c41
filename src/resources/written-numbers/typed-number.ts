import { writtenNumbers } from './written-numbers.ts';

const byPoint = writtenNumbers({}, true);
const byComma = writtenNumbers({ decimal: ',' }, true);

/**
 * Reads a number that stands alone. The decimal sign is the point, or the comma where the text is no number otherwise:
 * `1,250` is 1250, `4,2m` is 4200000, `12,34` is 12.34.
 * @returns null if the text is no number.
 */
export function typedNumber(text: string): number | null {
  const number = [byPoint, byComma].map((read) => read(text.trim())).find((read) => typeof read === 'number');
  return typeof number === 'number' ? number : null;
}
