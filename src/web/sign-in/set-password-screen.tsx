import { Link, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { passwordLength } from '../../resources/vocabulary/secrets.ts';
import { setPasswordByLink } from '../data/session.ts';
import { useSmallForm } from '../fields/use-small-form.ts';
import { Button } from '../parts/button/button.tsx';
import { Field } from '../parts/field/field.tsx';
import { queryClient } from '../data/query-client.ts';
import { sessionQuery } from '../data/session.ts';
import { readLink } from '../data/link-owner.ts';
import { Mark } from '../parts/mark/mark.tsx';
import { NameScreen } from './name-screen.tsx';
import { Reason } from './reason.tsx';
import style from './sign-in.module.css';

/** The screen of a one-time link: its holder sets a password and is signed in. The secret stands after the `#`. */
export function SetPasswordScreen() {
  const navigate = useNavigate();
  const [{ secret: token, owner }] = useState(() => readLink(window.location.hash.slice(1)));
  const [isNamed, setNamed] = useState(true);
  const [password, setPassword] = useState('');
  const { form, faults, isBusy, send } = useSmallForm('link');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(await send(() => setPasswordByLink({ token, password })))) return;
    if (hasName()) await navigate({ to: '/' });
    else setNamed(false);
  };
  const hasEnded = faults.at['token'] !== undefined;
  const { minLength } = passwordLength;
  if (!isNamed) return <NameScreen onDone={() => void navigate({ to: '/' })} />;
  return (
    <main className={style.screen}>
      <Mark />
      <h1>Set your password</h1>
      <form ref={form} className={style.form} onSubmit={(event) => void submit(event)}>
        {owner && (
          <>
            <p>
              For <bdi>{owner.email}</bdi> at <bdi>{owner.firm}</bdi>
            </p>
            <input hidden readOnly type="text" name="username" autoComplete="username" value={owner.email} />
          </>
        )}
        <Reason>
          {token === '' ? 'This address lacks the secret of the link. Open the whole link that you got.' : null}
        </Reason>
        <Reason>
          {hasEnded
            ? 'This link cannot be used any more. Ask an admin for a new one, or the person who runs the service, ' +
              'who can make one with “plumbline user reset-password”.'
            : null}
        </Reason>
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
      {hasEnded && (
        <Link to="/sign-in" className="link">
          Sign in with a password
        </Link>
      )}
    </main>
  );
}

/** Whether the service knows what the signed-in person is called. */
const hasName = (): boolean => queryClient.getQueryData(sessionQuery.queryKey)?.user.name !== null;
