/** The message of a webhook: an event of a record, and the address of the record. */
export interface WebhookMessage {
  /** `msg_…`, the same for every attempt to deliver it, and equal to the header `webhook-id`. */
  readonly id: string;
  /** `project.create`. New types can be added: ignore the types that you do not know. */
  readonly event_type: string;
  /** `evt_…`, the id of the event. */
  readonly event_id: string;
  /** The id of the record, and the address that returns its current state. */
  readonly payload: { readonly id: string; readonly url: string };
  /** The time of the event, RFC 3339 in UTC. The header `webhook-timestamp` holds the time of sending. */
  readonly timestamp: string;
}
