import { Refusal } from '../../../refusal.ts';
import { filledLength } from '../table-row.ts';
import { CsvRecords } from './csv-records.ts';

/** The delimiters that the service looks for. A user can name any other character. */
const delimiters = [',', ';', '\t', '|'];

/** The delimiter by which most rows of the text have the same number of cells. */
export function delimiterOf(text: string, { isWhole, prefersTab }: { isWhole: boolean; prefersTab: boolean }): string {
  const stated = /^sep=([^"\r\n])\r?\n/i.exec(text)?.[1];
  if (stated !== undefined) return stated;
  let best = { delimiter: prefersTab ? '\t' : ',', score: 0 };
  for (const delimiter of delimiters) {
    const score = consistency(widths(text, delimiter, isWhole));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The number of cells of each row. */
function widths(text: string, delimiter: string, isWhole: boolean): number[] {
  const records = new CsvRecords(delimiter);
  const found: number[] = [];
  try {
    found.push(...records.add(text).map(({ cells }) => cells.length));
    if (isWhole || found.length === 0) found.push(...records.add('', true).map(({ cells }) => filledLength(cells)));
  } catch (error) {
    // By a wrong delimiter, a quotation mark can open a cell that nothing closes.
    if (!(error instanceof Refusal)) throw error;
  }
  return found;
}

/** The share of the rows that have the most frequent width, and more for a wide table. */
function consistency(rows: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of rows) counts.set(width, (counts.get(width) ?? 0) + 1);
  const scores = [...counts].map(([width, count]) => (count / rows.length) * Math.log2(width || 1));
  return Math.max(0, ...scores);
}
