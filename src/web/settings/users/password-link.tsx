import type { Schemas } from '../../../client/operations.ts';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { sessionQuery } from '../../data/session.ts';
import { momentInFirm } from '../../data/directory.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { toast } from '../../toasts/toasts.ts';
import type { ManagedRecord } from '../managed/managed-query.ts';
import type { Secret } from '../../parts/secret/secret-dialog.tsx';
import { withOwner } from '../../data/link-owner.ts';
import { LoopbackNote } from './loopback-note.tsx';
import { userName } from './user-name.ts';

type Link = Schemas['PasswordLink'];

/** Makes the link with which a user sets a password. @returns null if the service refuses; a toast says why. */
export async function giveLink(user: ManagedRecord): Promise<Secret | null> {
  const name = userName(user);
  try {
    const { body } = await api.send('POST /users/{id}/password_link', { path: { id: user.id } });
    return linkSecret(name, { ...body.password_link, url: ownLink(String(user['email']), body.password_link.url) });
  } catch (error) {
    toast(`There is no link for ${name}. ${reasonOf(error)}`, { isFault: true });
    return null;
  }
}

/** A link that names its person, for the screen that sets the password. */
export const ownLink = (email: string, url: string): string =>
  withOwner(url, { email, firm: queryClient.getQueryData(sessionQuery.queryKey)?.account.name ?? '' });

const linkSecret = (name: string, { url, expires_at: until }: Link): Secret => {
  return {
    title: `The link for ${name}`,
    values: { Link: url },
    about: (
      <>
        <LoopbackNote url={url} />
        <p>
          The service sends no mail: copy the link and send it to {name} yourself. With the link, {name} sets a password
          and signs in.
        </p>
        <p>
          It works once, until {momentInFirm(new Date(until))}. A new link ends the one before it. The present password
          works until the link sets a new one.
        </p>
      </>
    ),
  };
};
