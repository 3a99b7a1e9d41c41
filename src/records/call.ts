import type { Scope, UserRole } from '../resources/choices.ts';
import type { Directory } from '../store/directory.ts';

/** Who acts, and by whose credential. */
export interface Actor {
  readonly accountId: string;
  /** The user whose name the change bears. */
  readonly userId: string;
  readonly role: UserRole;
  /** The token's owner, when that is someone else than the user acting. */
  readonly viaUserId: string | null;
  readonly tokenId: string;
  readonly scopes: readonly Scope[];
  /** When the credential ends, if it does. */
  readonly tokenExpiresAt?: string | null;
  /** Of the OAuth client whose access token it is. */
  readonly oauthClientId?: string | null;
}

/** What every operation knows of the request that asks for it. */
export interface Call {
  readonly actor: Actor;
  readonly directory: Directory;
  /** The instant of the request, from the clock passed in. */
  readonly at: Date;
  /** Which path a change came by; kept in its history. */
  readonly source: 'api' | 'ui' | 'import' | 'cli';
  readonly requestId: string;
  readonly idempotency?: Idempotency;
}

/** A key under which the answer to a change is kept, and what the key stands for. */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 over method, path, query and body bytes, in hex. */
  readonly fingerprint: string;
  /** Made from the credential itself: seals an answer that holds a secret, so that only its bearer reads it again. */
  readonly sealingKey: () => Uint8Array;
}

/** What is sent back, and kept under an idempotency key. `body` is JSON text; none with 204. */
export interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text that goes on, instead of a body, until who asked has gone. */
  readonly stream?: (gone: AbortSignal) => AsyncIterable<string>;
  /** Shows a secret this once: it is kept sealed. */
  readonly secret?: true;
}
