import type { Schemas } from '../../../client/operations.ts';
import { type SubmitEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { users } from '../../../resources/users.ts';
import { roleMeanings, type UserRole } from '../../../resources/vocabulary/choices.ts';
import { api } from '../../data/api.ts';
import { choiceName } from '../../../resources/labels.ts';
import { Button } from '../../parts/button/button.tsx';
import { Field } from '../../parts/field/field.tsx';
import { SelectField } from '../../parts/field/select-field.tsx';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { useSmallForm } from '../../fields/use-small-form.ts';
import { Copied } from '../../parts/secret/copied.tsx';
import { LoopbackNote } from '../users/loopback-note.tsx';
import { ownLink } from '../users/password-link.tsx';
import style from './set-up.module.css';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './steps.ts';

const empty = { email: '', role: 'member' as UserRole };

/** Invites people by e-mail address. The service sends no mail, so each gets a link to copy. */
export function PeopleStep({ onDone }: StepProps) {
  const [values, setValues] = useState(empty);
  const { form, faults, isBusy, send } = useSmallForm('user');
  const [invited, setInvited] = useState<readonly Invited[]>([]);
  // An address that was typed and not yet sent is sent, so that it is not lost. Its link stands here first.
  const goOn = (): void => (values.email.trim() === '' ? onDone() : form.current?.requestSubmit());
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const isMade = await send(async () => {
      const { body } = await api.send('POST /users', { body: { user: values } });
      setInvited((before) => [...before, body.user]);
    });
    if (!isMade) return;
    setValues(empty);
    form.current?.querySelector('input')?.focus();
  };
  return (
    <>
      <p>
        Invite the people of your firm. Each gets a link with which to set a password, once, within 72 hours. Copy it
        and send it yourself.
      </p>
      <form ref={form} className={style.invite} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="E-mail"
          type="email"
          autoComplete="off"
          fault={faults.at['email']}
          value={values.email}
          onChange={({ target }) => setValues({ ...values, email: target.value })}
        />
        <SelectField
          label="Role"
          fault={faults.at['role']}
          isRequired
          options={users.fields.role.values.map((role) => ({ key: role, name: choiceName(role) }))}
          value={values.role}
          onChange={(role) => setValues({ ...values, role: role as UserRole })}
        />
        <Button type="submit" disabled={isBusy}>
          Invite
        </Button>
      </form>
      <FaultLine>{faults.other}</FaultLine>
      <ul className="small quiet">
        {Object.entries(roleMeanings).map(([role, meaning]) => (
          <li key={role}>
            {choiceName(role)}: {meaning}
          </li>
        ))}
      </ul>
      <ul aria-label="Invited">
        {invited.map((person, index) => (
          <InvitedPerson key={person.id} person={person} isFirst={index === 0} />
        ))}
      </ul>
      <StepFoot onContinue={goOn} onSkip={onDone} isBusy={isBusy} />
    </>
  );
}

/** Somebody who was invited in this step. */
type Invited = Pick<Schemas['User'], 'id' | 'email'>;

/** Somebody who was invited, with the link that sets a password. The link is made once, and only shown here. */
function InvitedPerson({ person: { id, email }, isFirst }: { readonly person: Invited; readonly isFirst: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['password_link', id],
    staleTime: 'static',
    retry: false,
    queryFn: async () => {
      const { body } = await api.send('POST /users/{id}/password_link', { path: { id } });
      return ownLink(email, body.password_link.url);
    },
  });
  return (
    <li className={style.invited}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && isFirst && <LoopbackNote url={data} />}
      {data !== undefined && <Copied label={`Link for ${email}`} value={data} />}
    </li>
  );
}
