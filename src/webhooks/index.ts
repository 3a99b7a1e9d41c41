export type { WebhookMessage } from './verify.ts';
export { newSecret, type Signed, sign } from './signature.ts';
export { type UntrustedReason, UntrustedWebhook } from './verify.ts';
export { type VerifyOptions, verify, type WebhookHeaders } from './verify.ts';
