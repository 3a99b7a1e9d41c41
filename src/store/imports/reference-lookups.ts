import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';
import { fold, isId } from '../../resources/vocabulary/formats.ts';
import { withoutInvisible } from '../../resources/vocabulary/invisible.ts';

/** The value by which a row names another record. */
export type LookupField = 'name' | 'email' | 'external_id' | 'id';

/** How a value is compared: equal texts name the same record. */
export const lookupKey = (by: LookupField, value: string): string => {
  if (by === 'name') return fold(value.trim().replace(/\s+/gu, ' '));
  return by === 'id' ? value : withoutInvisible(value).trim().toLowerCase();
};

const expressions: Readonly<Record<LookupField, string>> = {
  name: 't.name_folded',
  email: 'lower(t.email)',
  external_id: 'lower(t.external_id)',
  id: 't.id::text',
};

/** Waits for other imports of the account that look up names to make what is missing, and holds them until the end. */
export const lockNames = (transaction: Queryable, accountId: string): Promise<unknown> =>
  transaction.query('select 1 as held from accounts where id = $1::bigint for no key update', [accountId]);

/** Finds the live records of a family with these values. @returns the ids by `lookupKey`. */
export async function findByValues(
  transaction: Queryable,
  { plural }: Resource,
  { accountId, by, keys }: { readonly accountId: string; readonly by: LookupField; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const compared = by === 'id' ? 't.id = any($2::bigint[])' : `${expressions[by]} = any($2::text[])`;
  const rows = await transaction.query<{ key: string; ids: string[] }>(
    `select ${expressions[by]} as key, array_agg(t.id::text order by t.id) as ids from ${plural} t
    where t.account_id = $1::bigint and t.deleted_at is null and ${compared} group by 1`,
    [accountId, by === 'id' ? keys.filter(isId) : keys],
  );
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}

/** The values by which rows name these records, by id. */
export async function valuesOfRecords(
  transaction: Queryable,
  { plural }: Resource,
  { accountId, by, ids }: { readonly accountId: string; readonly by: LookupField; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction.query<{ id: string; value: string | null }>(
    `select t.id, t.${by}::text as value from ${plural} t where t.account_id = $1::bigint and t.id = any($2::bigint[])`,
    [accountId, ids],
  );
  return new Map(rows.map(({ id, value }) => [id, value ?? '']));
}

/** A record as its table stores it. */
export interface StoredRecord {
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The next live records of a family in the order of their ids. */
export const nextRecords = (
  transaction: Queryable,
  { plural }: Resource,
  { accountId, after, most }: { readonly accountId: string; readonly after: string; readonly most: number },
): Promise<StoredRecord[]> =>
  transaction.query(
    `select t.id, to_jsonb(t) - 'search' as row from ${plural} t
    where t.account_id = $1::bigint and t.deleted_at is null and t.id > $2::bigint order by t.id limit $3::integer`,
    [accountId, after, most],
  );

/** The version of each of these records, by id, and whether it is deleted. Locks them against new references. */
export async function versionsOf(
  transaction: Queryable,
  { plural }: Resource,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly version: number; readonly isDeleted: boolean }>> {
  const rows = await transaction.query<{ id: string; version: number; deleted: boolean }>(
    `select t.id, t.version, t.deleted_at is not null as deleted from ${plural} t
    where t.account_id = $1::bigint and t.id = any($2::bigint[]) order by t.id for update`,
    [accountId, ids],
  );
  return new Map(rows.map(({ id, version, deleted }) => [id, { version, isDeleted: deleted }]));
}

/**
 * The ids of the records whose changes since these versions leave no trace: all are changes of imports, and each field
 * has its value of then again, because the imports were undone. An import that set the same values and was not undone
 * counts as a later change.
 */
export async function unchangedByUndone(
  transaction: Queryable,
  { plural }: Resource,
  accountId: string,
  records: readonly { readonly id: string; readonly version: number }[],
): Promise<ReadonlySet<string>> {
  if (records.length === 0) return new Set();
  const rows = await transaction.query<{ id: string }>(
    `with r as (select id, version from jsonb_to_recordset($3::jsonb) as r (id bigint, version integer)),
    later as (
      select r.id, c.id as change_id, c.source, c.action, c.fields
      from r join changes c on c.account_id = $1::bigint and c.resource = $2 and c.record_id = r.id and c.version > r.version
    ),
    fields as (
      select l.id, n.name, (array_agg(n.value -> 'from' order by l.change_id))[1] as before,
        (array_agg(n.value -> 'to' order by l.change_id desc))[1] as after
      from later l cross join jsonb_each(l.fields) as n (name, value) group by l.id, n.name
    )
    select r.id::text as id from r
    where exists (select 1 from later l where l.id = r.id)
      and not exists (select 1 from later l where l.id = r.id and (l.source <> 'import' or l.action <> 'update'))
      and not exists (select 1 from fields f where f.id = r.id and f.before is distinct from f.after)
      and not exists (
        select 1 from import_rows i join import_states s on s.account_id = $1::bigint and s.id = i.import_id
        where i.account_id = $1::bigint and i.record_id = r.id and i.version > r.version and i.result = 'updated'
          and i.undo is distinct from 'undone' and i.pass = s.pass and s.family = $2
          and s.status not in ('draft', 'checking', 'checked')
      )`,
    [accountId, plural, JSON.stringify(records)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The ids among these custom fields in which a live record of a family has a value. */
export async function filledFields(
  transaction: Queryable,
  { plural }: Resource,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction.query<{ id: string }>(
    `select f.id from unnest($2::text[]) as f(id) where exists (
      select from ${plural} t
      where t.account_id = $1::bigint and t.deleted_at is null and jsonb_exists(t.custom_fields, f.id))`,
    [accountId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
