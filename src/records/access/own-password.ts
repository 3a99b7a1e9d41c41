import type { Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { passwordHashOf } from '../../store/access/sign-ins.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { notFound } from '../results.ts';
import { isPassword, nobodysHash } from './passwords.ts';

/** Whether a text is the present password of the acting user. */
export async function isOwnPassword({ store, actor }: StoreContext, password: string): Promise<boolean> {
  const hash = await passwordHashOf(store.engine, actor);
  return (await isPassword(hash ?? (await nobodysHash()), password)) && hash !== undefined;
}

/** The e-mail address of the acting user. */
export function ownEmail({ directory, actor }: RequestContext): string {
  const user = directory.entries('users').get(actor.userId);
  if (!user) throw notFound(resourceOf('users'), actor.userId);
  return user.email;
}

const pointer = '/user/current_password';

/** The problem of a new password without the present one. */
export const missingPassword: Problem = { pointer, code: 'required', message: 'is required for a new password' };

/** The problem of a wrong present password. */
export const wrongPassword: Problem = { pointer, code: 'not_allowed', message: 'is not your present password' };
