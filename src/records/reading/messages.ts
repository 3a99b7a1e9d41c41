import { isMessageId } from '../../events/message-id.ts';
import { Refusal } from '../../refusal.ts';
import { messageLog } from '../../resources/logs.ts';
import type { Queryable } from '../../database/engine.ts';
import {
  type Attempt,
  findStoredMessage,
  type KeptMessage,
  messageListing,
  readAttemptsOf,
} from '../../store/log/messages.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { type LogRequest, logSelection } from './log-request.ts';
import { type ListPage, readListPage } from './pagination.ts';

/** The log of messages, the newest first. */
export const readMessages = (context: StoreContext, asked: LogRequest): Promise<ListPage<KeptMessage>> =>
  readListPage(context.store.engine, messageListing(logSelection(context, messageLog, asked.filters)), asked);

/** Every attempt to deliver a message, the oldest first. */
export const readAttempts = ({ store, actor }: StoreContext, id: string): Promise<Attempt[]> =>
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
