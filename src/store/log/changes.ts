import type { Queryable } from '../../database/engine.ts';
import type { Resource, Value } from '../../resources/resource.ts';
import type { Listing } from '../query/keyset.ts';
import { selecting } from '../query/page.ts';
import type { ListSelection } from '../query/selection.ts';
import { batchesOf } from '../rows/batches.ts';
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

/** A part of a record's history. */
interface HistoryRange {
  readonly id: string;
  /** The version before the first change. */
  readonly version: number;
  /** The version that the last change made; null for the current one. */
  readonly until: number | null;
}

/** A field of a record that changed within a range of its history, by the name in the history. */
export interface PastField {
  readonly name: string;
  /** Its value before the range. */
  readonly value: Value;
  /** The last change of the field by another user since, or by anybody after the range; null if there is none. */
  readonly other: Pick<StoredChange, 'at' | 'user_id'> | null;
}

interface PastRow extends Omit<PastField, 'other'> {
  readonly index: number;
  readonly at: string | null;
  readonly user_id: string | null;
}

/** The fields that changed within each range. @param userId the user whose changes are not those of others. */
export async function fieldsWithin(
  transaction: Queryable,
  { accountId, resource, userId }: Pick<LoggedRecord, 'accountId' | 'resource'> & { readonly userId: string },
  ranges: readonly HistoryRange[],
): Promise<readonly PastField[][]> {
  const rows = await transaction.query<PastRow>(
    `with past as (
      select r.index, n.name, min(c.id) filter (where r.until is null or c.version <= r.until) as first_id,
        max(c.id) filter (where c.user_id <> $4::bigint or c.version > r.until) as other_id
      from jsonb_to_recordset($3::jsonb) as r (index integer, id bigint, version integer, until integer)
      join changes c on c.account_id = $1::bigint and c.resource = $2 and c.record_id = r.id and c.version > r.version
      cross join jsonb_object_keys(c.fields) as n (name)
      group by r.index, n.name
    )
    select p.index, p.name, f.fields -> p.name -> 'from' as value, o.at, o.user_id
    from past p
    join changes f on f.account_id = $1::bigint and f.id = p.first_id
    left join changes o on o.account_id = $1::bigint and o.id = p.other_id
    order by p.index, p.first_id, p.name`,
    [accountId, resource.plural, JSON.stringify(ranges.map((range, index) => ({ index, ...range }))), userId],
  );
  const fields = ranges.map((): PastField[] => []);
  for (const { index, name, value, at, user_id: by } of rows) {
    fields[index]?.push({ name, value, other: at === null || by === null ? null : { at, user_id: by } });
  }
  return fields;
}

/** The size of the history of each record after a version, in bytes, by id. */
export async function historySizes(
  engine: Queryable,
  { accountId, resource }: Pick<LoggedRecord, 'accountId' | 'resource'>,
  ranges: readonly HistoryRange[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const batch of batchesOf(ranges)) {
    const rows = await engine.query<{ id: string; size: number }>(
      `select r.id, sum(${documentSize('c.fields')})::float8 as size
      from jsonb_to_recordset($3::jsonb) as r (id bigint, version integer)
      join changes c on c.account_id = $1::bigint and c.resource = $2 and c.record_id = r.id and c.version > r.version
      group by r.id`,
      [accountId, resource.plural, JSON.stringify(batch)],
    );
    for (const { id, size } of rows) sizes.set(id, size);
  }
  return sizes;
}
