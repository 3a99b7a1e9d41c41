import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { passwordLength } from '../../resources/vocabulary/secrets.ts';
import { setPasswordByLink } from '../data/session.ts';
import { useSmallForm } from '../fields/use-small-form.ts';
import { Button } from '../parts/button/button.tsx';
import { Field } from '../parts/field/field.tsx';
import { Reason } from './reason.tsx';
import style from './sign-in.module.css';

/** The screen of a one-time link: its holder sets a password and is signed in. The secret stands after the `#`. */
export function SetPasswordScreen() {
  const navigate = useNavigate();
  const [token] = useState(() => window.location.hash.slice(1));
  const [password, setPassword] = useState('');
  const { form, faults, isBusy, send } = useSmallForm('link');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (await send(() => setPasswordByLink({ token, password }))) await navigate({ to: '/' });
  };
  const hasEnded = faults.at['token'] !== undefined;
  const { minLength } = passwordLength;
  return (
    <main className={style.screen}>
      <h1 className={style.mark}>Set your password</h1>
      <form ref={form} className={style.form} onSubmit={(event) => void submit(event)}>
        <Reason>
          {token === '' ? 'This address lacks the secret of the link. Open the whole link that you got.' : null}
        </Reason>
        <Reason>{hasEnded ? 'This link cannot be used any more. Ask an admin for a new one.' : null}</Reason>
        <Reason>{faults.other}</Reason>
        <Field
          label="New password"
          type="password"
          name="new-password"
          autoComplete="new-password"
          required
          minLength={minLength}
          autoFocus
          fault={faults.at['password']}
          hint={`At least ${minLength} characters`}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button look="filled" type="submit" disabled={isBusy || token === ''}>
          Set the password and sign in
        </Button>
      </form>
    </main>
  );
}
