import { hash, verify } from '@node-rs/argon2';
import { FairQueue, type Flow } from '../../fair-queue.ts';
import type { Values } from '../../domain/rule.ts';
import { type Problem, Refusal } from '../../refusal.ts';
import { guessableProblem } from '../../resources/vocabulary/common-passwords.ts';
import { randomText } from '../../store/access/tokens.ts';
import type { ChangeContext, RequestContext } from '../request-context.ts';
import type { ChangeOutcome, RenderedRecord } from '../results.ts';
import { change } from '../changing/change.ts';
import type { Item, SingleChange } from '../changing/change-set.ts';
import { PasswordUnhashed, unhashed } from '../changing/judge-records.ts';

/**
 * Each hash takes 19 MiB and one of Node's four threads, which file access and DNS lookups use too. Beyond the limit of
 * waiting ones, a sign-in would wait for seconds.
 */
const hashing = new FairQueue({
  places: 2,
  mostWaiting: 100,
  refuse: () => new Refusal('unavailable', 'Too many passwords are set or verified.', { retryAfterSeconds: 1 }),
});

/**
 * Argon2id with the library's parameters, which follow OWASP.
 * @param flow the account, or the address of somebody who signs in. Without it, the service itself asks.
 * @throws {Refusal} `unavailable` if too many passwords wait.
 */
export const hashPassword = (password: string, flow?: Flow): Promise<string> => hashing.run(() => hash(password), flow);

/** Whether a password has this hash. @throws {Refusal} `unavailable` if too many passwords wait. */
export const isPassword = (hashed: string, password: string, flow: Flow): Promise<boolean> =>
  hashing.run(() => verify(hashed, password), flow);

let nobodys: Promise<string> | undefined;

/** The hash of a random password. To verify it takes as long as a user's. */
export const nobodysHash = (): Promise<string> => (nobodys ??= hash(randomText(20)));

/**
 * The problems of a new password that others guess first.
 * @param user the values of the request, or the user; with the user's id, those that are stored count too.
 */
export function guessedFirst(
  { directory }: Pick<RequestContext, 'directory'>,
  password: string,
  { id, input = {}, pointer }: Pick<Item, 'id' | 'pointer'> & { readonly input?: Values },
): Problem[] {
  const stored = directory.entries('users').get(id ?? '');
  const named = [stored ?? {}, input].flatMap(({ email, first_name, last_name }: Values) => [
    ...[email, first_name, last_name],
  ]);
  const own = [...named, directory.account.name].filter((text) => typeof text === 'string');
  const message = guessableProblem(password, own);
  return message === undefined ? [] : [{ pointer: `${pointer}/password`, code: 'not_allowed', message }];
}

/**
 * Changes a user with a new password. Hashing is slow, so the service first judges the change without the hash and
 * rolls it back, then makes it with the hash. A refused or repeated request costs no hash, and no transaction waits for
 * one.
 */
export async function changeWithPassword(
  context: ChangeContext<RenderedRecord>,
  single: SingleChange,
  password: string,
): Promise<ChangeOutcome<RenderedRecord>> {
  const problems = [...single.item.problems, ...guessedFirst(context, password, single.item)];
  const withHash = (hashed: string) =>
    change(context, { ...single, item: { ...single.item, problems, secrets: { password: hashed } } });
  try {
    return await withHash(unhashed);
  } catch (error) {
    if (!(error instanceof PasswordUnhashed)) throw error;
  }
  return await withHash(await hashPassword(password, context.actor));
}
