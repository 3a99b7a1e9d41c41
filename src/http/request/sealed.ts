import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const mark = 'sealed:';
const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Whether a text is encrypted. JSON never begins with the mark. */
export const isSealed = (text: string): boolean => text.startsWith(mark);

/** Encrypts a text. @param key 32 bytes. */
export function sealed(text: string, key: Uint8Array): string {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipher, key, nonce);
  const hidden = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return mark + Buffer.concat([nonce, sealing.getAuthTag(), hidden]).toString('base64');
}

/** Decrypts a sealed text. Throws with any other key. */
export function unsealed(text: string, key: Uint8Array): string {
  const bytes = Buffer.from(text.slice(mark.length), 'base64');
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceLength));
  opening.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([opening.update(bytes.subarray(nonceLength + tagLength)), opening.final()]).toString('utf8');
}
