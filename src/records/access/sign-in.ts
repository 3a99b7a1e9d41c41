import { Refusal } from '../../refusal.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { type SignInClaim, findSignInUsers, type SignInUser } from '../../store/access/sign-ins.ts';
import type { Store } from '../../store/store.ts';
import { isPassword, nobodysHash } from './passwords.ts';

/** The identity that somebody claims, with the password. */
export interface SignInRequest extends SignInClaim {
  readonly password: string;
  /** The IP address, or the network, from which the request comes. */
  readonly address: string;
}

/** The limit of accounts in which one sign-in verifies the password. */
export const mostVerified = 5;

/** The outcome of a check of a password in all accounts. */
export interface SignInCheck {
  /** The users of this e-mail address. */
  readonly found: readonly SignInUser[];
  /** The users whose password was verified. */
  readonly judged: readonly SignInUser[];
  /** The users for whom the password is right. */
  readonly users: readonly SignInUser[];
}

/**
 * Verifies the password of the users with an e-mail address, of at most `mostVerified` accounts. A refusal verifies as
 * many hashes as there may be users, so it takes the same time for an unknown address as for a wrong password.
 * @param toJudge returns those whose password may be verified, or throws a `Refusal`.
 */
export async function checkSignIn(
  { engine }: Store,
  { password, address, ...claimed }: SignInRequest,
  toJudge: (found: readonly SignInUser[]) => readonly SignInUser[],
): Promise<SignInCheck> {
  const nobody = await nobodysHash();
  const flow = { accountId: `address ${address}` };
  const isPossible = claimed.accountId === undefined || isId(claimed.accountId);
  const found = isPossible ? await findSignInUsers(engine, claimed, mostVerified) : [];
  const judged = toJudge(found);
  const users: SignInUser[] = [];
  for (const user of judged) if (await isPassword(user.password_hash, password, flow)) users.push(user);
  const missing = users.length > 0 ? 0 : mostVerified - judged.length;
  for (let count = 0; count < missing; count += 1) await isPassword(nobody, password, flow);
  return { found, judged, users };
}

/** The refusal of a sign-in, alike for an unknown e-mail address and a wrong password. */
export const invalidCredentials = (): Refusal =>
  new Refusal('invalid_credentials', 'The e-mail address or the password is wrong.');

/** @throws {Refusal} `choose_account` if the password is right in several accounts. */
export function onlyUser(users: readonly SignInUser[]): SignInUser {
  const [user] = users;
  if (!user) throw invalidCredentials();
  if (users.length === 1) return user;
  const accounts = users.map(({ account_id: id, account_name: name }) => ({ id, name }));
  const detail = 'Several accounts have this e-mail address and password: send the account_id of one.';
  throw new Refusal('choose_account', detail, { members: { accounts } });
}
