import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';
import type { NearName } from '../../resources/transfer/import-summary.ts';
import type { ImportOf } from './imports.ts';

/** Names are near with this similarity of their trigrams, or if one begins with the words of the other. */
const least = 0.5;
const mostOfName = 3;

/** The records on each side of the name in the order of names that are compared. */
const compared = 10;

/**
 * Finds live records whose names begin like these folded names. It compares the neighbours in the order of names alone,
 * so that its cost does not grow with the records. Records that the import itself made do not count.
 */
export async function nearNames(
  transaction: Queryable,
  { plural, fields }: Resource,
  { accountId, id }: ImportOf,
  names: readonly string[],
): Promise<ReadonlyMap<string, NearName['near']>> {
  const isEarlier = 'import' in fields ? 'and c.import_id is distinct from $3::bigint' : 'and $3::bigint is not null';
  const origin = 'import' in fields ? ', t.import_id' : '';
  const side = (comparison: string, direction: string): string => `(
    select t.id, t.name, t.name_folded${origin} from ${plural} t
    where t.account_id = $1::bigint and t.deleted_at is null and t.name_folded ${comparison} s.name collate "C"
    order by t.name_folded ${direction}, t.id ${direction} limit ${compared})`;
  const rows = await transaction.query<{ name: string; near: NearName['near'] }>(
    `select s.name, jsonb_agg(jsonb_build_object('id', n.id::text, 'name', n.name) order by n.likeness desc, n.id) as near
    from unnest($2::text[]) as s(name), lateral (
      select c.id, c.name, similarity(c.name_folded, s.name) as likeness
      from (${side('>', 'asc')} union all ${side('<', 'desc')}) c
      where (similarity(c.name_folded, s.name) >= ${least} or starts_with(c.name_folded, s.name || ' ')
        or starts_with(s.name, c.name_folded || ' ')) ${isEarlier}
      order by likeness desc, c.id limit ${mostOfName}
    ) n group by s.name`,
    [accountId, names, id],
  );
  return new Map(rows.map(({ name, near }) => [name, near]));
}
