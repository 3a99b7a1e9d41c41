import { centsOfText, textOfCents } from '../../resources/vocabulary/cents.ts';
import { eachSlice, type Slice, type SlicedReads } from './slices.ts';

/** A line of a report, as a statement returns it: numbers are counts, and texts are decimals of at most two places. */
type Line = Readonly<Record<string, unknown>>;

/** The columns of a line that are no sums: the keys, and the columns of the record that the group refers to. */
const isKey = (name: string): boolean => name === 'group' || name === 'period' || name.startsWith('of.');

/** Reads the lines of each slice, and adds them up: one line for each group and period. */
export async function addedUp<One extends object>(
  reads: SlicedReads,
  read: (slice: Slice) => Promise<One[]>,
): Promise<One[]> {
  const [first = [], ...others] = await eachSlice(reads, read);
  if (others.length === 0) return first;
  const lines = new Map<string, Line>();
  for (const line of [first, ...others].flat() as readonly Line[]) {
    const key = JSON.stringify([line['group'], line['period']]);
    const known = lines.get(key);
    lines.set(key, known ? added(known, line) : line);
  }
  return [...lines.values()] as One[];
}

/** The sum of lines, with the keys of the first one; undefined for none. */
export const totalOf = <One extends object>(lines: readonly One[]): One | undefined =>
  lines.length === 0 ? undefined : ((lines as readonly Line[]).reduce(added) as One);

const added = (one: Line, other: Line): Line =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, isKey(name) ? value : sumOf(value, other[name])]),
  );

function sumOf(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((value, index) => sumOf(value, other[index]));
  if (typeof one === 'number' && typeof other === 'number') return one + other;
  return textOfCents(centsOfText(String(one)) + centsOfText(String(other)));
}
