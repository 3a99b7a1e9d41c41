import { type SubmitEvent, useState } from 'react';
import { users } from '../../../resources/users.ts';
import type { UserRole } from '../../../resources/vocabulary/choices.ts';
import { api } from '../../data/api.ts';
import { choiceName } from '../../fields/labels.ts';
import { Button } from '../../parts/button/button.tsx';
import { Field } from '../../parts/field/field.tsx';
import { Labelled } from '../../parts/field/labelled.tsx';
import { useSmallForm } from '../use-small-form.ts';
import { type Invited, InvitedPerson } from './invited-person.tsx';
import style from './set-up.module.css';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './steps.ts';
import { FaultLine } from '../../parts/failure/fault-line.tsx';

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
      const { body } = await api.send<{ user: Invited }>({ method: 'POST', path: '/users', body: { user: values } });
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
        <Labelled label="Role" fault={faults.at['role']}>
          {(input) => (
            <select
              {...input}
              value={values.role}
              onChange={({ target }) => setValues({ ...values, role: target.value as UserRole })}
            >
              {users.fields.role.values.map((role) => (
                <option key={role} value={role}>
                  {choiceName(role)}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <Button type="submit" disabled={isBusy}>
          Invite
        </Button>
      </form>
      <FaultLine>{faults.other}</FaultLine>
      <ul aria-label="Invited">
        {invited.map((person) => (
          <InvitedPerson key={person.id} person={person} />
        ))}
      </ul>
      <StepFoot onContinue={goOn} onSkip={onDone} isBusy={isBusy} />
    </>
  );
}
