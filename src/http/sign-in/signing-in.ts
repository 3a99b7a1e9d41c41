import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { RequestSession, SignedInBy } from '../../records/access/sessions.ts';
import { newSecret } from '../../store/access/tokens.ts';
import type { Validator } from '../../schema/validator.ts';
import type { Store } from '../../store/store.ts';
import type { Guards } from '../admission/guards.ts';
import { isHttps } from '../contract/service-url.ts';
import { cookieOf, cookiePrefixes } from '../contract/session-cookies.ts';
import { parseBody } from '../request/body.ts';
import { browserOf } from '../request/user-agent.ts';

/** The dependencies of the endpoints that start a session. */
export interface SignInParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly validator: Validator;
  readonly guards: Guards;
}

/** A request that starts a session. */
export interface SigningIn extends SignInParts {
  readonly at: Date;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
  readonly body: unknown;
  /** The text by which the service knows the browser, if it has signed in before. */
  readonly knownBrowser: string | undefined;
  /** The new session's secrets, and the client. */
  readonly by: Omit<SignedInBy, 'isRemembered'>;
  readonly isHttps: boolean;
}

/** Reads a request that starts a session, and makes the session's secrets. */
export function signingInOf(request: FastifyRequest, parts: SignInParts): SigningIn {
  const { headers, ip: address, id: requestId, body, log } = request;
  const isSecure = isHttps(request);
  const knownBrowser = cookieOf(headers.cookie, 'browser', isSecure);
  return {
    ...parts,
    at: parts.clock.now(),
    requestId,
    log,
    isHttps: isSecure,
    knownBrowser,
    body: parseBody(body instanceof Uint8Array ? body : new Uint8Array()),
    by: {
      text: newSecret(cookiePrefixes.session),
      browserText: knownBrowser ?? newSecret(cookiePrefixes.browser),
      address,
      browser: browserOf(headers['user-agent']),
    },
  };
}

/** A started session, and how long the browser keeps its cookie. */
export interface SignedIn {
  readonly session: RequestSession;
  readonly isRemembered: boolean;
}
