import type { IncomingHttpHeaders } from 'node:http';
import { longestToken } from '../../resources/vocabulary/secrets.ts';
import { cookieOf } from './session-cookies.ts';

/** The text by which a request authenticates: a token, or the cookie of a session. */
export interface Credential {
  readonly text: string;
  readonly isSession: boolean;
}

const token = new RegExp(`^(?:bearer +)?(\\S{1,${longestToken}})$`, 'i');

/**
 * The credential of a request. The header `Authorization` is `Bearer <token>`, or the token alone; with it, the service
 * ignores the cookie. `undefined` if the request has none of the right form.
 */
export function credentialOf({ authorization, cookie }: IncomingHttpHeaders, isHttps: boolean): Credential | undefined {
  const isSession = authorization === undefined;
  const text = isSession ? cookieOf(cookie, 'session', isHttps) : token.exec(authorization.trim())?.[1];
  return text === undefined ? undefined : { text, isSession };
}
