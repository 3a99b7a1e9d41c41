/** The reason why a request is not accepted as a webhook. */
export type UntrustedReason =
  | 'missing_headers'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'wrong_signature'
  | 'not_json';

const messages: Readonly<Record<UntrustedReason, string>> = {
  missing_headers: 'It lacks webhook-id, webhook-timestamp or webhook-signature.',
  invalid_timestamp: 'Its webhook-timestamp is no whole number of seconds.',
  too_old: 'It was sent too long ago.',
  too_new: 'It was sent in the future; one of the two clocks is wrong.',
  wrong_signature: 'None of its signatures is one of this body by a known secret.',
  not_json: 'It is signed, but its body is not JSON in UTF-8.',
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
