/** The codes that people also write as words: `1,000 all in`. */
const words: readonly string[] = 'ALL BAM CUP GEL LAK MAD MOP PEN SOS TOP TRY'.split(' ');

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency').filter((code) => !words.includes(code)));

/** The currencies of the signs that belong to one alone. */
const signs: readonly (readonly [sign: RegExp, code: string])[] = [
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/₹/, 'INR'],
  [/\bC(?:A|DN)?\$/i, 'CAD'],
  [/\bAU?\$/i, 'AUD'],
  // `M$` is millions of dollars.
  [/\bMXN?\$/i, 'MXN'],
  [/\bUS\$/i, 'USD'],
  [/\bNZ\$/i, 'NZD'],
  [/\bR\$/i, 'BRL'],
];

/** The currencies that a sign alone may stand for. */
const shared: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'HKD', 'SGD', 'TWD', 'ARS', 'CLP', 'COP', 'UYU', 'JMD', 'BSD', 'BBD', 'TTD'],
  '¥': ['JPY', 'CNY'],
};

/**
 * The currency that the text of an amount states beside its number.
 * @param currency the ISO 4217 code of the account.
 * @returns null if it states none, or may be in the currency of the account.
 */
export function otherCurrency(text: string, currency: string): string | null {
  if (text.length > 100 || /^[\d\s.,'()+-]*$/.test(text)) return null;
  const stated = statedIn(text);
  if (stated !== undefined) return stated === currency ? null : stated;
  const sign = Object.keys(shared).find((one) => text.includes(one));
  return sign === undefined || shared[sign]?.includes(currency) === true ? null : sign;
}

function statedIn(text: string): string | undefined {
  const stated = text.toUpperCase().match(/(?<!\p{L})\p{L}{3}(?!\p{L})/gu) ?? [];
  return stated.find((code) => codes.has(code)) ?? signs.find(([sign]) => sign.test(text))?.[1];
}

/** The currency that the name of a column states, as `Amount (EUR)` or `Value in €` does; null as in `otherCurrency`. */
export function currencyOfName(name: string, currency: string): string | null {
  const parts = name.split(/\s+/);
  const hints = parts.filter(
    (part, at) => /^[([]|\p{Sc}/u.test(part) || parts[at - 1] === 'in' || at === parts.length - 1,
  );
  return hints.map((hint) => otherCurrency(hint, currency)).find((found) => found !== null) ?? null;
}
