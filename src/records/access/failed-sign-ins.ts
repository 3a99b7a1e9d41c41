import { createHmac, randomBytes } from 'node:crypto';
import { inFlowOf } from '../../database/timed-engine.ts';
import { memoByEngine } from '../../database/memo-by-engine.ts';
import type { SignInUser } from '../../store/access/sign-ins.ts';
import { digestKey, failuresOf, insertFailure, type StoredFailure } from '../../store/access/failed-sign-ins.ts';
import type { ListPage, PageRequest } from '../../store/query/page.ts';
import type { Store } from '../../store/store.ts';
import type { EmbeddedUser } from '../../resources/record-types.ts';
import { readNewestShown } from '../reading/newest.ts';
import { embeddedUser } from '../reading/renderer.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';

/** A failed sign-in, or a wrong present password of a user who is signed in. */
export interface FailedSignIn extends Pick<StoredFailure, 'address' | 'browser'> {
  /** As the client sent it. */
  readonly email: string;
  /** The users whose password was verified; none if no user has the e-mail address. */
  readonly users: readonly Pick<SignInUser, 'account_id' | 'user_id'>[];
}

/** The key is read once. A process that cannot read it tries again with the next failure. */
const keys = memoByEngine((engine) => {
  let key: Promise<string> | undefined;
  return () =>
    (key ??= digestKey(engine, randomBytes(32).toString('hex')).catch((error: unknown) => {
      key = undefined;
      throw error;
    }));
});

/**
 * Stores a failed sign-in in the account of each user whose password was verified.
 * @returns a digest of the e-mail address, for the log. It serves to recognise an address, and reveals none.
 */
export async function storeFailedSignIn(
  { engine }: Pick<Store, 'engine'>,
  { email, users, address, browser }: FailedSignIn,
  at: Date,
): Promise<string> {
  const key = Buffer.from(await keys(engine)(), 'hex');
  const digest = createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex');
  for (const { account_id: accountId, user_id } of users) {
    await insertFailure(
      inFlowOf(engine, accountId),
      accountId,
      { user_id, address, browser, email_digest: digest },
      at,
    );
  }
  return digest;
}

/** A failed sign-in as the API shows it. */
export type ShownFailure = Omit<StoredFailure, 'user_id'> & { readonly user: EmbeddedUser };

const shown = ({ directory }: RequestContext, { user_id, ...failure }: StoredFailure): ShownFailure => {
  const { id, created_at, address, browser, email_digest } = failure;
  return { id, created_at, user: embeddedUser(directory, user_id), address, browser, email_digest };
};

/** The failed sign-ins of the account's users, the newest first. */
export const readFailedSignIns = (context: StoreContext, pageRequest: PageRequest): Promise<ListPage<ShownFailure>> =>
  readNewestShown(context, failuresOf(context.actor.accountId, context.at), pageRequest, shown);
