import { reasonOf } from '../../parts/failure/failure.tsx';
import { toast } from '../../shell/toasts/toasts.ts';
import { type Managed, sendManaged } from '../managed/managed-query.ts';
import { userName } from './user-name.ts';

/** Brings a user back, who signs in with the old password, or with a new link. */
export async function reactivate(user: Managed, newLink: () => void): Promise<void> {
  const name = userName(user);
  try {
    await sendManaged('users', { method: 'POST', path: `/users/${user.id}/restore` });
    toast(`${name} can sign in again.`, { action: { name: 'New link', run: newLink } });
  } catch (error) {
    toast(`${name} is not reactivated. ${reasonOf(error)}`, { isFault: true });
  }
}
