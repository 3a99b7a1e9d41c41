import { useState } from 'react';
import { teamRoleNames, teamRoles } from '../../../resources/vocabulary/choices.ts';
import { type Entry, nameOf } from '../../data/directory.ts';
import { CheckList } from '../../parts/check-list/check-list.tsx';
import { DialogForm } from '../../parts/dialog/dialog-form.tsx';
import { Labelled } from '../../parts/field/labelled.tsx';
import { Popover } from '../../parts/popover/popover.tsx';
import { toast } from '../../toasts/toasts.ts';
import { addMember, changeRoles, type Member } from './team-query.ts';

interface Props {
  readonly projectId: string;
  /** The member whose roles change; null to add somebody. */
  readonly member: Member | null;
  /** The people who are not in the team. */
  readonly others: readonly Entry[];
  readonly onClose: () => void;
}

const options = teamRoles.map((role) => ({ key: role, name: teamRoleNames[role] }));

/** Adds somebody to the team of a project, or changes what a member does. */
export function TeamDialog({ projectId, member, others, onClose }: Props) {
  const before = member?.roles.map(({ role }) => role) ?? [];
  const [userId, setUserId] = useState(member?.user.id ?? '');
  const [roles, setRoles] = useState<readonly string[]>(before);
  const [fault, setFault] = useState<string>();
  const store = async (person: Entry): Promise<void> => {
    const chosen = teamRoles.filter((role) => roles.includes(role));
    await (member ? changeRoles(member, chosen) : addMember(projectId, userId, chosen));
    toast(member ? `${nameOf(person)} has other roles.` : `${nameOf(person)} is in the team.`);
    onClose();
  };
  const submit = (): Promise<void> | undefined => {
    const person = member?.user ?? others.find(({ id }) => id === userId);
    setFault(person ? undefined : 'Choose a person.');
    return person && store(person);
  };
  const isDirty = roles.join() !== before.join() || (!member && userId !== '');
  return (
    <Popover
      isWide
      title={member ? `Roles of ${nameOf(member.user)}` : 'Add to the team'}
      onClose={onClose}
      isDirty={isDirty}
    >
      <DialogForm fault={fault} verb={member ? 'Save' : 'Add'} onSubmit={submit} onCancel={onClose}>
        {!member && (
          <Labelled label="Person">
            {(input) => (
              <select {...input} data-first value={userId} onChange={({ target }) => setUserId(target.value)}>
                <option value="">Choose a person</option>
                {others.map((user) => (
                  <option key={user.id} value={user.id}>
                    {nameOf(user)}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
        )}
        <CheckList label="Roles" options={options} keys={roles} onChange={setRoles} />
      </DialogForm>
    </Popover>
  );
}
