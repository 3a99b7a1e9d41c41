/** What a webhook tells: that something happened to a record, and where the record is to be had. */
export interface WebhookMessage {
  /** `msg_…`, the same for every attempt to deliver it, and equal to the header `webhook-id`. */
  readonly id: string;
  /** `project.create`. Types may be added: ignore those that you do not know. */
  readonly event_type: string;
  /** `evt_…`, of what happened. */
  readonly event_id: string;
  /** The record by its id, and the address that shows it as it is now. */
  readonly payload: { readonly id: string; readonly url: string };
  /** When it happened, RFC 3339 in UTC; the header `webhook-timestamp` says when it was sent. */
  readonly timestamp: string;
}
