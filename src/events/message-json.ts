/** A stored message. */
export interface KeptMessage {
  readonly id: string;
  readonly event_type: string;
  readonly event_id: string;
  readonly resource: string;
  /** The id of the record; null in a message that tests an endpoint. */
  readonly record_id: string | null;
  /** The id of the endpoint that the message tests. */
  readonly webhook_public_id: string | null;
  /** `YYYY-MM-DDTHH:MM:SS[.mmm]Z`. */
  readonly at: string;
}

/** The columns of a `KeptMessage`, for a table with the alias `t`. */
export const messageColumns = 't.id, t.event_type, t.event_id, t.resource, t.record_id, t.webhook_public_id, t.at';

/** A message as sent, with exactly five keys. @param apiUrl the public base URL with the version prefix. */
export function toldMessage({ id, event_type, event_id, resource, at, ...of }: KeptMessage, apiUrl: string) {
  const about = of.record_id ?? of.webhook_public_id;
  return { id, event_type, event_id, payload: { id: about, url: `${apiUrl}/${resource}/${about}` }, timestamp: at };
}

/** The same as JSON text. */
export const messageJson = (message: KeptMessage, apiUrl: string): string =>
  JSON.stringify(toldMessage(message, apiUrl));
