/** The whole cents of a decimal of at most two places, such as `-1.5`. */
export function centsOfText(decimal: string): bigint {
  const [units = '', places = ''] = decimal.split('.');
  return BigInt(`${units}${places.padEnd(2, '0')}`);
}

/** Whole cents as a decimal without trailing zeros: 1050 is `10.5`. */
export const textOfCents = (cents: bigint): string => decimalOf(cents, 2);

/** The share of a part in a whole as a decimal of at most four places, halves up; null if the whole is 0. */
export const ratioText = (part: bigint, whole: bigint): string | null =>
  whole === 0n ? null : decimalOf((20_000n * part + whole) / (2n * whole), 4);

/** A number of units of so many decimal places. */
function decimalOf(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const sign = units < 0n ? '-' : '';
  const fraction = withoutTrailingZeros(digits.slice(-places));
  return `${sign}${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`;
}

const withoutTrailingZeros = (digits: string): string =>
  digits.endsWith('0') ? withoutTrailingZeros(digits.slice(0, -1)) : digits;
