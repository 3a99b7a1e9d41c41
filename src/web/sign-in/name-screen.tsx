import { type SubmitEvent, useState } from 'react';
import { api } from '../data/api.ts';
import { queryClient } from '../data/query-client.ts';
import { sessionQuery } from '../data/session.ts';
import { useSmallForm } from '../fields/use-small-form.ts';
import { Button } from '../parts/button/button.tsx';
import { Field } from '../parts/field/field.tsx';
import { Mark } from '../parts/mark/mark.tsx';
import { Reason } from './reason.tsx';
import style from './sign-in.module.css';

const empty = { first_name: '', last_name: '' };

/** Asks a person who has just set a password for the name that colleagues see. */
export function NameScreen({ onDone }: { readonly onDone: () => void }) {
  const [names, setNames] = useState(empty);
  const { form, faults, isBusy, send } = useSmallForm('user');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const isStored = await send(async () => {
      await api.send('PATCH /users/me', { body: { user: names } });
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    });
    if (isStored) onDone();
  };
  return (
    <main className={style.screen}>
      <Mark />
      <h1>What is your name?</h1>
      <form ref={form} className={style.form} onSubmit={(event) => void submit(event)}>
        <p>Your colleagues see it at your bids, tasks and calls.</p>
        <Reason>{faults.other}</Reason>
        <Field
          label="First name"
          autoComplete="given-name"
          required
          autoFocus
          fault={faults.at['first_name']}
          value={names.first_name}
          onChange={({ target }) => setNames({ ...names, first_name: target.value })}
        />
        <Field
          label="Last name"
          autoComplete="family-name"
          required
          fault={faults.at['last_name']}
          value={names.last_name}
          onChange={({ target }) => setNames({ ...names, last_name: target.value })}
        />
        <Button look="filled" type="submit" disabled={isBusy}>
          Continue
        </Button>
        <Button look="bare" onClick={onDone}>
          Not now
        </Button>
      </form>
    </main>
  );
}
