import { type SubmitEvent, useState } from 'react';
import { passwordLength } from '../../../resources/vocabulary/secrets.ts';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button } from '../../parts/button/button.tsx';
import { Field } from '../../parts/field/field.tsx';
import style from '../../parts/field/form.module.css';
import { toast } from '../../toasts/toasts.ts';
import { useSmallForm } from '../../fields/use-small-form.ts';
import { FaultLine } from '../../parts/failure/fault-line.tsx';

const empty = { current_password: '', password: '' };

/** Changes the own password. Passwords are never kept as a draft, and each is sent once. */
export function OwnPassword() {
  const [values, setValues] = useState(empty);
  const { form, faults, isBusy, send } = useSmallForm('user');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(await send(() => api.send('PATCH /users/me', { body: { user: values }, once: true })))) return;
    setValues(empty);
    toast('The password is changed. Your other sessions have ended.');
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
  };
  return (
    <form ref={form} className={style.form} onSubmit={(event) => void submit(event)}>
      <FaultLine>{faults.other}</FaultLine>
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        fault={faults.at['current_password']}
        value={values.current_password}
        onChange={({ target }) => setValues({ ...values, current_password: target.value })}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        fault={faults.at['password']}
        hint={`At least ${passwordLength.minLength} characters. A new password ends your other sessions.`}
        value={values.password}
        onChange={({ target }) => setValues({ ...values, password: target.value })}
      />
      <div>
        <Button type="submit" disabled={isBusy}>
          Change the password
        </Button>
      </div>
    </form>
  );
}
