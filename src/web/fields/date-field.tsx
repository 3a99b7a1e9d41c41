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
  /** The time of day that stays, `HH:MM`. */
  readonly hour?: string | null;
  /** Whether the person has tried to send it, so that a fault shows. */
  readonly isAsked?: boolean;
  readonly isOptional?: boolean;
  /** A date without a year is the last one. */
  readonly isPast?: boolean;
  readonly autoFocus?: boolean;
}

/** A typed date. The reading of the text stands beneath it. */
export function DateField(props: Props) {
  const { label, value, onChange, from, hour, isAsked, isOptional, isPast, autoFocus } = props;
  const { today, timeZone } = useFormats();
  const base = { today, timeZone, from, isPast };
  const read = readDate(value, base);
  const reading = useReading(read, hour ?? null);
  const isFaulty = read === null && (value.trim() !== '' || !isOptional);
  return (
    <Field
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      autoComplete="off"
      autoFocus={autoFocus}
      fault={isAsked && isFaulty ? dateFaultOf(value, base) : undefined}
      hint={reading ?? 'Such as 3/14, mar 14 2p, fri or +10'}
    />
  );
}

/** `Fri, Mar 14, 2:00 PM`. @param hour the time of day if the text has none. */
function useReading(read: ReadDate | null, hour: string | null): string | null {
  const { weekday, time, timeZone } = useFormats();
  if (read === null) return null;
  const at = read.time ?? hour;
  return at === null ? weekday(read.day) : `${weekday(read.day)}, ${time(instantIn(timeZone, read.day, at))}`;
}
