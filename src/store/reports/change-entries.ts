import type { ChangeLine, ChangeReason } from '../../resources/vocabulary/choices.ts';
import type { Binding } from '../query/binding.ts';
import { isOpen, weightedAmount } from './pipeline.ts';

// Why the open projects of one instant are not those of another (docs/reports.md). A project is in P(t) if it is live and
// open at t and meets the filters at t.

/** The projects as of one instant. */
export interface ChangeSide {
  /** The rows to read as `t`. */
  readonly source: string;
  /** Those of them that have ended since. */
  readonly ended: string;
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
  /** Whether a project that has not changed can meet the filters at one instant and not at the other. */
  readonly isDated: boolean;
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
const isChanged = ({ from, isDated }: ChangeSides): string =>
  isDated ? 'true' : `t.updated_at > ${from.instant}::timestamptz`;

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
export function changedEntries(sides: ChangeSides): string {
  const { from, to, isDated } = sides;
  const isMoved = 'm.was and m.from_group is distinct from m.to_group';
  const before = isDated ? from.source : from.ended;
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

/** The entries of all projects, as SQL. */
export const allEntries = (sides: ChangeSides): string => `(${changedEntries(sides)}
  union all
  ${unchangedEntries(sides)})`;
