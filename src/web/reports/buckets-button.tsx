import { useState } from 'react';
import { choiceName } from '../../resources/labels.ts';
import { goalPeriods } from '../../resources/vocabulary/choices.ts';
import { readDate } from '../../resources/written-dates/read-date.ts';
import { useFormats } from '../data/formats.ts';
import { DateField } from '../fields/date-field.tsx';
import { DialogForm } from '../parts/dialog/dialog-form.tsx';
import { Choice } from '../parts/field/choice.tsx';
import { PopoverButton } from '../parts/popover/popover-button.tsx';
import type { Search } from '../queries/address.ts';
import type { SearchChanges } from '../queries/use-address.ts';
import style from './reports.module.css';
import { readWhole, WholeField } from './whole-field.tsx';

const bounds = { least: 1, most: 60 };

/** The number of periods that the service takes by itself. */
const usualBuckets = { month: '12', quarter: '8', year: '5' } as const;

interface Props {
  readonly search: Search;
  readonly onChange: (changes: SearchChanges) => void;
}

/** The length of the periods, the first one and their number. */
export function BucketsButton({ search, onChange }: Props) {
  const { day } = useFormats();
  const every = goalPeriods.find((one) => one === search['every']) ?? 'month';
  const { start, buckets = usualBuckets[every] } = search;
  return (
    <>
      <Choice
        className={style.choice}
        name="Periods"
        value={every}
        options={goalPeriods.map((one) => [one, choiceName(one)])}
        onChange={(value) => onChange({ every: value, buckets: undefined })}
      />
      <PopoverButton title="Periods" label={`${buckets} from ${start === undefined ? 'today' : day(start)}`}>
        {(close) => <BucketsForm start={start} buckets={buckets} onChange={onChange} onClose={close} />}
      </PopoverButton>
    </>
  );
}

interface FormProps {
  readonly start: string | undefined;
  readonly buckets: string;
  readonly onChange: (changes: SearchChanges) => void;
  readonly onClose: () => void;
}

function BucketsForm({ start = '', buckets, onChange, onClose }: FormProps) {
  const formats = useFormats();
  const [typed, setTyped] = useState({ start, buckets });
  const [isAsked, setAsked] = useState(false);
  const submit = (): void => {
    setAsked(true);
    const isToday = typed.start.trim() === '';
    const day = readDate(typed.start, formats)?.day;
    const number = readWhole(typed.buckets, bounds);
    if (number === null || (day === undefined && !isToday)) return;
    onClose();
    onChange({ start: day, buckets: number });
  };
  return (
    <DialogForm verb="Show" onSubmit={submit} onCancel={onClose}>
      <DateField
        label="A day of the first period, or nothing for today"
        value={typed.start}
        isDay
        isOptional
        isAsked={isAsked}
        autoFocus
        onChange={(text) => setTyped({ ...typed, start: text })}
      />
      <WholeField
        label="Number of periods"
        {...bounds}
        value={typed.buckets}
        isAsked={isAsked}
        onChange={(text) => setTyped({ ...typed, buckets: text })}
      />
    </DialogForm>
  );
}
