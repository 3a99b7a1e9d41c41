import { randomUUID } from 'node:crypto';
import { testEventType } from '../resources/events.ts';
import { wireTime } from '../resources/vocabulary/formats.ts';
import { resources } from '../resources/index.ts';
import { hasExternalIds, type Resource } from '../resources/resource.ts';
import { deliveriesPart, deliveryPart } from '../store/outbox/deliveries.ts';
import { type KeptMessage, messageStatement, type SentMessage } from '../store/log/messages.ts';
import type { WriteStatement } from '../store/write/write.ts';
import { base62 } from '../store/access/tokens.ts';

/** The events of a record. The transaction that changes the record also writes their messages. */
export interface RecordEvents {
  readonly resource: Resource;
  readonly recordId: string;
  /** The version of the record after the change. */
  readonly version: number;
  /** The user who makes the change. */
  readonly userId: string;
  readonly eventTypes: readonly string[];
}

/** One message for each event, and a delivery of it to each endpoint that takes it. */
export function messageStatements(happenings: readonly RecordEvents[], at: Date): WriteStatement[] {
  const rows = happenings.flatMap(({ resource, recordId, version, userId, eventTypes }) =>
    eventTypes.map((eventType) => ({
      id: newMessageId(at),
      event_type: eventType,
      event_id: newEventId(at),
      resource: resource.plural,
      record_id: recordId,
      at: at.toISOString(),
      user_id: userId,
      version,
    })),
  );
  if (rows.length === 0) return [];
  return [
    messageStatement(rows),
    deliveriesPart(rows.map(({ id, event_type, at: due }) => ({ id, event_type, at: due }))),
  ];
}

/** A message that tests an endpoint, and its delivery to that endpoint alone. */
export function testMessageParts(
  { id: webhookId, public_id: publicId }: { readonly id: string; readonly public_id: string },
  at: Date,
): { readonly message: KeptMessage; readonly statements: readonly WriteStatement[] } {
  const message = {
    id: newMessageId(at),
    event_type: testEventType,
    event_id: newEventId(at),
    resource: 'webhooks',
    record_id: null,
    external_id: null,
    webhook_public_id: publicId,
    at: wireTime(at),
    user_id: null,
    version: null,
  };
  const { external_id: _, ...stored } = message;
  const delivery = { message_id: message.id, webhook_id: webhookId, due_at: message.at };
  return { message, statements: [messageStatement([stored]), deliveryPart([delivery])] };
}

/** A message as sent, with exactly five keys. @param apiUrl the public base URL with the version prefix. */
export function toldMessage({ id, event_type, event_id, resource, at, ...of }: SentMessage, apiUrl: string) {
  const about = of.record_id ?? of.webhook_public_id;
  const external = withExternalIds.has(resource) ? { external_id: of.external_id } : {};
  const payload = { id: about, url: `${apiUrl}/${resource}/${about}`, ...external };
  return { id, event_type, event_id, payload, timestamp: at };
}

const withExternalIds: ReadonlySet<string> = new Set(resources.filter(hasExternalIds).map(({ plural }) => plural));

/** A message as sent, as JSON text. @param record the JSON of the record, if the message contains it. */
export function messageJson(message: SentMessage, apiUrl: string, record?: string): string {
  const json = JSON.stringify(toldMessage(message, apiUrl));
  return record === undefined ? json : `${json.slice(0, -1)},"record":${record}}`;
}

let lastMillisecond = 0;
let sequence = 0;

/**
 * 27 base62 digits that sort by time: 48 bits of milliseconds, 16 bits of a counter within the millisecond, 96 random
 * bits (160 bits, like a KSUID). The random bits are those of a UUID, which Node draws from a pool.
 */
function sortable(at: Date): string {
  const millisecond = at.getTime();
  sequence = millisecond === lastMillisecond ? (sequence + 1) & 0xffff : 0;
  lastMillisecond = millisecond;
  const uuid = randomUUID();
  const random = BigInt(`0x${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(24)}`);
  return digits((((BigInt(millisecond) << 16n) | BigInt(sequence)) << 96n) | random);
}

const digits = (number: bigint): string => base62(number, 27);

/** The id of a message, also of each of its deliveries. */
export const newMessageId = (at: Date): string => `msg_${sortable(at)}`;

/** Whether a text has the form of a message id. */
export const isMessageId = (text: string): boolean => /^msg_[0-9A-Za-z]{27}$/.test(text);

/** The lowest id that a message of this instant or later can have. */
export const firstMessageIdAt = (at: Date): string => `msg_${digits(BigInt(Math.max(0, at.getTime())) << 112n)}`;

/** The id of the event of a message. */
const newEventId = (at: Date): string => `evt_${sortable(at)}`;
