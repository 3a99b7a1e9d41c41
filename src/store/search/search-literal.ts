import type { Resource } from '../../resources/resource.ts';
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
import { monthKey } from '../rows/search-text.ts';

/**
 * If at least `telling` of the newest rows match, the words are common: checking the next `further` rows fills a page
 * faster than an index, which returns every row that has the words.
 */
const telling = 8;
const further = 2250;

/** Finds rows that have every word: among the newest rows if these suffice, otherwise by the indexes. */
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

/** The condition of the rows of `t` that have every word. */
export const every = ({ resource, asked }: Frame): string => asked.map(hasWord(resource)).join(' and ');

/** `recent` contains matches among the newest rows; `common` adds the next rows if the words are common. */
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

/** `young`: rows of the last months; `walked`: rows checked in order, if no word is selective; `old`: all rows. */
function foundByIndexes(frame: Frame): string[] {
  const { resource, asked, conditions, enough } = frame;
  const having = `${conditions.join(' and ')} and ${every(frame)} ${byNewest} limit ${enough}`;
  const wanted = `(select count(*) from common) < ${enough} and ${asksIndexes(frame)}`;
  // If all words are too common for the index, a scan from the newest row fills a page soon.
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

/** The safety factor on the number of rows, estimated from the newest rows. */
const margin = 1.5;
const mostMonths = "interval '60 months'";

/**
 * The keys of the months that probably contain enough matches, if any of the newest rows matches. For a word in one
 * row of a hundred, a page then need not read all of those rows. The months reach back from the latest month, so that
 * no newer row is left out. There are none if they would be too many.
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
