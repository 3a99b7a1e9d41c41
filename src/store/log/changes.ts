import type { Queryable } from '../../database/engine.ts';
import type { Resource, Value } from '../../resources/resource.ts';
import type { Listing } from '../query/keyset.ts';
import { selecting } from '../query/page.ts';
import type { ListSelection } from '../query/selection.ts';
import { documentSize } from '../rows/stored-size.ts';
import { appending } from '../write/write.ts';

/** Appends to the log of all changes. The service never changes its rows. */
export const changeStatement = appending('changes', {
  at: 'timestamptz',
  resource: 'text',
  record_id: 'bigint',
  version: 'integer',
  action: 'text',
  user_id: 'bigint',
  via_user_id: 'bigint',
  source: 'text',
  request_id: 'text',
  fields: 'jsonb',
});

/** A stored change. */
export interface StoredChange {
  readonly id: string;
  readonly at: string;
  readonly resource: string;
  readonly record_id: string;
  readonly action: string;
  readonly user_id: string;
  readonly via_user_id: string | null;
  readonly source: string;
  readonly request_id: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

// The API shows a webhook by its public UUID, not by its stored id. For other rows Postgres reads nothing further.
const recordId = `case t.resource when 'webhooks'
  then (select w.public_id::text from webhooks w where w.account_id = $1::bigint and w.id = t.record_id)
  else t.record_id::text end as record_id`;

const columns = `t.id, t.at, t.resource, ${recordId}, t.action, t.user_id, t.via_user_id, t.source, t.request_id, t.fields`;

/** The list of changes, as `StoredChange`, the latest first. */
export const changeListing = ({ conditions, parameters }: ListSelection): Listing => ({
  table: 'changes',
  conditions,
  parameters,
  order: [{ column: 'id', type: 'bigint', descending: true, nullable: false }],
  select: selecting(columns, documentSize('t.fields')),
  keysOf: (row) => [row['id'] as string],
});

/** A record whose changes are in the log. */
export interface LoggedRecord {
  readonly accountId: string;
  readonly resource: Resource;
  readonly id: string;
}

/** The changes of one record. */
export const changesOf = ({ accountId, resource, id }: LoggedRecord): ListSelection => ({
  conditions: ['t.account_id = $1::bigint', 't.resource = $2', 't.record_id = $3::bigint'],
  parameters: [accountId, resource.plural, id],
});

/** The changes of a record since a version, the latest first. */
export const changesSince = (
  engine: Queryable,
  { accountId, resource, id }: LoggedRecord,
  version: number,
): Promise<Pick<StoredChange, 'at' | 'user_id' | 'fields'>[]> =>
  engine.query(
    `select at, user_id, fields from changes
    where account_id = $1::bigint and resource = $2 and record_id = $3::bigint and version > $4::integer
    order by id desc limit 200`,
    [accountId, resource.plural, id, version],
  );

/** A field of a record that changed after a version, by the name in the history. */
export interface PastField {
  readonly name: string;
  /** Its value at that version. */
  readonly value: Value;
  /** The last change of the field by another user since; null if there is none. */
  readonly other: Pick<StoredChange, 'at' | 'user_id'> | null;
}

/** The fields of a record that changed after a version. @param userId the user whose changes are not those of others. */
export async function fieldsSince(
  transaction: Queryable,
  { accountId, resource, id }: LoggedRecord,
  { version, userId }: { readonly version: number; readonly userId: string },
): Promise<PastField[]> {
  const rows = await transaction.query<Omit<PastField, 'other'> & { at: string | null; user_id: string | null }>(
    `with past as (
      select n.name, min(c.id) as first_id, max(c.id) filter (where c.user_id <> $5::bigint) as other_id
      from changes c, jsonb_object_keys(c.fields) as n (name)
      where c.account_id = $1::bigint and c.resource = $2 and c.record_id = $3::bigint and c.version > $4::integer
      group by n.name
    )
    select p.name, f.fields -> p.name -> 'from' as value, o.at, o.user_id
    from past p
    join changes f on f.account_id = $1::bigint and f.id = p.first_id
    left join changes o on o.account_id = $1::bigint and o.id = p.other_id
    order by p.first_id, p.name`,
    [accountId, resource.plural, id, version, userId],
  );
  return rows.map(({ name, value, at, user_id }) => ({
    ...{ name, value },
    other: at === null || user_id === null ? null : { at, user_id },
  }));
}

/** The fields that one change of each of these records changed, by record id. */
export async function fieldsOfChanges(
  transaction: Queryable,
  { accountId, resource }: Pick<LoggedRecord, 'accountId' | 'resource'>,
  records: readonly { readonly id: string; readonly version: number }[],
): Promise<ReadonlyMap<string, Readonly<Record<string, { readonly from: Value }>>>> {
  const rows = await transaction.query<{ record_id: string; fields: Record<string, { from: Value }> }>(
    `select c.record_id, c.fields
    from jsonb_to_recordset($3::jsonb) as r(id bigint, version integer)
    join changes c on c.account_id = $1::bigint and c.resource = $2 and c.record_id = r.id and c.version = r.version`,
    [accountId, resource.plural, JSON.stringify(records)],
  );
  return new Map(rows.map(({ record_id: id, fields }) => [id, fields]));
}
