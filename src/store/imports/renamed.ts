import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';

/** The names of a record before and after a change. */
export interface Renaming {
  readonly before: string;
  readonly after: string;
}

/** The records whose names these versions have changed, by id, without regard to case and spaces. */
export async function renamedBy(
  transaction: Queryable,
  { plural }: Resource,
  accountId: string,
  records: readonly { readonly id: string; readonly version: number }[],
): Promise<ReadonlyMap<string, Renaming>> {
  const rows = await transaction.query<Renaming & { id: string }>(
    `select n.id::text as id, n.name ->> 'from' as before, n.name ->> 'to' as after from (
      select r.id, coalesce(c.fields -> 'name', c.fields -> 'title') as name
      from jsonb_to_recordset($3::jsonb) as r (id bigint, version integer)
      join changes c on c.account_id = $1::bigint and c.resource = $2 and c.record_id = r.id and c.version = r.version
    ) n
    where lower(regexp_replace(n.name ->> 'from', '\\s+', '', 'g'))
      <> lower(regexp_replace(n.name ->> 'to', '\\s+', '', 'g'))`,
    [accountId, plural, JSON.stringify(records)],
  );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}
