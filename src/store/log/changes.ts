import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';
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

interface LoggedRecord {
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
