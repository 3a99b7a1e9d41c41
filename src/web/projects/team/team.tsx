import { useQuery } from '@tanstack/react-query';
import { X } from '../../parts/icons/icons.tsx';
import { useRef, useState } from 'react';
import { projectTeamMemberships } from '../../../resources/project-team.ts';
import { api } from '../../data/api.ts';
import { nameOf, useDirectory } from '../../data/directory.ts';
import { queryClient } from '../../data/query-client.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure, reasonOf } from '../../parts/failure/failure.tsx';
import { Section } from '../../parts/section/section.tsx';
import { restoreRecord } from '../../record/deletion.ts';
import related from '../../record/related/related.module.css';
import { toast } from '../../toasts/toasts.ts';
import { canUndo } from '../../toasts/undo.ts';
import { TeamDialog } from './team-dialog.tsx';
import style from './team.module.css';
import { type Member, teamQuery } from './team-query.ts';

/** The people of a project and what each does. */
export function Team({ projectId }: { readonly projectId: string }) {
  const canWrite = useSession().user.role !== 'viewer';
  const { users } = useDirectory();
  const { data, error, refetch } = useQuery(teamQuery(projectId));
  /** The id of a member, or `add`. */
  const [dialog, setDialog] = useState<string | null>(null);
  const member = data?.find(({ id }) => id === dialog) ?? null;
  const addButton = useRef<HTMLButtonElement>(null);
  const others = users.filter(({ id }) => data?.every(({ user }) => user.id !== id));
  const add = canWrite && others.length > 0 && (
    <Button look="bare" data-chrome ref={addButton} aria-label="Add to the team" onClick={() => setDialog('add')}>
      Add
    </Button>
  );
  return (
    <Section title="Team" action={add}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && (
        <Members
          members={data}
          canWrite={canWrite}
          onChange={setDialog}
          onRemove={(one) => void remove(one).then(() => addButton.current?.focus())}
        />
      )}
      {(dialog === 'add' || member) && (
        <TeamDialog projectId={projectId} member={member} others={others} onClose={() => setDialog(null)} />
      )}
    </Section>
  );
}

interface MembersProps {
  readonly members: readonly Member[];
  readonly canWrite: boolean;
  /** @param id the member whose roles change. */
  readonly onChange: (id: string) => void;
  readonly onRemove: (member: Member) => void;
}

const Members = ({ members, canWrite, onChange, onRemove }: MembersProps) => (
  <>
    {members.length === 0 && <p className={related.none}>Nobody yet.</p>}
    <ul>
      {members.map((one) => (
        <Row
          key={one.id}
          member={one}
          canWrite={canWrite}
          onChange={() => onChange(one.id)}
          onRemove={() => onRemove(one)}
        />
      ))}
    </ul>
  </>
);

interface RowProps {
  readonly member: Member;
  readonly canWrite: boolean;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function Row({ member, canWrite, onChange, onRemove }: RowProps) {
  const name = nameOf(member.user);
  const roles = member.roles.map((role) => role.name).join(', ');
  return (
    <li className={style.member}>
      <div className={related.person}>
        <span className={related.text}>{name}</span>
        <span className={related.note}>{roles === '' ? 'No role' : roles}</span>
      </div>
      {canWrite && (
        <div className={style.actions} data-chrome>
          <Button look="bare" aria-label={`Roles of ${name}`} onClick={onChange}>
            Roles
          </Button>
          <Button look="bare" aria-label={`Remove ${name} from the team`} onClick={onRemove}>
            <X aria-hidden />
          </Button>
        </div>
      )}
    </li>
  );
}

/** Takes somebody out of the team. A toast offers to undo it. */
async function remove({ id, user }: Member): Promise<void> {
  const { plural } = projectTeamMemberships;
  const name = nameOf(user);
  try {
    await api.send('DELETE /project_team_memberships/{id}', { path: { id } });
    const undo = canUndo(() => void restoreRecord(projectTeamMemberships, id, name));
    toast(`${name} is no longer in the team.`, { action: { name: 'Undo', run: undo } });
  } catch (error) {
    toast(`${name} stays in the team. ${reasonOf(error)}`, { isFault: true });
  }
  await queryClient.invalidateQueries({ queryKey: [plural] });
}
