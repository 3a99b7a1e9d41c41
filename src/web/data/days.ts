import { type CalendarDay, dayIn } from '../../resources/written-dates/days.ts';
import { shortHours } from './short-hour.ts';

/** The formats of a browser, for days and times of a firm. */
export interface DayFormats {
  /** `Mar 14`, with the year if it is not the one of today. */
  readonly day: (day: CalendarDay) => string;
  /** `3/14` for a narrow place, with the year if it is not the one of today. */
  readonly shortDay: (day: CalendarDay) => string;
  /** `Fri, Mar 14`, with the year if it is not the one of today. */
  readonly weekday: (day: CalendarDay) => string;
  /** The time of day of an instant in the firm's zone: `2:00 PM`. */
  readonly time: (instant: string) => string;
  /** The same for a narrow place: `2p`, `2:30p`. */
  readonly shortTime: (instant: string) => string;
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
    const year = options.month === 'numeric' ? '2-digit' : 'numeric';
    const otherYear = new Intl.DateTimeFormat(locale, { ...options, year, timeZone: 'UTC' });
    return (day: CalendarDay) =>
      (day.slice(0, 4) === today.slice(0, 4) ? sameYear : otherYear).format(Date.parse(`${day}T00:00:00Z`));
  };
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone });
  const day = format({ month: 'short', day: 'numeric' });
  return {
    day,
    shortDay: format({ month: 'numeric', day: 'numeric' }),
    shortTime: shortHours(locale, timeZone),
    weekday: format({ weekday: 'short', month: 'short', day: 'numeric' }),
    time: (instant) => time.format(new Date(instant)),
    moment: (instant) => `${day(dayIn(timeZone, new Date(instant)))}, ${time.format(new Date(instant))}`,
  };
}
