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
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(instant);
}

/** The formats of a browser, for days and times of a firm. */
export interface DayFormats {
  /** `Mar 14`, with the year if it is not the one of today. */
  readonly day: (day: CalendarDay) => string;
  /** `Fri, Mar 14`, with the year if it is not the one of today. */
  readonly weekday: (day: CalendarDay) => string;
  /** The time of day of an instant in the firm's zone: `2:00 PM`. */
  readonly time: (instant: string) => string;
  /** An instant in the firm's zone: `Mar 14, 2:00 PM`. */
  readonly moment: (instant: string) => string;
}

/** @param today the day in the firm's zone. */
export function dayFormats(
  locale: string | undefined,
  { timeZone, today }: { timeZone: string; today: CalendarDay },
): DayFormats {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const sameYear = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    const otherYear = new Intl.DateTimeFormat(locale, { ...options, year: 'numeric', timeZone: 'UTC' });
    return (day: CalendarDay) =>
      (day.slice(0, 4) === today.slice(0, 4) ? sameYear : otherYear).format(Date.parse(`${day}T00:00:00Z`));
  };
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone });
  const day = format({ month: 'short', day: 'numeric' });
  return {
    day,
    weekday: format({ weekday: 'short', month: 'short', day: 'numeric' }),
    time: (instant) => time.format(new Date(instant)),
    moment: (instant) => `${day(dayIn(timeZone, new Date(instant)))}, ${time.format(new Date(instant))}`,
  };
}
