import type { Resource } from '../resources/resource.ts';
import type { Param } from './engine.ts';
import { type Asked, hasNearly, hasWord, named, near, nearNamed, throughOf, withinAccount } from './search-matches.ts';
import type { SearchWord } from './search-words.ts';

/** What is searched, and for what. */
export interface Search {
  readonly resource: Resource;
  readonly words: readonly SearchWord[];
  /** Over `t`; their parameters are `$1` …, the account first. */
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
  /** The keys that will be shown, all of them unless given. */
  readonly keys?: readonly string[] | undefined;
}

/** Which of the rows found are wanted: from one place up to, and without, another. */
export interface Reach {
  readonly start: number;
  readonly end: number;
}

/**
 * So many of the newest rows are judged one by one before the indexes are asked: common words fill a page from them,
 * and an index would bring every row that has a common word.
 */
const newest = 1000;

const ofAccount = 't.account_id = $1::bigint';
const live = 't.deleted_at is null';
const newestFirst = 'order by t.created_at desc, t.id desc';

interface Frame {
  readonly resource: Resource;
  readonly asked: readonly Asked[];
  /** The conditions as one. */
  readonly conditions: string;
  /** The parameter that says how many rows are needed. */
  readonly end: string;
}

/**
 * The select that picks a page of what is found, rows of the table with their `search_place`: first those that have
 * every word literally, newest first; where these do not reach the end, those that have words of similar spelling.
 */
export function searchStatement(search: Search, reach: Reach): { sql: string; parameters: Param[] } {
  const { resource, words, conditions } = search;
  const parameters = [...search.parameters];
  const holder = (value: Param, type: string): string => `$${parameters.push(value)}::${type}`;
  const asked = words.map(({ compare, text, whole, term }, at) => ({
    at,
    compare,
    text: holder(text, 'text'),
    whole: whole.length > 0 && resource.searched?.words !== undefined ? holder(whole, 'text[]') : null,
    term: term === null ? null : holder(term, 'text'),
  }));
  // In the text they would make a statement of each page, of which a connection keeps every one that comes again.
  const start = holder(reach.start, 'bigint');
  const end = holder(reach.end, 'bigint');
  const frame = { resource, asked, conditions: conditions.join(' and '), end };
  const judges = conditions.includes(ofAccount) && conditions.includes(live);
  const sql = `with ${[older(resource, judges), ...literal(frame), ...alike(frame)].join(',\n')},
placed as (
  select id, row_number() over (order by rank, created_at desc, id desc) as place from (
    select id, created_at, 1 as rank from literal union all select id, created_at, 2 from alike
  ) found order by place limit ${end} - ${start} offset ${start}
)
select t.*, placed.place as search_place from placed
join ${resource.plural} t on ${ofAccount} and t.id = placed.id`;
  return { sql, parameters };
}

/** A row where more are live than are judged one by one. Where others than live ones count, none are. */
const older = ({ plural }: Resource, judges: boolean): string => `judges as (select ${judges} as judges),
older as materialized (
  select t.id from ${plural} t where ${ofAccount} and ${live} ${newestFirst} limit 1 offset ${newest}
)`;

const asksIndexes = '(exists (select from older) or not (select judges from judges))';

/** Rows found by every word: the newest ones where they suffice, else by the indexes. */
function literal({ resource, asked, conditions, end }: Frame): string[] {
  const names = throughOf(resource).flatMap((through) => asked.map((word) => named(through, word)));
  const judged = asked.map(hasWord(resource, 'judged')).join(' and ');
  const found = foundFirst(resource, asked.map(hasWord(resource, 'found')).join(' and '));
  return [
    ...names,
    `recent as materialized (
  select t.id, t.created_at from ${newestOf(resource)}
  where (select judges from judges) and ${conditions} and ${judged} ${newestFirst} limit ${end}
)`,
    `literal as materialized (
  select * from recent where (select count(*) from recent) = ${end} or not ${asksIndexes}
  union all (
    select t.id, t.created_at from ${found}
    where (select count(*) from recent) < ${end} and ${asksIndexes} and ${conditions} ${newestFirst} limit ${end}
  )
)`,
  ];
}

const newestOf = ({ plural }: Resource): string => `(
    select * from ${plural} t where ${ofAccount} and ${live} ${newestFirst} limit ${newest}
  ) t`;

/** Rows that the indexes of words find before anything else is asked of them, so that no other index is taken. */
const foundFirst = ({ plural }: Resource, words: string): string => `(
      select t.* from ${plural} t where ${withinAccount('t')} and ${words} offset 0
    ) t`;

/** Rows found by every word or a spelling near it, in the same two ways; asked for only where literal ones lack. */
function alike(frame: Frame): string[] {
  const { resource, asked, conditions, end } = frame;
  const mistakable = asked.filter(({ term }) => term !== null);
  if (mistakable.length === 0) {
    return ['alike as (select null::bigint as id, null::timestamptz as created_at where false)'];
  }
  const lacking = `(select count(*) from literal) < ${end}`;
  const known = mistakable.map(({ at }) => `exists (select from near_${at})`).join(' or ');
  const fresh = 't.id not in (select id from literal)';
  const enough = `(select count(*) from literal) + (select count(*) from near_recent) >= ${end}`;
  return [
    ...mistakable.map((word) => near(resource, word, lacking)),
    ...mistakable.flatMap((word) => throughOf(resource).map((through) => nearNamed(through, word))),
    `near_recent as materialized (
  select t.id, t.created_at from ${newestOf(resource)}
  where (select judges from judges) and ${lacking} and (${known}) and ${conditions}
    and ${asked.map(hasNearly(resource)).join(' and ')} and ${fresh} ${newestFirst} limit ${end}
)`,
    `alike as (
  select * from near_recent where ${enough} or not ${asksIndexes}
  union all (
    select t.id, t.created_at from (
      ${mistakable.flatMap((word) => nearRows(frame, word)).join('\n      union ')}
    ) t where not (${enough}) and ${asksIndexes} and ${fresh} ${newestFirst} limit ${end}
  )
)`,
  ];
}

/** The rows that have a word in a spelling near it, and the other words in any. */
function nearRows({ resource, asked, conditions }: Frame, word: Asked): string[] {
  const others = asked.filter((other) => other !== word).map(hasNearly(resource));
  const where = [conditions, ...others].join(' and ');
  const own = `select t.id, t.created_at from near_${word.at} near cross join lateral ${foundFirst(
    resource,
    't.search_text like near.pattern',
  )} where near.resource = '${resource.plural}' and ${where}`;
  const through = throughOf(resource).map(
    ({ column }) => `select t.id, t.created_at from near_${column}_${word.at} near
      join ${resource.plural} t on t.${column} = near.id where ${where}`,
  );
  return [own, ...through];
}
