/** A message as it is kept. */
export interface KeptMessage {
  readonly id: string;
  readonly event_type: string;
  readonly event_id: string;
  readonly resource: string;
  /** Of the record that it tells of; none in a message that tests an endpoint. */
  readonly record_id: string | null;
  /** Of the endpoint that it tests. */
  readonly webhook_public_id: string | null;
  /** `YYYY-MM-DDTHH:MM:SS[.mmm]Z`. */
  readonly at: string;
}

/** The columns of a `KeptMessage`, of the table as `t`. */
export const messageColumns = 't.id, t.event_type, t.event_id, t.resource, t.record_id, t.webhook_public_id, t.at';

/** A message as told: its five keys and no other. @param apiUrl the public base with the version prefix. */
export function messageJson(message: KeptMessage, apiUrl: string): string {
  const id = message.record_id ?? message.webhook_public_id;
  return JSON.stringify({
    id: message.id,
    event_type: message.event_type,
    event_id: message.event_id,
    payload: { id, url: `${apiUrl}/${message.resource}/${id}` },
    timestamp: message.at,
  });
}
