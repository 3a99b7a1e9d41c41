import { useState } from 'react';
import { roleMeanings } from '../../../resources/vocabulary/choices.ts';
import { text } from '../../../resources/fields.ts';
import { users } from '../../../resources/users.ts';
import type { FormPartProps } from '../../create/form-field.tsx';
import { useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { queryClient } from '../../data/query-client.ts';
import { sessionQuery, useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { Field } from '../../parts/field/field.tsx';
import { toast } from '../../toasts/toasts.ts';
import type { ManagedForm } from '../managed/managed-dialog.tsx';
import { ManagedList } from '../managed/managed-list.tsx';
import { type ManagedDialogs, type ManagedEnd, ManagedPage } from '../managed/managed-page.tsx';
import { api } from '../../data/api.ts';
import { changeManaged, type ManagedRecord } from '../managed/managed-query.ts';
import { MeantField } from '../managed/meant-field.tsx';
import type { Secret } from '../../parts/secret/secret-dialog.tsx';
import { giveLink } from './password-link.tsx';
import { SignedIn } from './signed-in.tsx';
import { isNamed, userName } from './user-name.ts';
import style from './users.module.css';

/** The people of the firm: invited, changed, deactivated and brought back. */
export const UsersPage = () => (
  <ManagedPage
    title="Users"
    about="You invite people with a link that works once. The service sends no mail: copy the link and send it yourself."
    kind={users}
    newName="Invite"
    formOf={formOf}
    onSent={followSent}
    endOf={endOf}
  >
    {(dialogs) => <UserLists {...dialogs} />}
  </ManagedPage>
);

const parts = { role: (props: FormPartProps) => <MeantField {...props} meanings={roleMeanings} /> };

const formOf = (user: ManagedRecord | null): ManagedForm =>
  user === null
    ? { title: 'Invite a person', given: { role: 'member' }, parts, sendName: 'Create the link' }
    : { title: `Change ${userName(user)}`, parts, sendName: 'Save' };

async function followSent(user: ManagedRecord, isNew: boolean): Promise<Secret | null> {
  if (isNew) return giveLink(user);
  toast(`${userName(user)} is changed.`);
  // Somebody may have changed her own role.
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  return null;
}

function endOf(user: ManagedRecord): ManagedEnd {
  const name = userName(user);
  return {
    title: `Deactivate ${name}?`,
    name: 'Deactivate',
    done: `${name} is deactivated.`,
    about: (
      <ul className={style.points}>
        <li>{name} can no longer sign in. All sessions and links end.</li>
        <li>All API tokens and OAuth clients of {name} are revoked. Reactivating does not bring them back.</li>
        <li>Projects, tasks and other records keep this user. You can assign no new ones to a deactivated user.</li>
      </ul>
    ),
  };
}

/** The most users that need no search. */
const fewUsers = 10;

const left = { 'deleted_at[is_null]': 'false' };

function UserLists({ change, end, show }: ManagedDialogs) {
  const me = useSession().user.id;
  const [words, setWords] = useState('');
  const isMany = useDirectory().users.length > fewUsers;
  const isFound = words.trim() === '' ? undefined : (user: ManagedRecord): boolean => isNamed(user, words);
  const link = (user: ManagedRecord): void => void giveLink(user).then(show);
  const action = (name: string, user: ManagedRecord, run: () => void) => (
    <Button look="bare" aria-label={`${name}: ${userName(user)}`} onClick={run}>
      {name}
    </Button>
  );
  return (
    <>
      {isMany && (
        <div className={style.search}>
          <Field
            label="Search users"
            type="search"
            autoComplete="off"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </div>
      )}
      <ManagedList
        kind={users}
        columns={['email', 'role']}
        none={isFound ? `No user is called “${words.trim()}”.` : 'No users.'}
        isFound={isFound}
        titleOf={userName}
        stateOf={({ id }) => <SignedIn id={id} />}
        actionsOf={(user) => (
          <>
            {action('Change', user, () => change(user))}
            {user.id !== me && action('New link', user, () => link(user))}
            {user.id !== me && action('Deactivate', user, () => end(user))}
          </>
        )}
      />
      <ManagedList
        kind={users}
        query={left}
        heading="Deactivated"
        columns={['email', 'role']}
        none={null}
        isFound={isFound}
        titleOf={userName}
        actionsOf={(user) => action('Reactivate', user, () => void reactivate(user, () => link(user)))}
      />
      <FailedSignIns />
    </>
  );
}

/** Brings a user back, who signs in with the old password, or with a new link. */
async function reactivate(user: ManagedRecord, newLink: () => void): Promise<void> {
  const name = userName(user);
  try {
    await changeManaged('users', () => api.send('POST /users/{id}/restore', { path: { id: user.id } }));
    toast(`${name} can sign in again.`, { action: { name: 'New link', run: newLink } });
  } catch (error) {
    toast(`${name} is not reactivated. ${reasonOf(error)}`, { isFault: true });
  }
}

const failures = {
  singular: 'failed_sign_in',
  plural: 'failed_sign_ins',
  fields: { address: text(), browser: text() },
} as const;

/** The failed sign-ins of the last 90 days: the user, address, browser and time of each. */
function FailedSignIns() {
  const { moment } = useFormats();
  return (
    <ManagedList
      kind={failures}
      heading="Failed sign-ins of the last 90 days"
      columns={['address', 'browser']}
      none={null}
      titleOf={({ user }) => userName(user as ManagedRecord)}
      stateOf={({ created_at: at }) => (
        <time className="quiet" dateTime={String(at)}>
          {moment(String(at))}
        </time>
      )}
      actionsOf={() => null}
    />
  );
}
