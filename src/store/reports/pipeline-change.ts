import type { Queryable } from '../../database/engine.ts';
import { type ChangeLine, changeLines, type ChangeReason } from '../../resources/vocabulary/choices.ts';
import type { Binding } from '../query/binding.ts';
import { type LinesRequest, readLines } from './grouped-lines.ts';
import { readRankedPage } from './listed-projects.ts';
import { isOpen, weightedAmount } from './pipeline.ts';

// Why the open projects of one instant are not those of another (docs/reports.md). A project is in P(t) if it is live and
// open at t and meets the filters at t.

/** The projects as of one instant. */
export interface ChangeSide {
  /** The rows to read as `t`. */
  readonly source: string;
  /** Those of them that have ended since. */
  readonly ended: string;
  /** Whether a project that has not changed can meet the filters at one instant and not at another. */
  readonly isDated: boolean;
  /** The SQL, over `t`, of whether a row meets the filters at the instant; never null. */
  readonly met: string;
  /** The SQL of the group over `t`; null without groups. */
  readonly group: string | null;
  /** The placeholder of the instant. */
  readonly instant: string;
  /** Both sides share the parameters. */
  readonly binding: Binding;
}

/** The two instants of a report. */
export interface ChangeSides {
  readonly from: ChangeSide;
  readonly to: ChangeSide;
}

/** A line with a reason, or without one. */
export interface ChangePart {
  readonly line: ChangeLine;
  readonly reason: ChangeReason | null;
}

const part = (line: ChangeLine, reason: ChangeReason | null = null): ChangePart => ({ line, reason });

/** The parts of the report. The statements number them by their places. */
export const changeParts: readonly ChangePart[] = [
  part('opening'),
  ...(['created', 'restored', 'reopened', 'refiltered'] as const).map((reason) => part('added', reason)),
  ...(['increased', 'decreased', 'reweighted'] as const).map((reason) => part('repriced', reason)),
  part('won'),
  part('lost'),
  ...(['cancelled', 'did_not_pursue', 'deleted', 'refiltered'] as const).map((reason) => part('dropped', reason)),
  part('closing'),
  part('moved'),
];

const placeOf = (line: ChangeLine, reason: ChangeReason | null = null): string =>
  String(changeParts.findIndex((one) => one.line === line && one.reason === reason));

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

const figuresAt = ({ met, group }: ChangeSide, source: string, condition: string): string =>
  `select t.id, t.amount, t.close_type, t.deleted_at is null as live, ${met} as met,
      coalesce(t.amount, 0) as known, coalesce(${weightedAmount}, 0) as weighted, ${group ?? 'null::text'} as "group",
      t.deleted_at is null and ${isOpen} and ${met} as counts
    from ${source} t where t.account_id = $1::bigint and ${condition}`;

/** Why a project that is in P(to), or was in between, was not in P(from). */
const reasonAdded = `case when f.id is null then ${placeOf('added', 'created')}
      when not f.live then ${placeOf('added', 'restored')}
      when f.close_type is not null and f.met then ${placeOf('added', 'reopened')}
      else ${placeOf('added', 'refiltered')} end`;

const reasonRepriced = `case when g.known > f.known then ${placeOf('repriced', 'increased')}
      when g.known < f.known then ${placeOf('repriced', 'decreased')}
      else ${placeOf('repriced', 'reweighted')} end`;

/** Why a project that was in P(from), or in between, is not in P(to). */
const reasonGone = `case when not g.live then ${placeOf('dropped', 'deleted')}
      when not g.met then ${placeOf('dropped', 'refiltered')}
      when g.close_type = 'won' then ${placeOf('won')}
      when g.close_type = 'lost' then ${placeOf('lost')}
      when g.close_type = 'cancelled' then ${placeOf('dropped', 'cancelled')}
      else ${placeOf('dropped', 'did_not_pursue')} end`;

