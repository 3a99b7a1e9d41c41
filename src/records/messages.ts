import { Refusal } from '../refusal.ts';
import { messageLog } from '../resources/logs.ts';
import type { SortKey } from '../store/keyset.ts';
import { selecting } from '../store/page.ts';
import type { Store } from '../store/store.ts';
import type { Answer, Call } from './call.ts';
import { type LogRequest, logSelection } from './log-request.ts';
import { type Part, readPart } from './window.ts';

interface Message {
  readonly id: string;
  readonly event_type: string;
  readonly event_id: string;
  readonly resource: string;
  readonly record_id: string;
  readonly at: string;
}

/** Ids sort by time. */
const newestFirst: readonly SortKey[] = [{ column: 'id', type: 'text', descending: true, nullable: false }];

const columns = 't.id, t.event_type, t.event_id, t.resource, t.record_id, t.at';

/** A message as told: its five keys and no other. */
function shown(message: Message, apiUrl: string): string {
  const url = `${apiUrl}/${message.resource}/${message.record_id}`;
  return JSON.stringify({
    id: message.id,
    event_type: message.event_type,
    event_id: message.event_id,
    payload: { id: message.record_id, url },
    timestamp: message.at,
  });
}

/** The log of messages, the newest first. @param apiUrl the public base with the version prefix. */
export async function readMessages(store: Store, call: Call, asked: LogRequest, apiUrl: string): Promise<Part> {
  const { rows, links } = await readPart<Message>(
    store.engine,
    {
      table: 'webhook_messages',
      ...logSelection(call, messageLog, asked.filters),
      order: newestFirst,
      select: selecting(columns),
      keysOf: (row) => [row['id'] as string],
    },
    asked,
  );
  return { json: rows.map((message) => shown(message, apiUrl)), links };
}

/** One message by its id. */
export async function readMessage(store: Store, call: Call, id: string, apiUrl: string): Promise<Answer> {
  const [message] = await store.engine.query<Message>(
    `select ${columns} from webhook_messages t where t.account_id = $1::bigint and t.id = $2`,
    [call.actor.accountId, id],
  );
  if (!message) throw new Refusal('not_found', `There is no webhook message ${id}.`);
  return { status: 200, body: `{"webhook_message":${shown(message, apiUrl)}}` };
}
