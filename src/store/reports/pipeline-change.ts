import type { Queryable } from '../../database/engine.ts';
import { centsOfText } from '../../resources/vocabulary/cents.ts';
import { type ChangeLine, changeLines, type ChangeReason } from '../../resources/vocabulary/choices.ts';
import type { SelectedList } from '../query/selection.ts';
import { allEntries, changedEntries, changeParts, type ChangeSides } from './change-entries.ts';
import { addedUp } from './added-lines.ts';
import { type LinesRequest, readLines } from './grouped-lines.ts';
import {
  compared,
  comparedIds,
  type ProjectEntry,
  type RankedList,
  readEntries,
  readRankedPage,
  withProjects,
} from './listed-projects.ts';
import { eachSlice, type Slice, type SlicedReads } from './slices.ts';

const wholeCents = (amount: string): string => `(coalesce(sum(${amount}), 0) * 100)::numeric(38, 0)::text`;

/** The sums of a part of a group, in whole cents as text. */
export interface ChangeSums {
  readonly group: string | null;
  /** The place in `changeParts`. */
  readonly period: number;
  readonly count: number;
  /** The number of entries: a project that moved within the group counts twice. */
  readonly entries: number;
  readonly cents: string;
  readonly weighted_cents: string;
  /** The embedded columns of the large record that the group refers to, as `of.<column>`. */
  readonly [column: string]: unknown;
}

/** Reads the sums of all parts, by group. */
export const readChangeSums = (
  engine: Queryable,
  sides: ChangeSides,
  { of, limit }: Pick<LinesRequest, 'of' | 'limit'>,
): Promise<ChangeSums[]> =>
  readLines<ChangeSums>(engine, {
    source: allEntries(sides),
    conditions: ['true'],
    group: sides.to.group === null ? null : 't."group"',
    period: 't.part',
    figures: [
      'sum(t.count)::integer as count',
      'count(*)::integer as entries',
      `${wholeCents('t.entry_amount')} as cents`,
      `${wholeCents('t.entry_weighted')} as weighted_cents`,
    ],
    parameters: sides.to.binding.parameters,
    of,
    limit,
  });

/** The places of the parts of a line, or of one reason of it. */
const placesOf = (line: ChangeLine | undefined, reason: ChangeReason | undefined): number[] =>
  changeParts.flatMap((one, place) => {
    const isInLine = line === undefined ? namingLines.includes(one.line) : one.line === line;
    return isInLine && (reason === undefined || one.reason === reason) ? [place] : [];
  });

/** The lines that name projects: all but those of the beginning, of the end and of the moves. */
const namingLines: readonly ChangeLine[] = changeLines.filter(
  (line) => line !== 'opening' && line !== 'closing' && line !== 'moved',
);

/** A project in a line of the report. Amounts are exact decimals, as text. */
export type ChangeEntry = ProjectEntry & {
  /** The place in `changeParts`. */
  readonly part: number;
  readonly from_amount: string | null;
  readonly to_amount: string | null;
  readonly changed_amount: string;
  readonly changed_weighted: string;
};

/** The largest change first. */
const largestFirst = 'order by abs(t.entry_amount) desc, t.id, t.entry_amount';

/** The same order. */
const compareChanges = (one: ChangeEntry, other: ChangeEntry): number =>
  compared(magnitude(other), magnitude(one)) ||
  comparedIds(one, other) ||
  compared(centsOfText(one.changed_amount), centsOfText(other.changed_amount));

const magnitude = ({ changed_amount: amount }: ChangeEntry): bigint => centsOfText(amount.replace('-', ''));

const entriesSql = (source: string, conditions: readonly string[]): string =>
  `select t.id, t.part, trim_scale(t.from_amount)::text as from_amount, trim_scale(t.to_amount)::text as to_amount,
    trim_scale(t.entry_amount)::text as changed_amount, trim_scale(t.entry_weighted)::text as changed_weighted
  from ${source} t where ${conditions.join(' and ')}`;

/** The entries to read. */
interface ChangeEntries {
  /** Makes the sides of a slice, with parameters for one statement. */
  readonly sides: (slice: Slice) => ChangeSides;
  /** Selects all projects of the account as of the second instant. */
  readonly projects: () => SelectedList;
  /** The keys of each project; all by default. */
  readonly keys?: readonly string[] | undefined;
}

/** Reads the largest projects of each line that names projects. @param top the limit of each line. */
export async function readLargestChanges(reads: SlicedReads, { sides, ...rows }: ChangeEntries, top: number) {
  const lines = `(array[${changeParts.map(({ line }) => changeLines.indexOf(line)).join(', ')}])[t.part + 1]`;
  const named = `${lines} = any(array[${namingLines.map((line) => changeLines.indexOf(line)).join(', ')}])`;
  const list: RankedList<ChangeEntry> = {
    ...rows,
    entries: (slice) => {
      const ofSlice = sides(slice);
      const ranked = `(select t.*, row_number() over (partition by ${lines} ${largestFirst}) as rank
    from (${changedEntries(ofSlice)}) t where ${named})`;
      return { sql: entriesSql(ranked, [`t.rank <= ${top}`]), binding: ofSlice.to.binding };
    },
    order: largestFirst,
    compare: compareChanges,
  };
  const most = top * namingLines.length;
  const found = (await eachSlice(reads, (slice) => readEntries(reads, list, { slice, most }))).flat();
  const largest = namingLines.flatMap((line) =>
    found
      .filter(({ part }) => changeParts[part]?.line === line)
      .toSorted(compareChanges)
      .slice(0, top),
  );
  return await withProjects(reads, list, largest);
}

/** The entries of a list. */
export interface ChangeList extends ChangeEntries {
  /** Undefined for the lines that name projects. */
  readonly line: ChangeLine | undefined;
  /** Undefined for all. */
  readonly reason: ChangeReason | undefined;
  /** The value of the group as statements return it, or null for the projects without one; undefined for all. */
  readonly group: string | null | undefined;
}

function conditionsOf({ line, reason, group }: ChangeList, { to: { binding } }: ChangeSides): string[] {
  const parts = `t.part = any(array[${placesOf(line, reason).join(', ')}]::integer[])`;
  if (group === undefined) return [parts];
  return [parts, group === null ? 't."group" is null' : `t."group"::text = ${binding.hold(group)}::text`];
}

/** The entries among which those of a list are. */
const entriesOf = ({ line }: ChangeList, sides: ChangeSides): string =>
  line === 'opening' || line === 'closing' ? allEntries(sides) : `(${changedEntries(sides)})`;

/** Counts the entries of a list. */
export async function countChangeEntries(reads: SlicedReads, list: ChangeList): Promise<number> {
  const [line] = await addedUp(reads, (slice) => {
    const sides = list.sides(slice);
    const where = conditionsOf(list, sides).join(' and ');
    const sql = `select count(*)::integer as count from ${entriesOf(list, sides)} t where ${where}`;
    return reads.snapshot.query<{ count: number }>(sql, sides.to.binding.parameters);
  });
  return line?.count ?? 0;
}

/** A page of the entries of a list with the whole projects, the largest change first, then by id. */
export const readChangeEntries = (
  reads: SlicedReads,
  list: ChangeList,
  span: { readonly limit: number; readonly skip: number },
) =>
  readRankedPage<ChangeEntry>(
    reads,
    {
      ...list,
      entries: (slice) => {
        const sides = list.sides(slice);
        return { sql: entriesSql(entriesOf(list, sides), conditionsOf(list, sides)), binding: sides.to.binding };
      },
      order: largestFirst,
      compare: compareChanges,
    },
    span,
  );
