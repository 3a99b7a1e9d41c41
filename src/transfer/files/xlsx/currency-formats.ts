/** The currency that a format shows beside an amount: a sign or a code. */
export interface CurrencyFormat {
  readonly sign: string;
}

/**
 * The currency of a format such as `[$€-407] #,##0.00` or `#,##0 "CHF"`; null for formats without one, and for those with
 * `$` alone, which stands for the dollar of each country.
 */
export function currencyFormatOf(code: string): CurrencyFormat | null {
  const [, stated] = /\[\$([^\]-]+)(?:-[^\]]*)?\]/.exec(code) ?? /"\s*([A-Z]{3})\s*"/.exec(code) ?? [];
  const sign = (stated ?? /\p{Sc}/u.exec(code)?.[0] ?? '$').trim();
  return sign === '$' || !/[#0]/.test(code) ? null : { sign };
}
