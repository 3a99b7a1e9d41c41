import { foundNear } from './search-found.ts';
import { asksIndexes, foundFirst, type Frame, newest, byNewest, newestOf } from './search-frame.ts';
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
  const fresh = 't.id not in (select id from literal)';
  const suffices = `(select count(*) from literal) + (select count(*) from near_recent) >= ${enough}`;
  return [
    ...mistakable.flatMap((word) => near(resource, word, lacking)),
    ...mistakable.flatMap((word) => throughOf(resource).map((through) => nearNamed(through, word))),
    `near_recent as materialized (
  select t.id, t.created_at from ${newestOf(resource, newest)}
  where (select judges from judges) and ${lacking} and (${known}) and ${conditions}
    and ${asked.map(hasNearly(resource)).join(' and ')} and ${fresh} ${byNewest} limit ${enough}
)`,
    `alike as (
  select * from near_recent where ${suffices} or not ${asksIndexes}
  union all (
    select t.id, t.created_at from (
      ${mistakable.flatMap((word) => nearRows(frame, word)).join('\n      union ')}
    ) t where not (${suffices}) and ${asksIndexes} and ${fresh} ${byNewest} limit ${enough}
  )
)`,
  ];
}

/** The rows that have a word in a spelling near it, and the other words in any. */
function nearRows({ resource, asked, conditions }: Frame, word: Asked): string[] {
  const others = asked.filter((other) => other !== word);
  const where = [conditions, ...asked.map(hasNearly(resource))].join(' and ');
  const own = `select t.id, t.created_at from ${foundFirst(resource, foundNear(resource, word, others))} where ${where}`;
  const through = throughOf(resource).map(
    ({ column }) => `select t.id, t.created_at from near_named_${word.at} near
      join ${resource.plural} t on t.${column} = near.id where ${where}`,
  );
  return [own, ...through];
}
