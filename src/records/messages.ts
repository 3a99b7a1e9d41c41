import { type KeptMessage, messageColumns, messageJson } from '../events/message-json.ts';
import { Refusal } from '../refusal.ts';
import { messageLog } from '../resources/logs.ts';
import type { Queryable } from '../store/engine.ts';
import type { SortKey } from '../store/keyset.ts';
import { selecting } from '../store/page.ts';
import type { Store } from '../store/store.ts';
import type { Answer, Call } from './call.ts';
import { type LogRequest, logSelection } from './log-request.ts';
import { type Part, readPart } from './window.ts';

/** Ids sort by time. */
const newestFirst: readonly SortKey[] = [{ column: 'id', type: 'text', descending: true, nullable: false }];

/** The log of messages, the newest first. @param apiUrl the public base with the version prefix. */
export async function readMessages(store: Store, call: Call, asked: LogRequest, apiUrl: string): Promise<Part> {
  const { rows, links } = await readPart<KeptMessage>(
    store.engine,
    {
      table: 'webhook_messages',
      ...logSelection(call, messageLog, asked.filters),
      order: newestFirst,
      select: selecting(messageColumns),
      keysOf: (row) => [row['id'] as string],
    },
    asked,
  );
  return { json: rows.map((message) => messageJson(message, apiUrl)), links };
}

interface Attempt {
  readonly id: string;
  readonly webhook_id: string;
  readonly attempted_at: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  readonly response: string | null;
}

const mostAttempts = 1000;

/** Every attempt to deliver a message, the first first. */
const readAttempts = (store: Store, { actor }: Call, id: string): Promise<Attempt[]> =>
  store.engine.query<Attempt>(
    `select t.id, w.public_id as webhook_id, t.attempted_at, t.status, t.duration_ms, t.error, t.response
    from webhook_attempts t join webhooks w on w.account_id = t.account_id and w.id = t.webhook_id
    where t.account_id = $1::bigint and t.message_id = $2 order by t.attempted_at, t.id limit ${mostAttempts}`,
    [actor.accountId, id],
  );

/** @throws {Refusal} `not_found` */
export async function findMessage(engine: Queryable, { actor }: Call, id: string): Promise<KeptMessage> {
  const [message] = await engine.query<KeptMessage>(
    `select ${messageColumns} from webhook_messages t where t.account_id = $1::bigint and t.id = $2`,
    [actor.accountId, id],
  );
  if (!message) throw new Refusal('not_found', `There is no webhook message ${id}.`);
  return message;
}

/** What is asked for of one message. */
interface WantedMessage {
  readonly id: string;
  readonly withAttempts: boolean;
}

/** One message by its id. */
export async function readMessage(
  store: Store,
  call: Call,
  { id, withAttempts }: WantedMessage,
  apiUrl: string,
): Promise<Answer> {
  const message = await findMessage(store.engine, call, id);
  const shown = messageJson(message, apiUrl);
  if (!withAttempts) return { status: 200, body: `{"webhook_message":${shown}}` };
  const attempts = JSON.stringify(await readAttempts(store, call, id));
  return { status: 200, body: `{"webhook_message":${shown.slice(0, -1)},"attempts":${attempts}}}` };
}
