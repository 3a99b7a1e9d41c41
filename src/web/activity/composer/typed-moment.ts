import type { CalendarDay } from '../../../resources/written-dates/days.ts';
import { readDate } from '../../../resources/written-dates/read-date.ts';
import { instantIn } from '../../../resources/written-dates/zone.ts';

/** The instant of a typed time; null for now. */
export type ReadMoment = { readonly at: string | null } | { readonly fault: string };

export interface MomentBase {
  readonly today: CalendarDay;
  readonly timeZone: string;
}

/**
 * Reads the time at which something has happened: `3p`, `-1 3p`, `yesterday 9a`, `fri`, `3/14 2p`. A day without a year
 * is the last one, and so is a weekday. A day without an hour is its noon, and today without an hour is now.
 */
export function readMoment(text: string, { today, timeZone }: MomentBase): ReadMoment {
  const typed = text.trim();
  if (/^(?:now|today)?$/i.test(typed)) return { at: null };
  const base = { today, timeZone, isPast: true };
  const read = readDate(typed, base) ?? readDate(`today ${typed}`, base);
  if (read === null) return { fault: `Write a time, ${examples}.` };
  return { at: instantIn(timeZone, read.day, read.time ?? '12:00') };
}

export const examples = 'such as 3p, -1 3p, fri 9a or 3/14 2p';
