import { type ReactNode, useState } from 'react';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { sessionQuery, useSession } from '../../data/session.ts';
import { useSmallForm } from '../../fields/use-small-form.ts';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import { Field } from '../../parts/field/field.tsx';

interface OwnDetails {
  /** Null for an admin whom the service knows already. */
  readonly fields: ReactNode;
  /** Stores what was typed. @returns whether the service took it. */
  readonly send: () => Promise<boolean>;
}

/** The address of the admin that a first start makes. */
const isPlaceholder = (email: string): boolean => email.endsWith('@localhost');

/** Asks the admin of a new firm for the name and the e-mail address that colleagues see. */
export function useOwnDetails(): OwnDetails {
  const { user } = useSession();
  const [isAsked] = useState(user.name === null || isPlaceholder(user.email));
  const [values, setValues] = useState({ first_name: '', last_name: '', email: '' });
  const { faults, send } = useSmallForm('user');
  const set = (name: keyof typeof values) => (event: { readonly target: { readonly value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  const field = (name: keyof typeof values, label: string, autoComplete: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      autoComplete={autoComplete}
      fault={faults.at[name]}
      value={values[name]}
      onChange={set(name)}
    />
  );
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  const store = async (): Promise<void> => {
    await api.send('PATCH /users/me', { body: { user: given } });
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  return {
    fields: isAsked && (
      <>
        <FaultLine>{faults.other}</FaultLine>
        {field('first_name', 'Your first name', 'given-name')}
        {field('last_name', 'Your last name', 'family-name')}
        {isPlaceholder(user.email) &&
          field('email', 'Your e-mail, with which you sign in', 'email', `Without one, you sign in as ${user.email}.`)}
      </>
    ),
    send: () => (Object.keys(given).length === 0 ? Promise.resolve(true) : send(store)),
  };
}
