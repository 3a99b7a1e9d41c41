import { roleMeanings } from '../../../resources/vocabulary/choices.ts';
import { users } from '../../../resources/users.ts';
import { queryClient } from '../../data/query-client.ts';
import { sessionQuery } from '../../data/session.ts';
import { toast } from '../../shell/toasts/toasts.ts';
import { ConfirmDialog } from '../managed/confirm-dialog.tsx';
import type { FormPartProps } from '../managed/form-parts.ts';
import { ManagedDialog } from '../managed/managed-dialog.tsx';
import { type Managed, sendManaged } from '../managed/managed-query.ts';
import { MeantField } from '../managed/meant-field.tsx';
import type { Secret } from '../managed/secret-dialog.tsx';
import { giveLink } from './password-link.tsx';
import { userName } from './user-name.ts';
import style from './users.module.css';

/** A task with a user. */
export type UserTask = { readonly kind: 'invite' } | { readonly kind: 'change' | 'deactivate'; readonly user: Managed };

interface Props {
  readonly task: UserTask;
  readonly onSecret: (secret: Secret | null) => void;
  readonly onClose: () => void;
}

const parts = { role: (props: FormPartProps) => <MeantField {...props} meanings={roleMeanings} /> };

/** The dialog of a task. */
export function UserDialog({ task, onSecret, onClose }: Props) {
  switch (task.kind) {
    case 'invite':
      return (
        <ManagedDialog
          title="Invite a person"
          kind={users}
          row={null}
          given={{ role: 'member' }}
          parts={parts}
          sendName="Make the link"
          onSend={async (fields) => {
            const made = await send({ method: 'POST', path: '/users', body: { user: fields } });
            onClose();
            onSecret(await giveLink(made));
          }}
          onClose={onClose}
        />
      );
    case 'change':
      return (
        <ManagedDialog
          title={`Change ${userName(task.user)}`}
          kind={users}
          row={task.user}
          parts={parts}
          sendName="Save"
          onSend={async (fields) => {
            const user = await send({ method: 'PATCH', path: `/users/${task.user.id}`, body: { user: fields } });
            onClose();
            toast(`${userName(user)} is changed.`);
            // Somebody may have changed her own role.
            await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
          }}
          onClose={onClose}
        />
      );
    case 'deactivate':
      return <Deactivation user={task.user} onClose={onClose} />;
  }
}

async function send(request: Parameters<typeof sendManaged>[1]): Promise<Managed> {
  return (await sendManaged<{ user: Managed }>('users', request)).user;
}

function Deactivation({ user, onClose }: { readonly user: Managed; readonly onClose: () => void }) {
  const name = userName(user);
  const confirm = async (): Promise<void> => {
    await sendManaged('users', { method: 'DELETE', path: `/users/${user.id}` });
    onClose();
    toast(`${name} is deactivated.`);
  };
  return (
    <ConfirmDialog title={`Deactivate ${name}?`} name="Deactivate" onConfirm={confirm} onClose={onClose}>
      <ul className={style.points}>
        <li>{name} can no longer sign in. All sessions and links end.</li>
        <li>All API tokens and OAuth clients of {name} are revoked. Reactivating does not bring them back.</li>
        <li>Projects, tasks and other records keep this user. You can assign no new ones to a deactivated user.</li>
      </ul>
    </ConfirmDialog>
  );
}
