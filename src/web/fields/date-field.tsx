import { useFormats } from '../data/formats.ts';
import { instantIn } from '../../resources/written-dates/zone.ts';
import { Field } from '../parts/field/field.tsx';
import { dateFaultOf, type ReadDate, readDate } from '../../resources/written-dates/read-date.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The day that `+7` counts from; today without it. */
  readonly from?: string | undefined;
  /** The time of day of another day than `from`, if the text has none, `HH:MM`. */
  readonly hour?: string | null | undefined;
  /** Whether the person has tried to send it, so that a fault shows. */
  readonly isAsked?: boolean;
  readonly isOptional?: boolean;
  /** A weekday, or a date without a year, is the last one. */
  readonly isPast?: boolean;
  /** A time of day in the text does not count. */
  readonly isDay?: boolean;
  readonly autoFocus?: boolean;
}

/** A typed date. The reading of the text stands beneath it. */
export function DateField(props: Props) {
  const { label, value, onChange, from, hour, isAsked, isOptional, isPast, isDay, autoFocus } = props;
  const { today, timeZone } = useFormats();
  const base = { today, timeZone, from, isPast };
  const read = readDate(value, base);
  const reading = useReading(read && (isDay ? { ...read, time: null } : withHour(read, { from, hour })));
  const isFaulty = read === null && (value.trim() !== '' || !isOptional);
  return (
    <Field
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      autoComplete="off"
      autoFocus={autoFocus}
      data-first={autoFocus}
      fault={isAsked && isFaulty ? dateFaultOf(value, base) : undefined}
      hint={reading ?? `Such as 3/14, mar 14${isDay ? '' : ' 2p'}, fri or +10`}
    />
  );
}

/** A date with the hour that it keeps. The same day without an hour drops it. */
export const withHour = ({ day, time }: ReadDate, { from, hour = null }: Pick<Props, 'from' | 'hour'>): ReadDate => ({
  day,
  time: time ?? (day === from ? null : hour),
});

/** `Fri, Mar 14, 2:00 PM`. */
function useReading(read: ReadDate | null): string | null {
  const { weekday, time, timeZone } = useFormats();
  if (read === null) return null;
  const { day, time: at } = read;
  return at === null ? weekday(day) : `${weekday(day)}, ${time(instantIn(timeZone, day, at))}`;
}
