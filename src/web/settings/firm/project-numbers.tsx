import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import {
  longestPattern,
  numberIn,
  patternFaults,
  type NumberSeries,
  seriesOf,
} from '../../../resources/vocabulary/project-number.ts';
import { type CalendarDay, dayIn } from '../../../resources/written-dates/days.ts';
import { api } from '../../data/api.ts';
import { useNow } from '../../data/now.ts';
import { queryClient } from '../../data/query-client.ts';
import { useSmallForm } from '../../fields/use-small-form.ts';
import { Button } from '../../parts/button/button.tsx';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import choices from '../../parts/field/choices.module.css';
import { Field } from '../../parts/field/field.tsx';
import style from '../../parts/field/form.module.css';
import { toast } from '../../toasts/toasts.ts';
import { type Account, changeAccount } from './account.ts';

const usualPattern = '{YY}-{###}';

const queryKey = ['project_numbers'];

/** The number with which a pattern goes on; that of the firm's own pattern is the next one. */
const nextQuery = (pattern: string) =>
  queryOptions({
    queryKey: [...queryKey, pattern],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.send('GET /account/project_numbers', { query: { pattern }, signal })).body.project_numbers.next,
  });

interface Props {
  readonly account: Account;
  readonly canWrite: boolean;
}

/** Whether new projects get numbers, by which pattern, and from which one on. */
export function ProjectNumbers({ account, canWrite }: Props) {
  const { project_number_pattern: pattern, time_zone: timeZone } = account;
  const today = dayIn(timeZone, useNow());
  if (canWrite) return <NumbersForm key={pattern} stored={pattern} today={today} />;
  if (pattern === null) return <p>New projects get no number.</p>;
  return <p>New projects get a number such as {numberIn(seriesOf(pattern, today), 1)}.</p>;
}

interface FormProps {
  readonly stored: string | null;
  readonly today: CalendarDay;
}

function NumbersForm({ stored, today }: FormProps) {
  const [isOn, setOn] = useState(stored !== null);
  const [pattern, setPattern] = useState(stored ?? usualPattern);
  const [typed, setTyped] = useState<string | null>(null);
  const { form, faults, isBusy, send } = useSmallForm('account');
  const [fault] = patternFaults(pattern);
  const { data: found } = useQuery({ ...nextQuery(pattern), enabled: isOn && fault === undefined });
  const next = typed ?? String(found ?? '');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const begin = typed === null ? {} : { project_number_next: Number(typed) };
    const fields = isOn ? { project_number_pattern: pattern, ...begin } : { project_number_pattern: null };
    if (!(await send(() => changeAccount(fields)))) return;
    setTyped(null);
    toast('The project numbers are saved.');
    await queryClient.invalidateQueries({ queryKey });
  };
  return (
    <form ref={form} className={style.form} onSubmit={(event) => void submit(event)}>
      <FaultLine>{faults.other}</FaultLine>
      <label className={choices.choice}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
        Give each new project a number
      </label>
      {isOn && (
        <>
          <Field
            label="Pattern"
            autoComplete="off"
            spellCheck={false}
            maxLength={longestPattern}
            fault={faults.at['project_number_pattern']}
            hint="{YY} or {YYYY} is the year, {###} a count of at least three digits. With a year, it begins again at 1."
            value={pattern}
            onChange={({ target }) => setPattern(target.value)}
          />
          <Field
            label="Next number"
            autoComplete="off"
            inputMode="numeric"
            fault={faults.at['project_number_next']}
            hint="Numbers that projects have already are passed over."
            value={next}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p role="status">{fault === undefined ? example(seriesOf(pattern, today), next) : `The pattern ${fault}.`}</p>
        </>
      )}
      <div>
        <Button type="submit" aria-disabled={isBusy}>
          Save the numbers
        </Button>
      </div>
    </form>
  );
}

const example = (series: NumberSeries, next: string): string =>
  /^[1-9]\d{0,8}$/.test(next) ? `The next project gets ${numberIn(series, Number(next))}.` : '';
