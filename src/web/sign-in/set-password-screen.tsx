import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { passwordLength } from '../../resources/vocabulary/secrets.ts';
import { setPasswordByLink } from '../data/session.ts';
import { Button } from '../parts/button/button.tsx';
import { Field } from '../parts/field/field.tsx';
import { Reason } from './reason.tsx';
import style from './sign-in.module.css';
import { useSending } from './use-sending.ts';

/** The screen of a one-time link: its holder sets a password and is signed in. The secret stands after the `#`. */
export function SetPasswordScreen() {
  const navigate = useNavigate();
  const [token] = useState(() => window.location.hash.slice(1));
  const [password, setPassword] = useState('');
  const { reason, isBusy, send } = useSending();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void send(async () => {
      await setPasswordByLink({ token, password });
      await navigate({ to: '/' });
    });
  };
  const { minLength } = passwordLength;
  return (
    <main className={style.screen}>
      <h1 className={style.mark}>Set your password</h1>
      <form className={style.form} onSubmit={submit}>
        <Reason>
          {token === '' ? 'This address lacks the secret of the link. Open the whole link that you got.' : null}
        </Reason>
        <Reason>{reason}</Reason>
        <Field
          label="New password"
          type="password"
          name="new-password"
          autoComplete="new-password"
          required
          minLength={minLength}
          autoFocus
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
