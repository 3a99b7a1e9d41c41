import type { Resource } from '../../resources/resource.ts';
import { orderBy } from '../query/keyset.ts';
import { newestFirst } from '../query/sort-keys.ts';
import { rankOf, type SearchedWord, throughOf, withinAccount } from './search-matches.ts';

/** The inputs of all ways to find rows. */
export interface SearchFrame {
  readonly resource: Resource;
  readonly words: readonly SearchedWord[];
  /** Conditions over `t`. */
  readonly conditions: readonly string[];
  /** The number of rows that fill the page and all pages before it, as SQL. */
  readonly enough: string;
  /** A condition without which no row matches. */
  readonly gate: string;
}

/** The number of matches, from the first, that clients can read. Ranks are compared among so many of the newest. */
export const searchable = 1000;

const ofAccount = 't.account_id = $1::bigint';
const live = 't.deleted_at is null';
const byNewest = orderBy(newestFirst, false);

/** Whether `best` matches of rank A among `found` matches fill the page. */
const suffices = ({ enough }: SearchFrame): string => `best >= ${enough} or found >= ${searchable}`;

/**
 * How many times as many rows as were read probably have to be read to fill the page, by the matches among them. It
 * counts a match less, because few matches tell little, and a part of one if there is none.
 */
const times = ({ enough }: SearchFrame): string =>
  `least(${enough}::float8 / greatest(best - 0.75, 0.25), ${searchable}::float8 / nullif(found, 0))`;

/** The number of rows that a step reads. */
const chunk = 400;

/** The number of rows within which the steps have to fill the page. The index finds more distant rows faster. */
const mostRead = 2500;

/** The limit of the months that a search looks for. */
const mostMonths = 12;

/** The safety factor on the time in which enough rows were created, estimated from the newest rows. */
const margin = 2;

/**
 * `steps`: the matches among the newest rows, checked one by one. Each step reads `chunk` rows and keeps its matches as
 * arrays. Steps follow while they are likely to fill the page soon. A search that includes deleted rows has none: no
 * index has those in order. `verdict`: whether the steps fill the page, and the months in which enough matches were
 * probably created; null if they are too many. `possible`: the query for all rows of these months that have the words
 * that some owner lacks; null if there are too many to check them one by one.
 */
export function steps(frame: SearchFrame): string {
  const { resource, words, conditions, gate } = frame;
  const possible = throughOf(resource) === null ? 'null::tsquery' : '(select words from possible)';
  return `steps as (
  select 0::bigint as read, 0::bigint as found, 0::bigint as best, 0::bigint as possible, null::timestamptz as newest,
    'infinity'::timestamptz as at, 0::bigint as id, null::bigint[] as ids, null::timestamptz[] as ats,
    null::integer[] as ranks
  where ${conditions.includes(live)} and ${gate}
  union all
  select read + step.rows, found + step.matches, best + step.ranked_a, possible + step.possibles,
    coalesce(newest, step.ats[1]), step.ats[${chunk}], step.ids[${chunk}], step.ids, step.ats, step.ranks
  from steps s cross join lateral (
    select count(*) as rows, count(rank) as matches, count(*) filter (where rank = 1) as ranked_a,
      count(*) filter (where is_possible) as possibles,
      array_agg(t.id) as ids, array_agg(t.created_at) as ats, array_agg(t.rank) as ranks
    from (
      select t.id, t.created_at, case when ${conditions.join(' and ')} then ${rankOf(resource, words)} end as rank,
        t.search @@ ${possible} as is_possible
      from (
        select * from ${resource.plural} t
        where ${ofAccount} and ${live} and (t.created_at, t.id) < (s.at, s.id) ${byNewest} limit ${chunk}
      ) t offset 0
    ) t
  ) step
  where s.at is not null and not (${suffices(frame)}) and (read = 0 or read * ${times(frame)} <= ${mostRead})
),
verdict as materialized (
  select at is null or ${suffices(frame)} as suffices,
    (
      select string_agg('''' || $1::bigint || '#' || to_char(month, 'YYYY-MM') || '''', ' | ')::tsquery
      from generate_series(newest at time zone 'UTC' - span, newest at time zone 'UTC' + interval '1 month', '1 month') month
      where span < interval '${mostMonths} months'
    ) as months,
    case when possible * ${margin} * ${times(frame)} <= ${mostRead} then ${possible} end as possible
  from (select *, (newest - at) * ${margin} * ${times(frame)} as span from steps) steps
  order by read desc, at nulls first limit 1
)`;
}

/**
 * `recent`: the matches of the months in `verdict`, by the index. `every`: all matches, by the index, if neither the
 * steps nor the recent matches fill the page.
 */
export function indexed(frame: SearchFrame): string {
  const { gate } = frame;
  const isDone = 'coalesce((select suffices from verdict), false)';
  const isRecent = `(select ${suffices(frame)} from (
      select count(*) as found, count(*) filter (where rank = 1) as best from recent
    ) recent)`;
  return `recent as materialized (
${byIndex(frame, `(select months from verdict) is not null and not ${isDone}`, '(select months from verdict)')}
),
every as materialized (
${byIndex(frame, `${gate} and not ${isDone} and not ${isRecent}`)}
)`;
}

/**
 * The rows that the index finds: those that have all words themselves, and those whose owner has some of the words in
 * its title and that have the others.
 * @param months the months of creation to search, if limited.
 */
function byIndex({ resource, words, conditions }: SearchFrame, when: string, months?: string): string {
  const itself =
    months === undefined
      ? 't.search @@ (select together from queries)'
      : 't.search @@ (select coalesce(possible, together) && months from queries, verdict)';
  return `  select t.id, t.created_at, t.rank from (
    select t.id, t.created_at, ${rankOf(resource, words)} as rank from (
      select * from ${resource.plural} t where ${withinAccount('t')} and ${itself}${throughOwners(resource, itself, months)}
      offset 0
    ) t
    where ${when} and ${conditions.join(' and ')} offset 0
  ) t
  where t.rank is not null ${byNewest} limit ${searchable}`;
}

/** @param itself the condition of the rows that are found already. */
function throughOwners(resource: Resource, itself: string, months?: string): string {
  const through = throughOf(resource);
  if (through === null) return '';
  const rows = (condition: string): string => `
      union all
      select t.* from owners o cross join lateral (
        select * from ${resource.plural} t
        where ${ofAccount} and t.${through.column} = any(o.ids) and ${condition} offset 0
      ) t where not (${itself})`;
  if (months !== undefined) {
    return `${rows(`t.search @@ coalesce(o.rest && ${months}, ${months})`)}
        and (o.rest is null or (select possible from verdict) is null)`;
  }
  return `${rows('t.search @@ o.rest')}${rows('o.rest is null')}`;
}

/** `found`: the newest rows of the way that sufficed. */
export const foundPart = `found as (
  select m.id, m.created_at, m.rank
  from steps s cross join lateral unnest(s.ids, s.ats, s.ranks) as m (id, created_at, rank)
  where (select suffices from verdict) and m.rank is not null
  union all select id, created_at, rank from recent where not exists (select from every)
  union all select id, created_at, rank from every
  order by created_at desc, id desc limit ${searchable}
)`;
