import { auditLog } from '../../resources/logs.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Param } from '../../database/engine.ts';
import type { SortKey } from '../../store/query/keyset.ts';
import { selecting } from '../../store/query/page.ts';
import { documentSize } from '../../store/rows/stored-size.ts';
import { visibleTo } from '../../store/rows/visibility.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { notFound } from '../not-found.ts';
import { type LogRequest, logSelection } from './log-request.ts';
import { isId } from '../ids.ts';
import { type EmbeddedUser, embeddedUser } from './embedded.ts';
import { type ListPage, mapped, readListPage, type PageRequest } from './pagination.ts';

/** A change as the history of its record shows it. */
export interface Change {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  /** The acting user. */
  readonly user: EmbeddedUser;
  /** The token's owner, if that is another user. */
  readonly via: EmbeddedUser | null;
  readonly source: string;
  readonly request_id: string | null;
  readonly fields: unknown;
}

/** A change as the audit log shows it. */
export interface AuditedChange extends Change {
  readonly resource: string;
  readonly record_id: string;
}

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

// The API shows a webhook by its public UUID, not by its stored id. For other rows Postgres reads nothing further.
const recordId = `case t.resource when 'webhooks'
  then (select w.public_id::text from webhooks w where w.account_id = $1::bigint and w.id = t.record_id)
  else t.record_id::text end as record_id`;

const columns = `t.id, t.at, t.resource, ${recordId}, t.action, t.user_id, t.via_user_id, t.source, t.request_id, t.fields`;

async function readChanges(
  context: StoreContext,
  conditions: readonly string[],
  parameters: readonly Param[],
  pageRequest: PageRequest,
) {
  return await readListPage<PastChange>(
    context.store.engine,
    {
      table: 'changes',
      conditions,
      parameters,
      order: latestFirst,
      select: selecting(columns, documentSize('t.fields')),
      keysOf: (row) => [row['id'] as string],
    },
    pageRequest,
  );
}

function told({ directory }: RequestContext, change: PastChange): Change {
  const { id, at, action, source, request_id, fields } = change;
  const [user, via] = [embeddedUser(directory, change.user_id), embeddedUser(directory, change.via_user_id)];
  return { id, at, action, user, via, source, request_id, fields };
}

function audited(context: RequestContext, change: PastChange): AuditedChange {
  const { id, at, ...more } = told(context, change);
  return { id, at, resource: change.resource, record_id: change.record_id, ...more };
}

/** Whether the acting user sees a record with this id, live or deleted. */
async function exists(context: StoreContext, resource: Resource, id: string): Promise<boolean> {
  const { accountId, userId } = context.actor;
  const wanted = ['account_id = $1::bigint', 'id = $2::bigint', ...visibleTo(resource, '$3')].join(' and ');
  const found = await context.store.engine.query(`select 1 as found from ${resource.plural} where ${wanted}`, [
    ...[accountId, id],
    ...(resource.personal ? [userId] : []),
  ]);
  return found.length > 0;
}

/** The changes to one record, live or deleted. A record of another account has no history. */
export async function readHistory(
  context: StoreContext,
  record: { resource: Resource; id: string },
  pageRequest: PageRequest,
): Promise<ListPage<Change>> {
  const { resource, id } = record;
  if (!isId(id)) throw notFound(resource, id);
  const conditions = ['t.account_id = $1::bigint', 't.resource = $2', 't.record_id = $3::bigint'];
  const page = await readChanges(context, conditions, [context.actor.accountId, resource.plural, id], pageRequest);
  // The first admin of an account has no creation in its history, because no user existed to create it.
  const isDoubtful = page.entries.length === 0 || resource.personal;
  if (isDoubtful && !(await exists(context, resource, id))) throw notFound(resource, id);
  return await withFreshDirectory(context, async (fresh) => mapped(page, (change) => told(fresh, change)));
}

/** The changes in the account. */
export async function readAuditLog(context: StoreContext, asked: LogRequest): Promise<ListPage<AuditedChange>> {
  const { conditions, parameters } = logSelection(context, auditLog, asked.filters);
  const page = await readChanges(context, conditions, parameters, asked);
  return await withFreshDirectory(context, async (fresh) => mapped(page, (change) => audited(fresh, change)));
}
