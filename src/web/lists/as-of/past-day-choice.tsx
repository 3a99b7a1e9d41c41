import { useState } from 'react';
import type { CalendarDay } from '../../../resources/written-dates/days.ts';
import { readDate } from '../../../resources/written-dates/read-date.ts';
import { type Formats, useFormats } from '../../data/formats.ts';
import { DateField } from '../../fields/date-field.tsx';
import { DialogForm } from '../../parts/dialog/dialog-form.tsx';
import { ReadyPicker } from '../../parts/picker/ready-picker.tsx';
import { pastDays } from './as-of-days.ts';

interface Props {
  readonly label: string;
  /** The name of the first choice, which takes the day away: `Now`. */
  readonly usual: string;
  /** The days end before this one, and their names count from it. Without it, they end today. */
  readonly before?: CalendarDay | undefined;
  readonly onChange: (day: string | undefined) => void;
  readonly onClose: () => void;
}

/** A past day, by its name or any other one. */
export function PastDayChoice({ label, usual, before, onChange, onClose }: Props) {
  const { today, day: dayInWords } = useFormats();
  const ready = pastDays(before ?? today).map(({ name, day }) => ({ name: `${name}, ${dayInWords(day)}`, day }));
  const pick = (day: string | undefined): void => {
    onClose();
    onChange(day);
  };
  return (
    <ReadyPicker
      label={label}
      ready={[{ name: usual, day: undefined }, ...ready]}
      other="Another day…"
      onPick={({ day }) => pick(day)}
    >
      <DayForm before={before} onPick={pick} onCancel={onClose} />
    </ReadyPicker>
  );
}

interface FormProps extends Pick<Props, 'before'> {
  readonly onPick: (day: string) => void;
  readonly onCancel: () => void;
}

function DayForm({ before, onPick, onCancel }: FormProps) {
  const formats = useFormats();
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const day = readDate(text, { ...formats, isPast: true })?.day;
  const fault = day === undefined ? undefined : faultOf(day, before, formats);
  const submit = (): void => {
    setAsked(true);
    if (day !== undefined && fault === undefined) onPick(day);
  };
  return (
    <DialogForm verb="Show" fault={isAsked ? fault : undefined} onSubmit={submit} onCancel={onCancel}>
      <DateField label="The end of the day" value={text} onChange={setText} isDay isPast isAsked={isAsked} autoFocus />
    </DialogForm>
  );
}

function faultOf(day: CalendarDay, before: CalendarDay | undefined, formats: Formats): string | undefined {
  if (day > formats.today) return 'This day is still to come.';
  if (before !== undefined && day >= before) return `The day must be before ${formats.day(before)}.`;
  return undefined;
}
