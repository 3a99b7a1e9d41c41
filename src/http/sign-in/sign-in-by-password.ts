import { checkSignIn, invalidCredentials, onlyUser, type SignInRequest } from '../../records/access/sign-in.ts';
import { sessionContext, startSession } from '../../records/access/sessions.ts';
import { refuseFaulty } from '../../refusal.ts';
import type { SignInUser } from '../../store/access/sign-ins.ts';
import { traceFailedSignIn } from '../admission/failed-sign-in.ts';
import { addressKey } from '../contract/address-key.ts';
import { delayKey, signInKeys } from '../admission/sign-in-delays.ts';
import type { SignedIn, SigningIn } from './signing-in.ts';

/**
 * Signs a user in with e-mail and password.
 * @throws {Refusal} `invalid_credentials`, `choose_account`, or `rate_limit_exceeded` after too many wrong passwords.
 */
export async function signInByPassword(signingIn: SigningIn): Promise<SignedIn> {
  const { validator, body, store, at, requestId, by } = signingIn;
  const { fields, problems, sent } = validator.judgeAs('SessionCreate', 'session', body);
  refuseFaulty(problems);
  const { email, password, account_id, remember } = fields as unknown as Asked;
  const claimed = {
    email,
    sentEmail: sent['email'],
    accountId: account_id ?? undefined,
    browserText: signingIn.knownBrowser,
  };
  const request = { ...claimed, password, address: addressKey(by.address) };
  const user = onlyUser(await usersOf(signingIn, request));
  const { account_id: accountId, user_id: userId, directory_version: version, password_hash: passwordHash } = user;
  const context = await sessionContext(store, { accountId, userId, version }, { at, requestId });
  const isRemembered = remember === true;
  return { session: await startSession(context, { passwordHash, by: { ...by, isRemembered } }), isRemembered };
}

interface Asked {
  readonly email: string;
  readonly password: string;
  readonly account_id?: string | null;
  readonly remember?: boolean | null;
}

/**
 * The users of a right password. The guesses of others do not hold it up in a browser that the user has used before.
 * Failures are counted by user too: a right password in one account forgives none of those in another.
 */
async function usersOf(signingIn: SigningIn, request: SignInRequest) {
  const { knownBrowser, store, by } = signingIn;
  const { signIns } = signingIn.guards;
  const keys = signInKeys(request.email, by.address);
  const own = knownBrowser === undefined ? [] : [delayKey('browser', knownBrowser)];
  return await signIns.inTurn(keys, async () => {
    const isHeld = signIns.isHeld(keys);
    const isOwn = own.length > 0 && !signIns.isHeld(own);
    if (isHeld && !isOwn) signIns.refuseHeld(keys);
    const mayJudge = (user: SignInUser) => (isOwn && user.is_known) || !(isHeld || signIns.isHeld([userKey(user)]));
    const { found, judged, users } = await checkSignIn(store, request, (candidates) => {
      const free = candidates.filter(mayJudge);
      if (free.length === 0) signIns.refuseHeld([...keys, ...candidates.map(userKey)]);
      return free;
    });
    const wrong = judged.filter((user) => !users.includes(user));
    if (users.length === 0 || wrong.length > 0) {
      traceFailedSignIn(signingIn, { email: request.email, users: wrong, address: by.address, browser: by.browser });
    }
    if (users.length === 0) {
      signIns.failed([...keys, ...own, ...wrong.map(userKey)]);
      signIns.refuseHeld([...keys, ...found.map(userKey)]);
      throw invalidCredentials();
    }
    signIns.failed(wrong.map(userKey));
    signIns.forgive([keys[1], ...own, ...users.map(userKey)]);
    return users;
  });
}

const userKey = ({ account_id: accountId, user_id: userId }: SignInUser) => delayKey('user', `${accountId}/${userId}`);
