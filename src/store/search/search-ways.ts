import type { Resource } from '../../resources/resource.ts';
import { newestFirst, orderBy } from '../query/keyset.ts';
import { rankOf, type Sought, throughOf, withinAccount } from './search-matches.ts';

/** The inputs of all ways to find rows. */
export interface Frame {
  readonly resource: Resource;
  readonly words: readonly Sought[];
  /** Conditions over `t`. */
  readonly conditions: readonly string[];
  /** A condition without which no row matches. */
  readonly gate: string;
}

/** The number of matches, from the first, that clients can read. Ranks are compared among so many of the newest. */
export const searchable = 1000;

const ofAccount = 't.account_id = $1::bigint';
const live = 't.deleted_at is null';
const byNewest = orderBy(newestFirst, false);
const enough = '(select enough from asked)';

/** Whether the newest rows are read first. Not if the search includes deleted rows: no index has those in order. */
const walks = ({ conditions }: Frame): boolean => conditions.includes(ofAccount) && conditions.includes(live);

/** Whether `best` matches of rank A among `found` matches fill the page. */
const suffices = `best >= ${enough} or found >= ${searchable}`;

/** How many times as many rows as were read have to be read to fill the page, by the matches among them. */
const times = `least(${enough}::float8 / nullif(best, 0), ${searchable}::float8 / nullif(found, 0))`;

/** The number of rows that a step of the walk reads. */
const chunk = 400;

/** The number of rows within which a walk has to fill the page. The indexes find more distant rows faster. */
const mostWalked = 2500;

/** The limit of the months that a search looks for. */
const mostMonths = 12;

/** The safety factor on the time in which enough rows were created, estimated from the newest rows. */
const margin = 2;

/**
 * `walked`: the matches among the newest rows, checked one by one. Each row is a step of `chunk` rows, with its matches
 * as arrays. The walk goes on while it is likely to fill the page soon. `walk`: whether it did, and the months in which
 * enough matches were probably created; null if it met none, or if they are too many.
 */
export function walked(frame: Frame): string {
  const { resource, words, conditions, gate } = frame;
  return `walked as (
  select 0::bigint as read, 0::bigint as found, 0::bigint as best, null::timestamptz as newest,
    'infinity'::timestamptz as at, 0::bigint as id, null::bigint[] as ids, null::timestamptz[] as ats,
    null::integer[] as ranks
  where ${walks(frame)} and ${gate}
  union all
  select read + step.rows, found + step.matches, best + step.ranked_a, coalesce(newest, step.ats[1]),
    step.ats[${chunk}], step.ids[${chunk}], step.ids, step.ats, step.ranks
  from walked w cross join lateral (
    select count(*) as rows, count(rank) as matches, count(*) filter (where rank = 1) as ranked_a,
      array_agg(t.id) as ids, array_agg(t.created_at) as ats, array_agg(t.rank) as ranks
    from (
      select t.id, t.created_at, case when t.rank is not null and ${conditions.join(' and ')} then t.rank end as rank
      from (
        select t.*, ${rankOf(resource, words)} as rank from (
          select * from ${resource.plural} t
          where ${ofAccount} and ${live} and (t.created_at, t.id) < (w.at, w.id) ${byNewest} limit ${chunk}
        ) t offset 0
      ) t offset 0
    ) t
  ) step
  where w.at is not null and not (${suffices}) and (read = 0 or read * ${times} <= ${mostWalked})
),
walk as materialized (
  select at is null or ${suffices} as suffices,
    (
      select string_agg('''' || $1::bigint || '#' || to_char(month, 'YYYY-MM') || '''', ' | ')::tsquery
      from generate_series(newest at time zone 'UTC' - span, newest at time zone 'UTC' + interval '1 month', '1 month') month
      where span < interval '${mostMonths} months'
    ) as months
  from (select *, (newest - at) * ${margin} * ${times} as span from walked) walked order by read desc limit 1
)`;
}

/**
 * `young`: the rows of `months` that have every word, by the indexes. `old`: all rows that have every word, by the
 * indexes, if neither the walk nor the young rows suffice.
 */
export function indexed(frame: Frame): string {
  const { gate } = frame;
  const isDone = `coalesce((select suffices from walk), false)`;
  const isYoung = `(select ${suffices} from (
      select count(*) as found, count(*) filter (where rank = 1) as best from young
    ) young)`;
  return `young as materialized (
${byIndex(frame, `(select months from walk) is not null and not ${isDone}`, '(select months from walk)')}
),
old as materialized (
${byIndex(frame, `${gate} and not ${isDone} and not ${isYoung}`)}
)`;
}

/**
 * The rows that the index finds: those that have all words themselves, and those whose owner has some of the words in
 * its title and that have the others.
 * @param months the months of creation to search, if limited.
 */
function byIndex({ resource, words, conditions }: Frame, when: string, months?: string): string {
  const inMonths = (query: string): string => (months === undefined ? query : `(${query} && ${months})`);
  const itself = `t.search @@ (select ${inMonths('together')} from asked)`;
  const through = throughOf(resource);
  const ofOwner = (conditionsOfRow: string): string => `
      union all
      select t.* from owners o cross join lateral (
        select * from ${resource.plural} t
        where t.account_id = $1::bigint and t.${through?.column ?? ''} = any(o.ids) and ${conditionsOfRow} offset 0
      ) t where not (${itself})`;
  const rest = months === undefined ? 'o.rest' : `coalesce(o.rest && ${months}, ${months})`;
  const throughOwner =
    through === null ? '' : `${ofOwner(`t.search @@ ${rest}`)}${months === undefined ? ofOwner('o.rest is null') : ''}`;
  return `  select t.id, t.created_at, t.rank from (
    select t.*, ${rankOf(resource, words)} as rank from (
      select * from ${resource.plural} t where ${withinAccount('t')} and ${itself}${throughOwner}
    ) t offset 0
  ) t
  where ${when} and t.rank is not null and ${conditions.join(' and ')}
  ${byNewest} limit ${searchable}`;
}

/** `found`: the newest rows of the way that sufficed. */
export const foundPart = `found as (
  select m.id, m.created_at, m.rank
  from walked w cross join lateral unnest(w.ids, w.ats, w.ranks) as m (id, created_at, rank)
  where (select suffices from walk) and m.rank is not null
  union all select id, created_at, rank from young where not exists (select from old)
  union all select id, created_at, rank from old
  order by created_at desc, id desc limit ${searchable}
)`;
