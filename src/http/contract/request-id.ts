import type { IncomingMessage } from 'node:http';
import { randomText } from '../../store/access/tokens.ts';

/** Visible ASCII, without spaces. */
const wellFormedId = /^[!-~]{1,128}$/;

/** The client's `X-Request-Id` if it is well-formed, else a new id. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && wellFormedId.test(given) ? given : newRequestId();
}

/** `req_` and 22 base62 characters: 131 random bits, so ids do not collide. */
export const newRequestId = (): string => `req_${randomText(22)}`;
