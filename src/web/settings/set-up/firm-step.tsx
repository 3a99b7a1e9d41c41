import { useSuspenseQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useNow } from '../../data/now.ts';
import { Field } from '../../parts/field/field.tsx';
import style from '../../parts/field/form.module.css';
import { SelectField } from '../../parts/field/select-field.tsx';
import { useAddressSearch } from '../../queries/use-address.ts';
import {
  type Account,
  accountFields,
  accountQuery,
  browserZone,
  changeAccount,
  currencyOptions,
  timeNow,
  zoneOptions,
} from '../firm/account.ts';
import { useSmallForm } from '../../fields/use-small-form.ts';
import { useOwnDetails } from './own-details.tsx';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './steps.ts';
import { FaultLine } from '../../parts/failure/fault-line.tsx';

/** The zone of a firm that nobody has set up. */
const unset = 'UTC';

/** The name of the firm, its time zone, guessed from the browser in the first run, and its currency. */
export function FirmStep({ onDone }: StepProps) {
  const { account } = useSuspenseQuery(accountQuery).data;
  const { first } = useAddressSearch();
  const isGuessed = first !== undefined && account.time_zone === unset;
  const [typed, setTyped] = useState<Partial<Account>>(isGuessed ? { time_zone: browserZone() } : {});
  const values = { ...account, ...typed };
  const me = useOwnDetails();
  const { form, faults, isBusy, send } = useSmallForm('account');
  const now = timeNow(values.time_zone, useNow());
  const set = (name: keyof Account) => (value: string) => setTyped({ ...typed, [name]: value });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const changed = accountFields.filter(({ name }) => values[name] !== account[name]);
    const fields = Object.fromEntries(changed.map(({ name }) => [name, values[name]]));
    if (!(await me.send())) return;
    if (changed.length === 0 || (await send(() => changeAccount(fields)))) onDone();
  };
  return (
    <form ref={form} className={style.form} onSubmit={(event) => void submit(event)}>
      <FaultLine>{faults.other}</FaultLine>
      <Field
        label="Name of the firm"
        autoComplete="organization"
        autoFocus
        fault={faults.at['name']}
        value={values.name}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => set('name')(target.value)}
      />
      <SelectField
        isRequired
        label="Time zone"
        fault={faults.at['time_zone']}
        hint={`${now === null ? '' : `It is ${now} there now. `}Due dates and days count in it.`}
        options={zoneOptions(values.time_zone)}
        value={values.time_zone}
        onChange={set('time_zone')}
      />
      <SelectField
        isRequired
        label="Currency"
        fault={faults.at['currency']}
        options={currencyOptions(values.currency)}
        value={values.currency}
        onChange={set('currency')}
      />
      {me.fields}
      <StepFoot isBusy={isBusy} onSkip={onDone} />
    </form>
  );
}
