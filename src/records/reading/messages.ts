import { type KeptMessage, messageColumns } from '../../events/message-json.ts';
import { isMessageId } from '../../events/message-id.ts';
import { Refusal } from '../../refusal.ts';
import { messageLog } from '../../resources/logs.ts';
import type { Queryable } from '../../database/engine.ts';
import type { SortKey } from '../../store/query/keyset.ts';
import { selecting } from '../../store/query/page.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { type LogRequest, logSelection } from './log-request.ts';
import { type ListPage, readListPage } from './pagination.ts';

/** The ids of messages sort by time. */
const newestFirst: readonly SortKey[] = [{ column: 'id', type: 'text', descending: true, nullable: false }];

/** The log of messages, the newest first. */
export const readMessages = (context: StoreContext, asked: LogRequest): Promise<ListPage<KeptMessage>> =>
  readListPage<KeptMessage>(
    context.store.engine,
    {
      table: 'webhook_messages',
      ...logSelection(context, messageLog, asked.filters),
      order: newestFirst,
      select: selecting(messageColumns),
      keysOf: (row) => [row['id'] as string],
    },
    asked,
  );

/** An attempt to deliver a message. */
export interface Attempt {
  readonly id: string;
  readonly webhook_id: string;
  readonly attempted_at: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  readonly response: string | null;
}

const mostAttempts = 1000;

/** Every attempt to deliver a message, the oldest first. */
export const readAttempts = ({ store, actor }: StoreContext, id: string): Promise<Attempt[]> =>
  store.engine.query<Attempt>(
    `select t.id, w.public_id as webhook_id, t.attempted_at, t.status, t.duration_ms, t.error, t.response
    from webhook_attempts t join webhooks w on w.account_id = $1::bigint and w.id = t.webhook_id
    where t.account_id = $1::bigint and t.message_id = $2 order by t.attempted_at, t.id limit ${mostAttempts}`,
    [actor.accountId, id],
  );

/** @throws {Refusal} `not_found` */
export async function findMessage(engine: Queryable, { actor }: RequestContext, id: string): Promise<KeptMessage> {
  if (!isMessageId(id)) throw noMessage(id);
  const [message] = await engine.query<KeptMessage>(
    `select ${messageColumns} from webhook_messages t where t.account_id = $1::bigint and t.id = $2`,
    [actor.accountId, id],
  );
  if (!message) throw noMessage(id);
  return message;
}

const noMessage = (id: string): Refusal => new Refusal('not_found', `There is no webhook message ${id}.`);

/** One message by its id. @throws {Refusal} `not_found` */
export const readMessage = (context: StoreContext, id: string): Promise<KeptMessage> =>
  findMessage(context.store.engine, context, id);
