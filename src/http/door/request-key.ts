import { createHash, hkdfSync } from 'node:crypto';
import { admissionOf, type RequestUnderWay } from '../admission/request-under-way.ts';
import type { Operation, RequestKey } from '../contract/operation.ts';

/**
 * The key of a request with its fingerprint, which covers the exact request, its acting user and its condition.
 * @param bytes of the body, or the digest of a file.
 */
export function requestKeyOf(
  key: string,
  { method }: Pick<Operation, 'method'>,
  request: RequestUnderWay,
  bytes: Uint8Array,
): RequestKey {
  const { actor, credential, ifMatch } = admissionOf(request);
  // Neither a target nor a header can contain NUL or a line feed, so different requests never hash the same text.
  const acting = actor.viaUserId === null ? '' : `\0acting-user ${actor.userId}`;
  const condition = ifMatch === undefined ? '' : `\0if-match ${ifMatch}`;
  // Only a PUT has this condition. Other changes ignore the header.
  const ifNoneMatch = method === 'PUT' ? request.headers['if-none-match'] : undefined;
  const absence = ifNoneMatch === undefined ? '' : `\0if-none-match ${ifNoneMatch}`;
  const head = `${method} ${request.url}${acting}${condition}${absence}\n`;
  const fingerprint = createHash('sha256').update(head).update(bytes).digest('hex');
  const sealingKey = () => new Uint8Array(hkdfSync('sha256', credential.text, '', 'plumbline idempotency', 32));
  return { key, fingerprint, sealingKey };
}
