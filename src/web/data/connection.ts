import { Refused, Unreachable } from '../../client/problem.ts';
import { guardLeave } from './guard-leave.ts';
import { ownKey } from './own-key.ts';
import { readSession } from './session.ts';
import { sharedValue, useShared } from './shared-value.ts';

/** The state of the connection to the service. */
export type Connection = { readonly kind: 'live' } | { readonly kind: 'offline'; readonly since: Date };

const connection = sharedValue<Connection>({ kind: 'live' });
const waiting = sharedValue<readonly WaitingChange[]>([]);

/** A change that waits for the connection. */
interface WaitingChange {
  /** Sends it. @throws {Unreachable} if it has to wait on. */
  readonly send: () => Promise<void>;
  /** Whether it survives a reload of the page. */
  readonly isKept: boolean;
}

export function setConnection(next: Connection): void {
  // The moment at which the connection was lost stays.
  if (next.kind !== connection.get().kind) connection.set(next);
  if (next.kind === 'live') void sendWaiting();
}

export const useConnection = (): Connection => useShared(connection);

/** A connection that works may still lose the same change: for example at a proxy that refuses it. */
const mostAttempts = 2;

/**
 * Sends a change. Without a connection or a session, the change waits for it, behind those that wait already.
 * @param send sends it with the same idempotency key each time. @throws {Refused} @throws {Unreachable}
 */
export async function sendOnceConnected<Answer>(send: () => Promise<Answer>, isKept: boolean): Promise<Answer> {
  if (connection.get().kind === 'live' && waiting.get().length === 0) {
    try {
      return await send();
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
  }
  const owner = ownKey('change', '');
  return await new Promise((resolve, reject) => {
    let attempts = 0;
    const attempt = async (): Promise<void> => {
      await checkOwner(owner);
      try {
        attempts += 1;
        resolve(await send());
      } catch (error) {
        if (mayPass(error) && attempts < mostAttempts) throw error;
        reject(error instanceof Error ? error : new Error('The change failed.', { cause: error }));
      }
    };
    waiting.set([...waiting.get(), { send: attempt, isKept }]);
    sendSoon();
  });
}

/**
 * Another person may have signed in meanwhile, in any tab. Then the page is loaded again for that person, and the browser
 * keeps the changes for their owner until somebody signs out.
 * @throws if the changes of this person cannot be sent now.
 */
async function checkOwner(owner: string): Promise<void> {
  const session = await readSession();
  if (session !== null && ownKey('change', '', session) === owner) return;
  if (session !== null) window.location.assign('/');
  throw new Error('The person who made the change is not signed in.');
}

const mayPass = (error: unknown): boolean =>
  (error instanceof Unreachable && !error.isFinal) || (error instanceof Refused && error.status === 401);

let isSending = false;

/** With a connection that works, the page asks again in this time who is signed in. */
const againAfterMs = 5000;

/** Sends the changes that wait, one after the other, until the connection is lost again. */
async function sendWaiting(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (let [first] = waiting.get(); first; [first] = waiting.get()) {
      await first.send();
      waiting.set(waiting.get().slice(1));
    }
  } catch {
    // The next connection sends the others.
    sendSoon();
  } finally {
    isSending = false;
  }
}

/** A connection that works sends the changes once their owner is signed in. */
function sendSoon(): void {
  if (connection.get().kind === 'live') setTimeout(sendIfLive, againAfterMs);
}

function sendIfLive(): void {
  if (connection.get().kind === 'live') void sendWaiting();
}

/** The browser asks before it closes a page whose changes still wait and would be lost. */
export const keepWaitingChanges = (): void => guardLeave(waiting, (changes) => changes.some(({ isKept }) => !isKept));
