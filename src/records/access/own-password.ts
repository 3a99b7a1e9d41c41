import type { Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { passwordHashOf } from '../../store/access/sign-ins.ts';
import type { Actor, RequestContext, StoreContext } from '../request-context.ts';
import { notFound } from '../results.ts';
import { isPassword, nobodysHash } from './passwords.ts';

/** Whether a text is the present password of the acting user. */
export async function isOwnPassword({ store, actor }: StoreContext, password: string): Promise<boolean> {
  const hash = await passwordHashOf(store.engine, actor);
  return (await isPassword(hash ?? (await nobodysHash()), password, actor)) && hash !== undefined;
}

/** The e-mail address of the acting user. */
export function ownEmail({ directory, actor }: RequestContext): string {
  const user = directory.entries('users').get(actor.userId);
  if (!user) throw notFound(resourceOf('users'), actor.userId);
  return user.email;
}

/** Whether a user is the acting one, or the owner of the credential that acts as another. */
export const isOwnUser = ({ userId, viaUserId, isOperator }: Actor, id: string | undefined): boolean =>
  !isOperator && (id === userId || id === viaUserId);

/** The problem of a password of one's own without the present one. */
export const ownPassword: Problem = {
  pointer: '/user/password',
  code: 'not_allowed',
  message: 'is your own: PATCH /users/me changes it, with your current_password',
};

const pointer = '/user/current_password';

/** The problem of a new password without the present one. */
export const missingPassword: Problem = { pointer, code: 'required', message: 'is required for a new password' };

/** The problem of a wrong present password. */
export const wrongPassword: Problem = { pointer, code: 'not_allowed', message: 'is not your present password' };
