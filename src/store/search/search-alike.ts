import type { Resource } from '../../resources/resource.ts';
import { foundNear } from './search-found.ts';
import { asksIndexes, byNewest, foundFirst, type Frame, judges, newest, newestOf, ofAccount } from './search-frame.ts';
import { every } from './search-literal.ts';
import { type Asked, hasNearly, near, nearNamed, throughOf } from './search-matches.ts';

/** Finds rows that have every word or a similar spelling, but not every word literally, in the same two ways. */
export function alike(frame: Frame): string[] {
  const { resource, asked, conditions, enough } = frame;
  const mistakable = asked.filter(({ term }) => term !== null);
  const known = mistakable.map(({ at }) => `exists (select from near_${at})`).join(' or ');
  const nearly = asked.map(hasNearly(resource)).join(' and ');
  const having = `${conditions.join(' and ')} and ${nearly} and (${every(frame)}) is not true`;
  const suffices = `(select count(*) from near_recent) >= ${enough}`;
  return [
    ...mistakable.flatMap((word) => near(resource, word)),
    ...mistakable.flatMap((word) => throughOf(resource).map((through) => nearNamed(through, word))),
    `near_recent as materialized (
  select t.id, t.created_at from ${newestOf(resource, newest)}
  where ${judges(frame)} and (${known}) and ${having} ${byNewest} limit ${enough}
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

/** The conditions under which a row has one of the words in a similar spelling, and possibly the others. */
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
