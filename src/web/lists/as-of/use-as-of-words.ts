import type { CalendarDay } from '../../../resources/written-dates/days.ts';
import { zoneFormats } from '../../../resources/written-dates/zone-formats.ts';
import { isDateTime } from '../../../resources/vocabulary/formats.ts';
import { momentInFirm } from '../../data/directory.ts';
import { type Formats, useFormats } from '../../data/formats.ts';
import { dayOf } from './as-of-days.ts';

/** Writes an instant of an address in words: `Mar 29`, `Mar 29, 2026, 11:59 PM`. Other texts stay as they are. */
export function useAsOfWords(): (asOf: string) => string {
  const formats = useFormats();
  return (asOf) => inWords(asOf, formats, formats.day);
}

/** Writes an instant of an address in full, for a sentence: `Sun, Mar 29, 2026`. */
export function useAsOfInFull(): (asOf: string) => string {
  const formats = useFormats();
  return (asOf) => inWords(asOf, formats, (day) => fullDay('UTC').format(Date.parse(`${day}T00:00:00Z`)));
}

/** The format of a day in full. It is slow to make, and the board loads this file while a user works. */
const fullDay = zoneFormats(
  (timeZone) =>
    new Intl.DateTimeFormat(undefined, {
      ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone },
    }),
);

function inWords(asOf: string, formats: Formats, write: (day: CalendarDay) => string): string {
  if (isDateTime(asOf)) return momentInFirm(new Date(asOf));
  const day = dayOf(asOf, formats);
  return day === undefined ? asOf : write(day);
}
