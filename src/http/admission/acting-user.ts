import type { Actor, RequestContext } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import type { UserRole } from '../../resources/vocabulary/choices.ts';
import type { Row } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';

/** The user with this id, or `undefined` if the user is unknown or deactivated. */
export function liveUser(directory: Directory, id: string): Row | undefined {
  const user = directory.entries('users').get(id);
  return user?.deleted_at === null ? user : undefined;
}

/**
 * The acting user: the token's owner, or the user of the account that the header `Plumbline-Acting-User` names.
 * @throws {Refusal} `forbidden` or `invalid_query`. The credential itself is already authenticated.
 */
export function actorFor(caller: Pick<RequestContext, 'actor' | 'directory'>, actingUserId: string | undefined): Actor {
  const { actor: owner, directory } = caller;
  if (actingUserId === undefined || actingUserId === owner.userId) return owner;
  if (!owner.scopes.includes('admin') || owner.role !== 'admin') {
    throw new Refusal(
      'forbidden',
      'To act as another user, a token needs the scope admin and must belong to an admin.',
    );
  }
  const user = liveUser(directory, actingUserId);
  if (user) return { ...owner, userId: user.id, role: user['role'] as UserRole, viaUserId: owner.userId };
  const message = 'is not the id of a user of the account';
  throw new Refusal('invalid_query', `Plumbline-Acting-User ${message}.`, {
    problems: [{ parameter: 'Plumbline-Acting-User', code: 'invalid_reference', message }],
  });
}
