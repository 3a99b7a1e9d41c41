import { auditLog } from '../resources/logs.ts';
import type { Resource } from '../resources/resource.ts';
import type { Param } from '../store/engine.ts';
import type { SortKey } from '../store/keyset.ts';
import { selecting } from '../store/page.ts';
import { seenBy } from '../store/seen.ts';
import type { Store } from '../store/store.ts';
import type { Call } from './call.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { notFound } from './judge.ts';
import { type LogRequest, logSelection } from './log-request.ts';
import { isId } from './references.ts';
import { type Part, readPart, type Wish } from './window.ts';

interface PastChange {
  readonly id: string;
  readonly at: string;
  readonly resource: string;
  readonly record_id: string;
  readonly action: string;
  readonly user_id: string;
  readonly via_user_id: string | null;
  readonly source: string;
  readonly request_id: string | null;
  readonly fields: unknown;
}

const latestFirst: readonly SortKey[] = [{ column: 'id', type: 'bigint', descending: true, nullable: false }];

// A webhook is shown by another id than that by which it is kept; of other rows nothing further is read.
const recordId = `case t.resource when 'webhooks'
  then (select w.public_id::text from webhooks w where w.account_id = t.account_id and w.id = t.record_id)
  else t.record_id::text end as record_id`;

const columns = `t.id, t.at, t.resource, ${recordId}, t.action, t.user_id, t.via_user_id, t.source, t.request_id, t.fields`;

async function readChanges(store: Store, conditions: readonly string[], parameters: readonly Param[], wish: Wish) {
  return await readPart<PastChange>(
    store.engine,
    {
      table: 'changes',
      conditions,
      parameters,
      order: latestFirst,
      select: selecting(columns),
      keysOf: (row) => [row['id'] as string],
    },
    wish,
  );
}

/** `user` is who acted, `via` the token's owner when that is someone else. */
function shown(call: Call, change: PastChange, whose: boolean): string {
  const { id, at, action, source, request_id: requestId, fields } = change;
  const user = call.directory.embedded('users', change.user_id);
  const via = call.directory.embedded('users', change.via_user_id);
  const record = whose ? `,"resource":"${change.resource}","record_id":"${change.record_id}"` : '';
  return (
    `{"id":"${id}","at":"${at}"${record},"action":"${action}","user":${user},"via":${via},` +
    `"source":"${source}","request_id":${JSON.stringify(requestId)},"fields":${JSON.stringify(fields)}}`
  );
}

const show = (store: Store, call: Call, changes: readonly PastChange[], whose: boolean): Promise<string[]> =>
  withFreshDirectory(store, call, async (fresh) => changes.map((change) => shown(fresh, change, whose)));

/** Whether there is, or was, such a record for whoever asks. */
async function exists(store: Store, call: Call, resource: Resource, id: string): Promise<boolean> {
  const { accountId, userId } = call.actor;
  const wanted = ['account_id = $1::bigint', 'id = $2::bigint', ...seenBy(resource, '$3')].join(' and ');
  const found = await store.engine.query(`select 1 as found from ${resource.plural} where ${wanted}`, [
    ...[accountId, id],
    ...(resource.personal ? [userId] : []),
  ]);
  return found.length > 0;
}

/** What was done to one record, deleted or not. A record of another account has no history. */
export async function readHistory(
  store: Store,
  call: Call,
  record: { resource: Resource; id: string },
  wish: Wish,
): Promise<Part> {
  const { resource, id } = record;
  if (!isId(id)) throw notFound(resource, id);
  const conditions = ['t.account_id = $1::bigint', 't.resource = $2', 't.record_id = $3::bigint'];
  const page = await readChanges(store, conditions, [call.actor.accountId, resource.plural, id], wish);
  // The first admin of an account was made before there was anyone to have made it.
  const isDoubtful = page.rows.length === 0 || resource.personal;
  if (isDoubtful && !(await exists(store, call, resource, id))) throw notFound(resource, id);
  return { json: await show(store, call, page.rows, false), links: page.links };
}

/** What was done in the account. */
export async function readAuditLog(store: Store, call: Call, asked: LogRequest): Promise<Part> {
  const { conditions, parameters } = logSelection(call, auditLog, asked.filters);
  const page = await readChanges(store, conditions, parameters, asked);
  return { json: await show(store, call, page.rows, true), links: page.links };
}
