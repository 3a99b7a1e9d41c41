import { Refusal } from '../../refusal.ts';
import { type AccountLog, auditLog, messageLog } from '../../resources/logs.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Listing } from '../../store/query/keyset.ts';
import { type ListSelection, selectLog } from '../../store/query/selection.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { type AskedFilter, type JudgedFilters, filtersOf } from './list-filters.ts';
import { reservedNames } from './list-request.ts';
import { dayFor, dependOnDay, instantOfList, resolvedFilters } from './list-selection.ts';
import { type ListPage, mapped, type PageRequest, readPage } from '../../store/query/page.ts';
import type { Resource } from '../../resources/resource.ts';
import { changeListing, changesOf, type StoredChange } from '../../store/log/changes.ts';
import { isVisible } from '../../store/query/existence.ts';
import { notFound } from '../results.ts';
import { isId, wireTime } from '../../resources/vocabulary/formats.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import type { EmbeddedUser } from '../../resources/record-types.ts';
import { embeddedUser } from './renderer.ts';
import { isMessageId } from '../../events/messages.ts';
import type { Queryable } from '../../database/engine.ts';
import type { DeliveryAttempt } from '../../resources/delivery-attempts.ts';
import { findStoredMessage, type KeptMessage, messageListing, readAttemptsOf } from '../../store/log/messages.ts';

/** A request for a log: the page and the filters. */
export interface LogRequest extends PageRequest {
  readonly filters: readonly AskedFilter[];
}

/** The filters of a log's query, and all its problems. The log's `resource` is only a name. */
export const logFiltersOf = (
  { resource, fields }: AccountLog,
  query: Readonly<Record<string, string>>,
  directory: Directory,
): JudgedFilters => filtersOf(resource, query, { directory, reserved: reservedNames, fields });

/** A page of a log. Its cursor carries the instant of the first page, so that `today` is the same day on all pages. */
export async function readLog<Entry>(
  context: StoreContext,
  { resource }: AccountLog,
  asked: LogRequest,
  listingOf: (selection: ListSelection) => Listing,
): Promise<ListPage<Entry>> {
  const at = instantOfList(context, asked);
  const filters = resolvedFilters(context, asked.filters, at);
  const selection = selectLog(context.actor.accountId, resource, filters, dayFor(context, at));
  const dated = dependOnDay(asked.filters) ? { at: wireTime(at) } : {};
  return await readPage<Entry>(context.store.engine, { ...listingOf(selection), ...dated }, asked);
}

/** A change as the history of its record shows it. */
interface ShownChange {
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
export interface AuditedChange extends ShownChange {
  readonly resource: string;
  readonly record_id: string;
}

function told({ directory }: RequestContext, change: StoredChange): ShownChange {
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
): Promise<ListPage<ShownChange>> {
  const { resource, id } = record;
  if (!isId(id)) throw notFound(resource, id);
  const { engine } = context.store;
  const logged = changesOf({ accountId: context.actor.accountId, resource, id });
  const page = await readPage<StoredChange>(engine, changeListing(logged), pageRequest);
  // The first admin of an account has no creation in its history, because no user existed to create it.
  const isDoubtful = page.entries.length === 0 || resource.personal;
  if (isDoubtful && !(await isVisible(engine, resource, context.actor, id))) throw notFound(resource, id);
  return await withFreshDirectory(context, async (fresh) => mapped(page, (change) => told(fresh, change)));
}

/** The changes in the account. */
export async function readAuditLog(context: StoreContext, asked: LogRequest): Promise<ListPage<AuditedChange>> {
  const page = await readLog<StoredChange>(context, auditLog, asked, changeListing);
  return await withFreshDirectory(context, async (fresh) => mapped(page, (change) => audited(fresh, change)));
}

/** The log of messages, the newest first. */
export const readMessages = (context: StoreContext, asked: LogRequest): Promise<ListPage<KeptMessage>> =>
  readLog(context, messageLog, asked, messageListing);

/** Every attempt to deliver a message, the oldest first. */
export const readAttempts = ({ store, actor }: StoreContext, id: string): Promise<DeliveryAttempt[]> =>
  readAttemptsOf(store.engine, actor.accountId, id);

/** @throws {Refusal} `not_found` */
export async function findMessage(engine: Queryable, { actor }: RequestContext, id: string): Promise<KeptMessage> {
  const message = isMessageId(id) && (await findStoredMessage(engine, actor.accountId, id));
  if (!message) throw new Refusal('not_found', `There is no webhook message ${id}.`);
  return message;
}

/** One message by its id. @throws {Refusal} `not_found` */
export const readMessage = (context: StoreContext, id: string): Promise<KeptMessage> =>
  findMessage(context.store.engine, context, id);
