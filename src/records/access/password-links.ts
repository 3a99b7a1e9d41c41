import { type Problem, refuseFaulty } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { isId, wireTime } from '../../resources/vocabulary/formats.ts';
import type { Queryable } from '../../database/engine.ts';
import type { JudgedBody } from '../../schema/validator.ts';
import { insertLink, lockActiveUser, lockLink } from '../../store/access/password-links.ts';
import { findToken } from '../../store/access/find-tokens.ts';
import { newSecret } from '../../store/access/tokens.ts';
import type { Store } from '../../store/store.ts';
import type { ChangeContext, RequestContext } from '../request-context.ts';
import { type ChangeOutcome, type NamedObject, notFound } from '../results.ts';
import { auditedChange, fieldsMade, refuseOtherVersion } from '../changing/audited-change.ts';
import { changeOneWithin } from '../changing/change.ts';
import { narrowerThan } from '../rights.ts';
import { guessedFirst, hashPassword } from './passwords.ts';
import { type RequestSession, sessionContext, type SignedInBy, startSession } from './sessions.ts';

const users = resourceOf('users');

const lifetimeMs = 72 * 60 * 60 * 1000;

/** A link with which a user sets a password, once. */
export interface PasswordLink {
  /** The secret of the link, which is shown only once. */
  readonly text: string;
  readonly expires_at: string;
}

/** The address of a link. A browser does not send the part after `#`, so no log has it. */
export const linkUrl = (serviceUrl: string, { text }: Pick<PasswordLink, 'text'>): string =>
  `${serviceUrl}/set-password#${text}`;

/** Makes a link, which replaces the user's earlier one. The caller holds the user's lock. */
export async function makeLink(
  transaction: Queryable,
  user: { readonly accountId: string; readonly userId: string },
  at: Date,
): Promise<PasswordLink & { readonly id: string }> {
  const text = newSecret('plbl_');
  const expiresAt = new Date(at.getTime() + lifetimeMs);
  const id = await insertLink(transaction, { ...user, text, expiresAt }, at);
  return { id, text, expires_at: wireTime(expiresAt) };
}

/**
 * Creates a link with which a user sets a password. Anybody who has the link can sign in as that user.
 * @throws {Refusal} `forbidden` if the credential is narrower than a sign-in of the user.
 */
export async function createPasswordLink(
  context: ChangeContext<PasswordLink>,
  { id: userId, versions }: NamedObject,
): Promise<ChangeOutcome<PasswordLink>> {
  const { actor, at } = context;
  const { accountId } = actor;
  return await auditedChange(context, async (transaction) => {
    const user = isId(userId) ? await lockActiveUser(transaction, { accountId, id: userId }) : undefined;
    if (!user) throw notFound(users, userId);
    const refusal = narrowerThan(user.role, actor);
    if (refusal) throw refusal;
    refuseOtherVersion(versions, user.version, 'user');
    const { id, ...link } = await makeLink(transaction, { accountId, userId }, at);
    const fields = fieldsMade({ user_id: userId, expires_at: link.expires_at });
    return { value: link, entry: { resource: 'password_links', id, version: 1, action: 'create', fields } };
  });
}

const endedLink: Problem = {
  pointer: '/link/token',
  code: 'invalid_reference',
  message: 'is not of a link that can still be used: ask an admin for a new one',
};

/**
 * Sets the password of a link's user, which ends the link, and signs the user in.
 * @throws {Refusal} `validation_failed` if the link has ended, or the password is not valid.
 */
export async function useLink(
  store: Store,
  { fields, problems }: JudgedBody,
  { by, ...request }: Pick<RequestContext, 'at' | 'requestId'> & { readonly by: SignedInBy },
): Promise<RequestSession> {
  const { token, password } = fields as { readonly token?: string; readonly password?: string };
  const found = token === undefined ? null : await findToken(store.engine, token, request.at);
  const link = found?.purpose === 'password_link' ? found : null;
  refuseFaulty([...problems, ...(token === undefined || link ? [] : [endedLink])]);
  if (!link || password === undefined) throw new TypeError('the request is judged');
  const { id, account_id: accountId, user_id: userId, directory_version: version } = link;
  const context = await sessionContext(store, { accountId, userId, version }, request);
  refuseFaulty(guessedFirst(context, password, { id: userId, pointer: '/link' }));
  const passwordHash = await hashPassword(password, { accountId });
  return await startSession(context, { passwordHash, by }, async (transaction) => {
    if (!(await lockLink(transaction, { accountId, id }))) refuseFaulty([endedLink]);
    const item = { pointer: '', id: userId, input: {}, problems: [], secrets: { password: passwordHash } };
    await changeOneWithin(transaction, context, { resource: users, action: 'update', item });
  });
}
