import { addDays, type CalendarDay } from '../../../resources/written-dates/days.ts';
import { isDate, isDateTime } from '../../../resources/vocabulary/formats.ts';
import { momentInFirm } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';

/** Writes an instant of an address in words: `Mar 29`, `Mar 29, 2026, 11:59 PM`. Other texts stay as they are. */
export function useAsOfWords(): (asOf: string) => string {
  const { day, today } = useFormats();
  return (asOf) => inWords(asOf, today, day);
}

/** Writes an instant of an address in full, for a sentence: `Sun, Mar 29, 2026`. */
export function useAsOfInFull(): (asOf: string) => string {
  const { today } = useFormats();
  return (asOf) => inWords(asOf, today, (day) => full().format(Date.parse(`${day}T00:00:00Z`)));
}

let known: Intl.DateTimeFormat | undefined;

/** The format of a day in full. It is slow to make, and the board loads this file while a user works. */
const full = (): Intl.DateTimeFormat =>
  (known ??= new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }));

function inWords(asOf: string, today: CalendarDay, day: (day: CalendarDay) => string): string {
  const relative = /^today(?:-(\d{1,4}))?$/.exec(asOf);
  if (relative) return day(addDays(today, -Number(relative[1] ?? 0)));
  if (isDate(asOf)) return day(asOf);
  return isDateTime(asOf) ? momentInFirm(new Date(asOf)) : asOf;
}
