import { createHash } from 'node:crypto';

/** A digest of the folded fields that identify a record. */
export const digestOf = (key: string | null): string | null =>
  key === null ? null : createHash('sha256').update(key).digest('base64url');
