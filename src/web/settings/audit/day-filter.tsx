import { useState } from 'react';
import { dayIn } from '../../../resources/written-dates/days.ts';
import { useFormats } from '../../data/formats.ts';
import { instantIn, timeIn } from '../../../resources/written-dates/zone.ts';
import { readDate } from '../../../resources/written-dates/read-date.ts';
import { Field } from '../../parts/field/field.tsx';

interface Props {
  readonly label: string;
  /** The time of day of a day that was typed without one, `HH:MM`. */
  readonly hour: string;
  /** An instant, or a day such as `today-7`, which the service reads. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A typed day or time of the past. It applies with Enter, or when the field is left. */
export function DayFilter({ label, hour, value = '', onChange }: Props) {
  const { today, timeZone: zone, moment } = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const isInstant = !Number.isNaN(Date.parse(value));
  const written = isInstant ? `${dayIn(zone, new Date(value))} ${timeIn(zone, value)}` : value;
  const read = typed === null ? null : readDate(typed, { today, timeZone: zone, isPast: true });
  const isWrong = typed !== null && typed.trim() !== '' && read === null;
  const apply = (): void => {
    if (typed === null || isWrong) return;
    setTyped(null);
    onChange(read === null ? undefined : instantIn(zone, read.day, read.time ?? hour));
  };
  return (
    <Field
      label={label}
      autoComplete="off"
      value={typed ?? written}
      fault={isWrong ? 'Such as 3/14 or mar 14 2p' : undefined}
      hint={typed === null && isInstant ? moment(value) : undefined}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  );
}
