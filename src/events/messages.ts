import type { Resource } from '../resources/resource.ts';
import { appending, type Part } from '../store/write.ts';
import { newEventId, newMessageId } from './message-id.ts';

/** What happened to a record, to be told in the transaction in which it happened. */
export interface Happening {
  readonly resource: Resource;
  readonly recordId: string;
  readonly eventTypes: readonly string[];
}

const append = appending('webhook_messages', {
  id: 'text',
  event_type: 'text',
  event_id: 'text',
  resource: 'text',
  record_id: 'bigint',
  at: 'timestamptz',
});

/** One message for each thing that happened. */
export function messagePart(happenings: readonly Happening[], at: Date): Part {
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
  return append(rows);
}
