import { testEventType } from '../resources/events.ts';
import { wireTime } from '../resources/vocabulary/formats.ts';
import type { Resource } from '../resources/resource.ts';
import { deliveriesPart, deliveryPart } from '../store/outbox/deliveries.ts';
import { type KeptMessage, messageStatement } from '../store/log/messages.ts';
import type { WriteStatement } from '../store/write/write.ts';
import { newEventId, newMessageId } from './message-id.ts';

/** The events of a record. The transaction that changes the record also writes their messages. */
export interface Happening {
  readonly resource: Resource;
  readonly recordId: string;
  readonly eventTypes: readonly string[];
}

/** One message for each event, and a delivery of it to each endpoint that takes it. */
export function messageStatements(happenings: readonly Happening[], at: Date): WriteStatement[] {
  const rows = happenings.flatMap(({ resource, recordId, eventTypes }) =>
    eventTypes.map((eventType) => ({
      id: newMessageId(at),
      event_type: eventType,
      event_id: newEventId(at),
      resource: resource.plural,
      record_id: recordId,
      at: at.toISOString(),
    })),
  );
  return rows.length === 0 ? [] : [messageStatement(rows), deliveriesPart(rows)];
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
    webhook_public_id: publicId,
    at: wireTime(at),
  };
  const delivery = { message_id: message.id, webhook_id: webhookId, due_at: message.at };
  return { message, statements: [messageStatement([message]), deliveryPart([delivery])] };
}
