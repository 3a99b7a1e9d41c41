export type { WebhookMessage } from './message.ts';
export { newSecret, type Signed, sign } from './signature.ts';
export { type UntrustedReason, UntrustedWebhook } from './untrusted-webhook.ts';
export { type VerifyOptions, verify, type WebhookHeaders } from './verify.ts';