/** Whether a project was open only in between: its past has an open version that was in force after the first instant. */
const isPassed = (from: string, to: string): string =>
  `coalesce(not f.counts, true) and not g.counts and g.live and g.met and g.close_type is not null
      and (f.live and f.close_type = g.close_type) is not true and exists (
        select from projects_past p
        where p.account_id = $1::bigint and p.id = g.id and p.deleted_at is null and p.close_type is null
          and p.updated_at <= ${to}::timestamptz and p.valid_to > ${from}::timestamptz + interval '1 millisecond'
      )`;

// A project has an entry for each part that it is in, with the group, the amount and the weighted amount that it adds
// there. Most projects do not change between the instants: these stand in the opening and the closing alone, and are read
// once. Their filters must not depend on the day. `offset 0` makes Postgres compute the values of a project once.

/** The SQL of whether the version at the second instant began after the first one. */
const isChanged = ({ from, to }: ChangeSides): string =>
  from.isDated || to.isDated ? 'true' : `t.updated_at > ${from.instant}::timestamptz`;

/** The entries of the projects that have not changed, as SQL. */
const unchangedEntries = (sides: ChangeSides): string =>
  `select m.id, m.amount as from_amount, m.amount as to_amount, e.part, m."group", 1 as count,
    m.known as entry_amount, m.weighted as entry_weighted
  from (
    select * from (${figuresAt(sides.to, sides.to.source, `not (${isChanged(sides)})`)}) g where g.counts offset 0
  ) m
  cross join (values (${placeOf('opening')}), (${placeOf('closing')})) as e (part)`;

/**
 * The entries of the other projects, as SQL. A project that leaves does so with its final amount and the weighted amount
 * that it began with.
 */
function changedEntries(sides: ChangeSides): string {
  const { from, to } = sides;
  const isMoved = 'm.was and m.from_group is distinct from m.to_group';
  const before = from.isDated || to.isDated ? from.source : from.ended;
  return `select m.id, m.from_amount, m.to_amount, e.part, e."group", e.count, e.entry_amount, e.entry_weighted
  from (
    select g.id, f.amount as from_amount, g.amount as to_amount,
      coalesce(f.known, 0) as a, coalesce(f.weighted, 0) as a_weighted, g.known as b, g.weighted as b_weighted,
      f."group" as from_group, g."group" as to_group, coalesce(f.counts, false) as was, g.counts as stays,
      ${isPassed(from.instant, to.instant)} as passed,
      ${reasonAdded} as added, ${reasonRepriced} as repriced, ${reasonGone} as gone
    from (${figuresAt(to, to.source, isChanged(sides))}) g
    left join (${figuresAt(from, before, 'true')}) f on f.id = g.id
    where f.counts or g.counts
      or (g.live and g.close_type is not null and (f.live and f.close_type = g.close_type) is not true)
    offset 0
  ) m
  cross join lateral (values
    (${placeOf('opening')}, m.from_group, 1, m.a, m.a_weighted, m.was),
    (m.added, m.to_group, 1, m.b, m.b_weighted, (m.stays and not m.was) or m.passed),
    (m.repriced, m.to_group, 1, m.b - m.a, case when m.stays then m.b_weighted - m.a_weighted else 0 end,
      m.was and (m.a <> m.b or (m.stays and m.a_weighted <> m.b_weighted))),
    (m.gone, m.to_group, 1, m.b, case when m.was then m.a_weighted else m.b_weighted end,
      (m.was and not m.stays) or m.passed),
    (${placeOf('closing')}, m.to_group, 1, m.b, m.b_weighted, m.stays),
    (${placeOf('moved')}, m.from_group, -1, -m.a, -m.a_weighted, ${isMoved}),
    (${placeOf('moved')}, m.to_group, 1, m.a, m.a_weighted, ${isMoved})
  ) as e (part, "group", count, entry_amount, entry_weighted, holds)
  where e.holds`;
}

const allEntries = (sides: ChangeSides): string => `(${changedEntries(sides)}
  union all
  ${unchangedEntries(sides)})`;

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
