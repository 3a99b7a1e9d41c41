import { addDays, type Day } from '../data/days.ts';

/** A typed date: the day, and the time of day as `HH:MM` if one was given. */
export interface ReadDate {
  readonly day: Day;
  readonly time: string | null;
}

interface Base {
  readonly today: Day;
  /** The day that `+7` counts from. */
  readonly from: Day;
  /** A date without a year is the last one, not the next one. */
  readonly isPast?: boolean | undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/**
 * Reads a date as people type it: `3/14`, `3/14/27`, `mar 14`, `14 mar 2027`, `fri`, `today`, `tomorrow`, `+10`,
 * `2027-03-14`, each with or without a time (`2p`, `2:30 pm`, `14:30`). A date without a year is the next one.
 * @returns null if the text is none of these, or if the day does not exist.
 */
export function readDate(text: string, base: Base): ReadDate | null {
  const { rest, time } = splitTime(text.trim().toLowerCase().replaceAll(',', ' '));
  if (time === undefined) return null;
  const day = dayFrom(rest.trim(), base);
  return day === null ? null : { day, time };
}

/** Days by name, as their distance from today. */
const nearDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** Takes a time from the end. `time` is null without one, undefined if there is no such time. */
function splitTime(text: string): { rest: string; time: string | null | undefined } {
  const found = /(?:^|\s)(\d{1,2})(?::(\d{2}))?\s*(a|p|am|pm)?$/.exec(text);
  const [whole = '', hour = '', minute, half] = found ?? [];
  // A number alone at the end belongs to the date.
  if (!found || (minute === undefined && half === undefined)) return { rest: text, time: null };
  const rest = text.slice(0, text.length - whole.length);
  return { rest, time: timeOf(Number(hour), Number(minute ?? 0), half?.[0]) };
}

function timeOf(hour: number, minute: number, half: string | undefined): string | undefined {
  if (minute > 59 || (half === undefined ? hour > 23 : hour < 1 || hour > 12)) return undefined;
  const full = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return `${String(full).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function dayFrom(text: string, { today, from, isPast = false }: Base): Day | null {
  const near = nearDays[text];
  if (near !== undefined) return addDays(today, near);
  const [, sign, count] = /^([+-])(\d{1,4})d?$/.exec(text) ?? [];
  if (count !== undefined) return addDays(from, Number(`${sign ?? ''}${count}`));
  const weekday = weekdays.findIndex((name) => text.length >= 2 && text.startsWith(name.slice(0, text.length)));
  if (weekday >= 0 && /^[a-z]+$/.test(text)) return nextWeekday(weekday, today);
  if (weekdays.some((name) => text.startsWith(name) && /^[a-z]+day$/.test(text))) {
    return nextWeekday(
      weekdays.findIndex((name) => text.startsWith(name)),
      today,
    );
  }
  return writtenDay(text, { today, isPast });
}

/** The next such weekday after today. */
function nextWeekday(weekday: number, today: Day): Day {
  const now = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(today, ((weekday - now + 6) % 7) + 1);
}

interface Year {
  readonly today: Day;
  readonly isPast: boolean;
}

function writtenDay(text: string, of: Year): Day | null {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (isoYear !== undefined) return existing(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(text) ?? [];
  if (month !== undefined) return dated({ month: Number(month), day: Number(day), year }, of);
  const [, name, after, nameYear] = /^([a-z]{3,9})\.?\s*(\d{1,2})(?:\s+(\d{4}))?$/.exec(text) ?? [];
  if (name !== undefined) return dated({ month: monthNamed(name), day: Number(after), year: nameYear }, of);
  const [, first, last, lastYear] = /^(\d{1,2})\.?\s*([a-z]{3,9})\.?(?:\s+(\d{4}))?$/.exec(text) ?? [];
  if (last !== undefined) return dated({ month: monthNamed(last), day: Number(first), year: lastYear }, of);
  return null;
}

const monthNamed = (name: string): number => months.indexOf(name.slice(0, 3)) + 1;

interface Written {
  readonly month: number;
  readonly day: number;
  readonly year: string | undefined;
}

function dated({ month, day, year }: Written, { today, isPast }: Year): Day | null {
  if (year !== undefined) return existing(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
  const thisYear = Number(today.slice(0, 4));
  const years = isPast ? [thisYear, thisYear - 1] : [thisYear, thisYear + 1];
  const days = years.map((one) => existing(one, month, day)).filter((one) => one !== null);
  return days.find((one) => (isPast ? one <= today : one >= today)) ?? null;
}

function existing(year: number, month: number, day: number): Day | null {
  const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  const parsed = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text ? null : text;
}
