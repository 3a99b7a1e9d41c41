import { useState } from 'react';
import { users } from '../../../resources/users.ts';
import { useSession } from '../../data/session.ts';
import { useDirectory } from '../../data/directory.ts';
import { Button } from '../../parts/button/button.tsx';
import { Field } from '../../parts/field/field.tsx';
import { ManagedList } from '../managed/managed-list.tsx';
import type { Managed } from '../managed/managed-query.ts';
import { type Secret, SecretDialog } from '../managed/secret-dialog.tsx';
import { PageHead } from '../page-head.tsx';
import { giveLink } from './password-link.tsx';
import { reactivate } from './reactivate.ts';
import { SignedIn } from './signed-in.tsx';
import style from './users.module.css';
import { UserDialog, type UserTask } from './user-dialog.tsx';
import { isNamed, userName } from './user-name.ts';

/** The most users that need no search. */
const fewUsers = 10;

const left = { 'deleted_at[is_null]': 'false' };

/** The people of the firm: invited, changed, deactivated and brought back. */
export function UsersPage() {
  const me = useSession().user.id;
  const [task, setTask] = useState<UserTask | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const [words, setWords] = useState('');
  const isMany = useDirectory().users.length > fewUsers;
  const isFound = words.trim() === '' ? undefined : (user: Managed): boolean => isNamed(user, words);
  const link = (user: Managed): void => void giveLink(user).then(setSecret);
  const action = (name: string, user: Managed, run: () => void) => (
    <Button look="bare" aria-label={`${name}: ${userName(user)}`} onClick={run}>
      {name}
    </Button>
  );
  return (
    <>
      <PageHead
        title="Users"
        action={
          <Button look="filled" onClick={() => setTask({ kind: 'invite' })}>
            Invite
          </Button>
        }
      >
        <p>
          You invite people with a link that works once. The service sends no mail: copy the link and send it yourself.
        </p>
      </PageHead>
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
            {action('Change', user, () => setTask({ kind: 'change', user }))}
            {action('New link', user, () => link(user))}
            {user.id !== me && action('Deactivate', user, () => setTask({ kind: 'deactivate', user }))}
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
      {task && <UserDialog task={task} onSecret={setSecret} onClose={() => setTask(null)} />}
      {secret && <SecretDialog secret={secret} onStored={() => setSecret(null)} />}
    </>
  );
}
