import { auditLog } from '../../resources/logs.ts';
import type { Resource } from '../../resources/resource.ts';
import { changeListing, changesOf, type StoredChange } from '../../store/log/changes.ts';
import { isVisible } from '../../store/query/existence.ts';
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

function told({ directory }: RequestContext, change: StoredChange): Change {
  const { id, at, action, source, request_id, fields } = change;
  const [user, via] = [embeddedUser(directory, change.user_id), embeddedUser(directory, change.via_user_id)];
  return { id, at, action, user, via, source, request_id, fields };
}

function audited(context: RequestContext, change: StoredChange): AuditedChange {
  const { id, at, ...more } = told(context, change);
  return { id, at, resource: change.resource, record_id: change.record_id, ...more };
}

/** The changes to one record, live or deleted. A record of another account has no history. */
export async function readHistory(
  context: StoreContext,
  record: { resource: Resource; id: string },
  pageRequest: PageRequest,
): Promise<ListPage<Change>> {
  const { resource, id } = record;
  if (!isId(id)) throw notFound(resource, id);
  const { engine } = context.store;
  const logged = changesOf({ accountId: context.actor.accountId, resource, id });
  const page = await readListPage<StoredChange>(engine, changeListing(logged), pageRequest);
  // The first admin of an account has no creation in its history, because no user existed to create it.
  const isDoubtful = page.entries.length === 0 || resource.personal;
  if (isDoubtful && !(await isVisible(engine, resource, context.actor, id))) throw notFound(resource, id);
  return await withFreshDirectory(context, async (fresh) => mapped(page, (change) => told(fresh, change)));
}

/** The changes in the account. */
export async function readAuditLog(context: StoreContext, asked: LogRequest): Promise<ListPage<AuditedChange>> {
  const logged = logSelection(context, auditLog, asked.filters);
  const page = await readListPage<StoredChange>(context.store.engine, changeListing(logged), asked);
  return await withFreshDirectory(context, async (fresh) => mapped(page, (change) => audited(fresh, change)));
}
