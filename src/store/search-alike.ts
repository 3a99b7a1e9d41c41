import type { Resource } from '../resources/resource.ts';
import { foundNear } from './search-found.ts';
import { asksIndexes, byNewest, foundFirst, type Frame, judges, newest, newestOf, ofAccount } from './search-frame.ts';
import { type Asked, hasNearly, near, nearNamed, throughOf } from './search-matches.ts';

/** Rows found by every word or a spelling near it, in the same two ways; asked for only where literal ones lack. */
export function alike(frame: Frame): string[] {
  const { resource, asked, conditions, enough } = frame;
  const mistakable = asked.filter(({ term }) => term !== null);
  if (mistakable.length === 0) {
    return ['alike as (select null::bigint as id, null::timestamptz as created_at where false)'];
  }
  const lacking = `(select count(*) from literal) < ${enough}`;
  const known = mistakable.map(({ at }) => `exists (select from near_${at})`).join(' or ');
  const words = asked.map(hasNearly(resource)).join(' and ');
  const having = `${conditions.join(' and ')} and ${words} and t.id not in (select id from literal)`;
  const suffices = `(select count(*) from literal) + (select count(*) from near_recent) >= ${enough}`;
  return [
    ...mistakable.flatMap((word) => near(resource, word, lacking)),
    ...mistakable.flatMap((word) => throughOf(resource).map((through) => nearNamed(through, word))),
    `near_recent as materialized (
  select t.id, t.created_at from ${newestOf(resource, newest)}
  where ${judges(frame)} and ${lacking} and (${known}) and ${having} ${byNewest} limit ${enough}
)`,
    `alike as (
  select * from near_recent where ${suffices} or not ${asksIndexes(frame)}
  union all (
    select t.id, t.created_at from ${foundFirst(resource, `(\n      ${nearWays(resource, asked)})`)}
    where not (${suffices}) and ${asksIndexes(frame)} and ${having} ${byNewest} limit ${enough}
  )
)`,
  ];
}

/** Each way in which a row can have one of the words in a spelling near it, and perhaps the others. */
function nearWays(resource: Resource, asked: readonly Asked[]): string {
  const ways = asked.flatMap((word) => {
    if (word.term === null) return [];
    const others = asked.filter((other) => other !== word);
    const named = throughOf(resource).map(
      ({ column }) => `${ofAccount} and t.${column} = any(array(select id from near_named_${word.at}))`,
    );
    return [foundNear(resource, word, others), ...named];
  });
  return ways.map((way) => `(${way})`).join('\n      or ');
}
