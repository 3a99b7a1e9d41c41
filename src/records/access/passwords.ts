import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Refusal } from '../../refusal.ts';
import { randomText } from '../../store/access/tokens.ts';
import type { ChangeContext } from '../request-context.ts';
import type { Outcome, Rendered } from '../results.ts';
import { change } from '../changing/change.ts';
import type { SingleChange } from '../changing/change-set.ts';
import { PasswordUnhashed, unhashed } from '../changing/change-session.ts';

/** Each hash takes 19 MiB and one of Node's four threads, which file access and DNS lookups use too. */
const atOnce = 2;

const hashing = pLimit(atOnce);

/** Argon2id with the library's parameters, which follow OWASP. */
export const hashPassword = (password: string): Promise<string> => hashing(() => hash(password));

/** The limit of hashes that wait. Beyond it, a sign-in would wait for seconds. */
const mostWaiting = 100;

/** @throws {Refusal} `unavailable` if too many other passwords wait to be verified. */
export async function isPassword(hashed: string, password: string): Promise<boolean> {
  if (hashing.pendingCount < mostWaiting) return await hashing(() => verify(hashed, password));
  throw new Refusal('unavailable', 'Too many people are signing in.', { retryAfterSeconds: 1 });
}

let nobodys: Promise<string> | undefined;

/** The hash of a random password. To verify it takes as long as a user's. */
export const nobodysHash = (): Promise<string> => (nobodys ??= hashPassword(randomText(20)));

/**
 * Changes a user with a new password. Hashing is slow, so the service first judges the change without the hash and
 * rolls it back, then makes it with the hash. A refused or repeated request costs no hash, and no transaction waits for
 * one.
 */
export async function changeWithPassword(
  context: ChangeContext<Rendered>,
  single: SingleChange,
  password: string,
): Promise<Outcome<Rendered>> {
  const withHash = (hashed: string) =>
    change(context, { ...single, item: { ...single.item, secrets: { password: hashed } } });
  try {
    return await withHash(unhashed);
  } catch (error) {
    if (!(error instanceof PasswordUnhashed)) throw error;
  }
  return await withHash(await hashPassword(password));
}
