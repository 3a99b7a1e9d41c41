import type { Queryable } from '../../database/engine.ts';
import type { Listing } from '../query/keyset.ts';
import { externalIdText } from '../rows/external-id-of-message.ts';
import { selecting } from '../query/page.ts';
import type { ListSelection } from '../query/selection.ts';
import { appending } from '../write/write.ts';
import type { DeliveryAttempt } from '../../resources/delivery-attempts.ts';

/** The parts of a message that receivers get. */
export interface SentMessage {
  readonly id: string;
  readonly event_type: string;
  readonly event_id: string;
  readonly resource: string;
  /** The id of the record; null in a message that tests an endpoint. */
  readonly record_id: string | null;
  /** The id of the endpoint that the message tests. */
  readonly webhook_public_id: string | null;
  /** The external id of the record, as it is now; null if it has none. */
  readonly external_id: string | null;
  /** `YYYY-MM-DDTHH:MM:SS[.mmm]Z`. */
  readonly at: string;
}

/** A stored message. */
export interface KeptMessage extends SentMessage {
  /** The user who made the change; null in a test, and if the service has not stored it. */
  readonly user_id: string | null;
  /** The version of the record after the change; null like the user. */
  readonly version: number | null;
}

const messageColumns = `t.id, t.event_type, t.event_id, t.resource, t.record_id, t.webhook_public_id, t.at, t.user_id,
  t.version, ${externalIdText('t')}`;

/** Appends to the log of messages. */
export const messageStatement = appending('webhook_messages', {
  id: 'text',
  event_type: 'text',
  event_id: 'text',
  resource: 'text',
  record_id: 'bigint',
  webhook_public_id: 'uuid',
  at: 'timestamptz',
  user_id: 'bigint',
  version: 'integer',
});

/** The list of messages, as `KeptMessage`, the newest first: their ids sort by time. */
export const messageListing = ({ conditions, parameters }: ListSelection): Listing => ({
  table: 'webhook_messages',
  conditions,
  parameters,
  order: [{ column: 'id', type: 'text', descending: true, nullable: false }],
  select: selecting(messageColumns),
});

/** A message by its id. */
export async function findStoredMessage(
  engine: Queryable,
  accountId: string,
  id: string,
): Promise<KeptMessage | undefined> {
  const [message] = await engine.query<KeptMessage>(
    `select ${messageColumns} from webhook_messages t where t.account_id = $1::bigint and t.id = $2`,
    [accountId, id],
  );
  return message;
}

/** A message with its position. No message is ever added before a position that has been read. */
export interface PlacedMessage extends KeptMessage {
  /** Rises by 1 from one message of an account to the next. */
  readonly position: number;
}

const mostAtOnce = 500;

/** The first messages after a position. */
export async function messagesAfter(engine: Queryable, accountId: string, position: number): Promise<PlacedMessage[]> {
  const rows = await engine.query<KeptMessage & { position: string }>(
    `select ${messageColumns}, t.position from webhook_messages t
    where t.account_id = $1::bigint and t.position > $2::bigint order by t.position limit ${mostAtOnce}`,
    [accountId, String(position)],
  );
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/** The last message of an account. Its id is null if the message has been deleted. */
export async function lastMessage(
  engine: Queryable,
  accountId: string,
): Promise<{ position: number; id: string | null }> {
  const [found] = await engine.query<{ last: string; id: string | null }>(
    `select p.last, m.id from message_positions p
    left join webhook_messages m on m.account_id = $1::bigint and m.position = p.last
    where p.account_id = $1::bigint`,
    [accountId],
  );
  return { position: Number(found?.last ?? 0), id: found?.id ?? null };
}

/** The position of a message; `null` if the account does not have a message of this id, or no longer has it. */
export async function positionOf(engine: Queryable, accountId: string, id: string): Promise<number | null> {
  const [found] = await engine.query<{ position: string }>(
    'select position from webhook_messages where account_id = $1::bigint and id = $2',
    [accountId, id],
  );
  return found ? Number(found.position) : null;
}

const mostAttempts = 1000;

/** Every attempt to deliver a message, the oldest first. */
export const readAttemptsOf = (engine: Queryable, accountId: string, messageId: string): Promise<DeliveryAttempt[]> =>
  engine.query<DeliveryAttempt>(
    `select t.id, w.public_id as webhook_id, t.attempted_at, t.status, t.duration_ms, t.error, t.response
    from webhook_attempts t join webhooks w on w.account_id = $1::bigint and w.id = t.webhook_id
    where t.account_id = $1::bigint and t.message_id = $2 order by t.attempted_at, t.id limit ${mostAttempts}`,
    [accountId, messageId],
  );
