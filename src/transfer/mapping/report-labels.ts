import { typedNumber } from '../../resources/written-numbers/typed-number.ts';
import { groupWords, singleWords, summedWords } from '../../resources/transfer/words/report-words.ts';
import { foldName } from './reading-text/folding.ts';

// A report beside or among records has labels. These functions recognize them by their words.

/** Whether a text is a label of totals: `plain` ones are never the name of a job. */
export function totalsLabel(text: string): 'plain' | 'weak' | null {
  const others = wordsOf(text.replaceAll(/\([^()]*\)/g, ' ')).filter((word) => !isPeriod(word));
  const plain = others.join(' ');
  if (/(?:^| )sub ?totals?(?: |$)/.test(plain) || totalWords.has(plain)) return 'plain';
  const isWeak = sumWords.has(plain) || / totals?$|^totals? (?:for|of|in|per|by) /.test(plain) || isSumOfGroup(others);
  return isWeak || isSumOfOne.test(text) ? 'weak' : null;
}

/** `TOTAL - ACME`, `Total: Acme` */
const isSumOfOne = /^\s*(?:grand )?totals?(?: +[-–—] *|: *)\p{L}/iu;

/** The label in front of its own figure: `Total: 2`, `# of bids = 12`. Null if the text is none. */
export function labelOfFigure(text: string): string | null {
  const [, label, figure = ''] = /^([^:=]{1,60})[:=](.*)$/.exec(text) ?? [];
  const hasFigure = isFigure(figure.trim()) || isCountOfRows(figure.trim());
  return label !== undefined && hasFigure ? label.trim() : null;
}

/** Whether a text such as `Total Roe` is the total of rows that have this text. @param above the texts of one of them */
export function isSumOf(text: string, above: readonly string[]): boolean {
  const [total = '', ...rest] = wordsOf(text);
  const summed = rest.join(' ');
  return (
    /^(?:sub)?totals?$/.test(total) &&
    rest.length > 0 &&
    above.some((one) => `${wordsOf(one).join(' ')} `.startsWith(`${summed} `))
  );
}

/** `Total awarded`, `Grand total 2026`, `Average bid` */
function isSumOfGroup(words: readonly string[]): boolean {
  const [first = '', ...rest] = words[0] === 'grand' ? words.slice(1) : words;
  const isSum = /^(?:totals?|sums?|average|avg|count|weighted|ytd|mtd|qtd|median|minimum|maximum)$/.test(first);
  return isSum && rest.length > 0 && rest.every((word) => groupWords.has(word));
}

/** Labels of totals that are never the name of a job, folded. */
const totalWords: ReadonlySet<string> = new Set([
  ...['grand total', 'grand totals', 'win rate', 'hit rate', 'win ratio', 'hit ratio', 'success rate'],
  ...['gesamtsumme', 'gesamtbetrag', 'zwischensumme', 'endsumme', 'total general', 'sous total'],
  ...['totale generale', 'subtotale', 'subtotaal', 'suma total', 'total geral', 'total ht', 'total ttc'],
]);

/** Words for a sum, which may also be the name of a firm or a job, folded. */
const sumWords: ReadonlySet<string> = new Set([
  ...['total', 'totals', 'sum', 'average', 'avg', 'count', 'summe', 'gesamt', 'insgesamt', 'anzahl', 'durchschnitt'],
  ...['somme', 'moyenne', 'suma', 'totaal', 'totale', 'totalt', 'razem', 'σ', 'ς'],
  ...['ytd', 'mtd', 'qtd', 'year to date', 'month to date', 'weighted', 'weighted average', 'median', 'mean'],
  ...['balance', 'difference', 'variance', 'carried forward', 'brought forward', 'saldo', 'solde'],
]);

const wordsOf = (text: string): string[] =>
  foldName(text)
    .split(/[^\p{L}\p{N}%$]+/u)
    .filter((word) => word !== '');

/** A year, a quarter or another number. */
const isPeriod = (word: string): boolean => /^(?:fy|q|h|w)?\d{1,4}(?:st|nd|rd|th)?$/.test(word);

/** Whether a text has no letter and no digit. */
export const isDash = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** Whether a text is a number of any form. */
export const isFigure = (text: string): boolean => typedNumber(text) !== null;

/** Whether a text counts rows: `2 jobs`. */
export function isCountOfRows(text: string): boolean {
  const noun = /^\d[\d,]* ([a-z]+)$/i.exec(text)?.[1];
  return noun !== undefined && groupWords.has(foldName(noun));
}

/** Whether a text names a group of rows: `Open bids`, `2026 completion`. */
export function isGroup(text: string): boolean {
  const words = wordsOf(text).filter((word) => !isPeriod(word));
  return words.length > 0 && words.every((word) => groupWords.has(word));
}

/** Whether a text names several jobs: `Open bids`, `Awarded 2026`. `Pipeline 7` and `New project` are one. */
export function isSeveral(text: string): boolean {
  const words = wordsOf(text);
  const isOne = words.some((word) => singleWords.has(word) || /^\d{1,3}$/.test(word));
  return isGroup(text) && !isOne && words.some((word) => summedWords.has(word));
}

/** Whether a text has the marks of a heading: `Awarded:`, `--- Lost ---`. */
export const isMarked = (text: string): boolean =>
  text.endsWith(':') || (/^[-=*_#~>]{2}/.test(text) && /[-=*_#~<]{2}$/.test(text));

/** Whether a text ends with the number of its rows: `Stage: Negotiating (3 records)`. */
export function isCounted(text: string): boolean {
  const noun = /\(\d+ ([a-z]+)\)$/i.exec(text)?.[1];
  return noun !== undefined && groupWords.has(foldName(noun));
}
