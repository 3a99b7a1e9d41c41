import { type SubmitEvent, useState } from 'react';
import { Refused } from '../../client/problem.ts';
import { type SignIn, signIn } from '../data/session.ts';
import { Button } from '../parts/button/button.tsx';
import { Field } from '../parts/field/field.tsx';
import { Picker } from '../parts/picker/picker.tsx';
import { Reason } from './reason.tsx';
import style from './sign-in.module.css';
import { useSending } from '../parts/use-sending.ts';

interface Firm {
  readonly id: string;
  readonly name: string;
}

interface Props {
  /** The e-mail of the person whose session has ended. */
  readonly email?: string;
  readonly onDone: () => void;
}

/** E-mail and password; then the firm, if they fit several. */
export function SignInForm({ email = '', onDone }: Props) {
  const [given, setGiven] = useState<SignIn>({ email, password: '', remember: false });
  const [firms, setFirms] = useState<readonly Firm[] | null>(null);
  const { reason, isBusy, send } = useSending();
  const sendTo = (accountId?: string): void =>
    void send(
      async () => {
        await signIn({ ...given, ...(accountId === undefined ? {} : { account_id: accountId }) });
        onDone();
      },
      (error) => {
        const choice = firmsOf(error);
        setFirms(choice);
        return choice !== null;
      },
    );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    sendTo();
  };
  if (firms) {
    const options = firms.map(({ id, name }) => ({ key: id, name }));
    return <Picker label="Firm" options={options} onPick={sendTo} />;
  }
  return (
    <form className={style.form} onSubmit={submit}>
      <Reason>{reason}</Reason>
      <Field
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        autoFocus={email === ''}
        value={given.email}
        onChange={({ target }) => setGiven({ ...given, email: target.value })}
      />
      <Field
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        autoFocus={email !== ''}
        value={given.password}
        onChange={({ target }) => setGiven({ ...given, password: target.value })}
      />
      <label className={style.remember}>
        <input
          type="checkbox"
          checked={given.remember}
          onChange={({ target }) => setGiven({ ...given, remember: target.checked })}
        />
        Stay signed in on this device
      </label>
      <Button look="filled" type="submit" disabled={isBusy}>
        Sign in
      </Button>
      <p className="small quiet">Lost your password? An admin of your firm can give you a link to set a new one.</p>
    </form>
  );
}

/** The firms that the e-mail and the password fit, if the service asks to choose. */
function firmsOf(error: unknown): readonly Firm[] | null {
  if (!(error instanceof Refused) || error.code !== 'choose_account') return null;
  return error.problem['accounts'] as readonly Firm[];
}
