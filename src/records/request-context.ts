import type { TokenScope, UserRole } from '../resources/vocabulary/choices.ts';
import type { LargeBy } from '../refusal.ts';
import type { Directory } from '../store/rows/directory.ts';
import type { Store } from '../store/store.ts';
import type { Comparisons } from '../suggestion.ts';
import type { Idempotency } from './results.ts';

/** The acting user and the credential. */
export interface Actor {
  readonly accountId: string;
  /** The user that the history names for the change. */
  readonly userId: string;
  readonly role: UserRole;
  /** The token's owner, if that is not the acting user. */
  readonly viaUserId: string | null;
  readonly tokenId: string;
  readonly scopes: readonly TokenScope[];
  /** The expiry of the credential, if it has one. */
  readonly tokenExpiresAt?: string | null;
  /** The id of the OAuth client, if the token is an access token. */
  readonly oauthClientId?: string | null;
  /** The credential is the session of a browser, and `tokenId` its id. */
  readonly isSession?: boolean;
  /** The credential is the address of a calendar feed, and `tokenId` its id. */
  readonly isFeed?: boolean;
  /** The command line acts for the operator, who is no user of the account. `userId` is its first admin, for the history. */
  readonly isOperator?: boolean;
}

/** The context that every operation gets from its request. */
export interface RequestContext {
  readonly actor: Actor;
  readonly directory: Directory;
  /** The instant of the request, from the clock passed in. */
  readonly at: Date;
  /** The path by which a change came; stored in its history. */
  readonly source: 'api' | 'ui' | 'import' | 'cli';
  readonly requestId: string;
  /** Receives the version of the directory that this request's change makes, before the change commits. */
  readonly onDirectoryChange?: (version: string) => void;
  /** Receives an error that the answer only hints at, for the log. */
  readonly onFailure?: (error: unknown) => void;
  /** Counts the bytes that a read writes for its answer. A change has its room before it begins. */
  readonly room?: AnswerRoom | undefined;
  /** The comparisons that a bulk has left, because it is judged in several parts. */
  readonly comparisons?: Comparisons;
}

/** The context outside a transaction, with the store. Inside a transaction, only the transaction may query. */
export interface StoreContext extends RequestContext {
  readonly store: Store;
}

/** The context of a change, with the idempotency key for its stored answer, if the client gives one. */
export interface KeyedContext<Value = never> extends RequestContext {
  readonly idempotency?: Idempotency<Value>;
}

/** The context of a change that opens its own transaction. */
export type ChangeContext<Value> = KeyedContext<Value> & StoreContext;

/** Counts the bytes of an answer while it is written, together with those of the other answers in flight. */
export interface AnswerRoom {
  /**
   * Counts a part of the answer as JSON text. @param by the parameter that makes it large.
   * @throws {Refusal} `invalid_query` if the answer grows too large, `unavailable` if too many bytes are in flight.
   */
  take(text: string, by?: LargeBy): void;
  /** Restarts the count, because the text so far is discarded. */
  restart(): void;
}
