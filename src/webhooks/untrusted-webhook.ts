/** The reason why a request is not accepted as a webhook. */
export type UntrustedReason =
  | 'missing_headers'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'wrong_signature'
  | 'not_json';

const messages: Readonly<Record<UntrustedReason, string>> = {
  missing_headers: 'The request lacks webhook-id, webhook-timestamp or webhook-signature.',
  invalid_timestamp: 'The webhook-timestamp is not a whole number of seconds.',
  too_old: 'The webhook-timestamp is too old.',
  too_new: 'The webhook-timestamp is in the future; one of the two clocks is wrong.',
  wrong_signature: 'No signature matches the body and a known secret.',
  not_json: 'The signature is valid, but the body is not JSON in UTF-8.',
};

/** Thrown for a request that you must not act on: respond with 400. */
export class UntrustedWebhook extends Error {
  readonly reason: UntrustedReason;

  constructor(reason: UntrustedReason, options?: { cause?: unknown }) {
    super(messages[reason], options);
    this.name = 'UntrustedWebhook';
    this.reason = reason;
  }
}
