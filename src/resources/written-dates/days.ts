import { zoneFormats } from './zone-formats.ts';

/** A calendar day, `YYYY-MM-DD`. It has no time zone and is never converted. */
export type CalendarDay = string;

const msPerDay = 86_400_000;

const numberOf = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`) / msPerDay;

const dayOf = (number: number): CalendarDay => new Date(number * msPerDay).toISOString().slice(0, 10);

export const addDays = (day: CalendarDay, days: number): CalendarDay => dayOf(numberOf(day) + days);

/** The number of days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: CalendarDay, to: CalendarDay): number => numberOf(to) - numberOf(from);

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: CalendarDay): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** The day of an instant in a time zone. */
export function dayIn(timeZone: string, instant: Date): CalendarDay {
  return dayFormat(timeZone).format(instant);
}

const dayFormat = zoneFormats((timeZone) => {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
});
