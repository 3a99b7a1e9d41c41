import type { Queryable } from '../../database/engine.ts';
import { type ChangeLine, changeLines, type ChangeReason } from '../../resources/vocabulary/choices.ts';
import { allEntries, changedEntries, changeParts, type ChangeSides } from './change-entries.ts';
import { type LinesRequest, readLines } from './grouped-lines.ts';
import { readRankedPage } from './listed-projects.ts';

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
export type ChangeEntry = {
  /** The place in `changeParts`. */
  readonly part: number;
  readonly from_amount: string | null;
  readonly to_amount: string | null;
  readonly changed_amount: string;
  readonly changed_weighted: string;
};

const entryColumns: readonly string[] = [
  ...['part', 'entry_amount', 'from_amount', 'to_amount', 'changed_amount', 'changed_weighted'],
];

/** The largest change first. */
const largestFirst = 'order by abs(t.entry_amount) desc, t.id, t.entry_amount';

const entriesSql = (source: string, conditions: readonly string[]): string =>
  `select t.id, t.part, t.entry_amount, trim_scale(t.from_amount)::text as from_amount,
    trim_scale(t.to_amount)::text as to_amount, trim_scale(t.entry_amount)::text as changed_amount,
    trim_scale(t.entry_weighted)::text as changed_weighted
  from ${source} t where ${conditions.join(' and ')}`;

/** Reads the largest projects of each line that names projects. */
export function readLargestChanges(engine: Queryable, sides: ChangeSides, top: number, keys: readonly string[]) {
  const lines = `(array[${changeParts.map(({ line }) => changeLines.indexOf(line)).join(', ')}])[t.part + 1]`;
  const ranked = `(select t.*, row_number() over (partition by ${lines} ${largestFirst}) as rank
    from (${changedEntries(sides)}) t where ${lines} = any(array[${namingLines.map((line) => changeLines.indexOf(line)).join(', ')}]))`;
  return readRankedPage<ChangeEntry>(engine, {
    selected: sides.to,
    ranked: entriesSql(ranked, [`t.rank <= ${top}`]),
    columns: entryColumns,
    order: largestFirst,
    keys,
    limit: top * namingLines.length,
    skip: 0,
  });
}

/** The entries of a list. */
export interface ChangeList {
  /** Makes the sides anew, because each statement has parameters of its own. */
  readonly sides: () => ChangeSides;
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
export async function countChangeEntries(engine: Queryable, list: ChangeList): Promise<number> {
  const sides = list.sides();
  const where = conditionsOf(list, sides).join(' and ');
  const [row] = await engine.query<{ count: number }>(
    `select count(*)::integer as count from ${entriesOf(list, sides)} t where ${where}`,
    sides.to.binding.parameters,
  );
  return row?.count ?? 0;
}

/** A page of the entries of a list with the whole projects, the largest change first, then by id. */
export function readChangeEntries(
  engine: Queryable,
  list: ChangeList,
  span: { readonly limit: number; readonly skip: number; readonly keys?: readonly string[] | undefined },
) {
  const sides = list.sides();
  return readRankedPage<ChangeEntry>(engine, {
    ...span,
    selected: sides.to,
    ranked: entriesSql(entriesOf(list, sides), conditionsOf(list, sides)),
    columns: entryColumns,
    order: largestFirst,
  });
}
