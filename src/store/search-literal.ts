import type { Resource } from '../resources/resource.ts';
import { foundByWords, waysPart } from './search-found.ts';
import {
  asksIndexes,
  foundFirst,
  type Frame,
  judges,
  live,
  newest,
  byNewest,
  newestOf,
  ofAccount,
} from './search-frame.ts';
import { hasWord, isEverywhere } from './search-matches.ts';
import { monthKey } from './search-text.ts';

/**
 * Where so many of the newest rows are found, the words are so common that the next ones fill a page sooner than an
 * index, which would bring every row that has them.
 */
const telling = 8;
const further = 2250;

/** Rows found by every word: the newest ones where they suffice, else by the indexes. */
export function literal(frame: Frame): string[] {
  const { enough } = frame;
  return [
    ...judgedOneByOne(frame),
    ...foundByIndexes(frame),
    `literal as materialized (
  select * from common where (select count(*) from common) >= ${enough} or not ${asksIndexes(frame)}
  union all select * from young where (select count(*) from young) = ${enough}
  union all select * from walked
  union all select * from old
)`,
  ];
}

/** A condition of the rows of `t` that have every word. */
export const every = ({ resource, asked }: Frame): string => asked.map(hasWord(resource)).join(' and ');

/** `recent`: the newest; `common`: and the next ones, where the words are common. */
function judgedOneByOne(frame: Frame): string[] {
  const { resource, conditions, enough } = frame;
  const having = `${conditions.join(' and ')} and ${every(frame)} ${byNewest} limit ${enough}`;
  return [
    `recent as materialized (
  select t.id, t.created_at from ${newestOf(resource, newest)} where ${judges(frame)} and ${having}
)`,
    `common as materialized (
  select * from recent union all (
    select t.id, t.created_at from ${newestOf(resource, further, newest)}
    where (select count(*) from recent) >= ${telling} and (select count(*) from recent) < ${enough} and ${having}
  )
)`,
  ];
}

/** `young`: of the last months; `walked`: one after the other, where no word leads to few; `old`: of all times. */
function foundByIndexes(frame: Frame): string[] {
  const { resource, asked, conditions, enough } = frame;
  const having = `${conditions.join(' and ')} and ${every(frame)} ${byNewest} limit ${enough}`;
  const wanted = `(select count(*) from common) < ${enough} and ${asksIndexes(frame)}`;
  // Words that are everywhere lead nowhere; from the newest on a page of them is soon found.
  const walks = `(${asked.map((word) => isEverywhere(resource, word)).join(' and ')})`;
  const found = (months?: string): string =>
    `lateral ${foundFirst(resource, `(\n      ${foundByWords(resource, asked, months)})`)}`;
  return [
    waysPart(resource, asked),
    lately(resource, enough),
    `young as materialized (
  select t.id, t.created_at from ways, lately, ${found('lately.months')} where ${wanted} and not ${walks} and ${having}
)`,
    `walked as materialized (
  select t.id, t.created_at from ${resource.plural} t where ${wanted} and ${walks} and ${having}
)`,
    `old as materialized (
  select t.id, t.created_at from ways, ${found()}
  where ${wanted} and not ${walks} and (select count(*) from young) < ${enough} and ${having}
)`,
  ];
}

/** So many times as many rows as should suffice, by what the newest have. */
const margin = 1.5;
const mostMonths = "interval '60 months'";

/**
 * The keys of the months in which enough rows have probably been made, where any of the newest has the words: a page of
 * a word that a hundredth of all have need not look at that hundredth. They reach from the last month backwards, so that
 * nothing newer is left; none where they would be too many.
 */
const lately = ({ plural }: Resource, enough: number): string => `lately as materialized (
  select array(
    select '${monthKey('')}' || to_char(made, 'YYYY-MM')
    from generate_series(date_trunc('month', latest - span), latest, '1 month') made
  ) as months
  from (
    select latest, least((latest - earliest) * (${margin * enough} / greatest(found, 1)), ${mostMonths}) as span from (
      select max(created_at) at time zone 'UTC' as latest, min(created_at) at time zone 'UTC' as earliest,
        (select count(*) from recent) as found
      from (select t.created_at from ${plural} t where ${ofAccount} and ${live} ${byNewest} limit ${newest}) t
    ) newest where found > 0
  ) estimate where span < ${mostMonths}
)`;
