import { capital } from '../in-words.ts';
import { foreignMonths, foreignWeekdays, monthNames } from '../transfer/words/value-words.ts';
import { addDays, type CalendarDay, weekdayOf } from './days.ts';
import { genericName, inFirmZone, splitZone } from './zone-words.ts';

/** A typed date: the day, and the time of day as `HH:MM` if one was given. */
export interface ReadDate {
  readonly day: CalendarDay;
  readonly time: string | null;
}

/** The order of the numbers of a date such as 3/4/2026. */
export type DayOrder = 'month-first' | 'day-first';

export const isDayOrder = (text: string): text is DayOrder => text === 'month-first' || text === 'day-first';

/** How a date is read: the zone, and the order of its numbers. */
interface WrittenBase {
  /** The zone of the firm. */
  readonly timeZone: string;
  /** The default is `month-first`. A date with dots, such as 14.3.2026, has the day first. */
  readonly order?: DayOrder | undefined;
}

/** The days and the zone against which a typed date is read. */
interface DateBase extends WrittenBase {
  readonly today: CalendarDay;
  /** The day that `+7` counts from; today without it. */
  readonly from?: CalendarDay | undefined;
  /** A weekday, or a date without a year, is the last one, today included, not the next one. */
  readonly isPast?: boolean | undefined;
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/**
 * Reads a date as people type it: `3/14`, `3/14/27`, `mar 14`, `14 mar 2027`, `fri`, `today`, `tomorrow`, `+10`,
 * `2027-03-14`, each with or without a time (`2p`, `2:30 pm`, `14:30`); or as an invitation to bid writes it:
 * `Thursday, December 3rd, 2026 at 2:00 p.m. CST`. A date without a year is the next one. The time of another zone of
 * the United States becomes that of the firm.
 * @returns null if the text is none of these, if the day does not exist, if it is another weekday than the text says,
 * or if the name of the zone can mean two times. `dateFaultOf` says which.
 */
export function readDate(text: string, base: DateBase): ReadDate | null {
  const read = readText(text, base);
  return 'fault' in read ? null : read;
}

/**
 * Reads a date of a file as `readDate` does. It has its year, and does not count from today, because nobody knows when
 * it was written.
 */
export function readWrittenDate(text: string, base: WrittenBase): ReadDate | null {
  const read = readText(text, { ...base, today: null });
  return 'fault' in read ? null : read;
}

/** The message about a text that is no date. */
export function dateFaultOf(text: string, base: DateBase): string {
  const read = readText(text, base);
  return ('fault' in read ? read.fault : null) ?? 'Write a date, such as 3/14, mar 14 2p, fri or +10.';
}

/** A text that cannot be read. The fault is null if there is nothing special to say about it. */
interface Unread {
  readonly fault: string | null;
}

const unread: Unread = { fault: null };

/** Without `today`, a date needs its year. */
type TextBase = Omit<DateBase, 'today'> & { readonly today: CalendarDay | null };

function readText(text: string, base: TextBase): ReadDate | Unread {
  const { rest, zone } = splitZone(plainly(text));
  const { rest: date, time } = splitTime(rest.trim());
  if (time === undefined || (zone !== null && time === null)) return unread;
  const day = dayFrom(date.trim(), base);
  if (typeof day !== 'string') return day;
  if (zone === null || time === null) return { day, time };
  return inFirmZone({ day, time }, zone, base.timeZone) ?? ambiguous(day, zone);
}

const ambiguous = (day: CalendarDay, zone: string): Unread => ({
  fault: `${zone.toUpperCase()} can mean two times on ${longDay(day)}. Write ${genericName(zone).toUpperCase()}, or the time of your firm.`,
});

/** `March 13, 2026`, as this browser writes it. */
const longDay = (day: CalendarDay): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));

/** A day as people write it, with its year: `Mar 14, 2026`. */
export function writeDay(day: CalendarDay): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${capital((monthNames[Number(month) - 1] ?? '').slice(0, 3))} ${Number(date)}, ${year}`;
}

/** Days by name, as their distance from today. */
const nearDays: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

/** The text without accents, commas, filling words of several languages and the endings of ordinal numbers. */
const plainly = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replaceAll(/[,;@|()]|\b(?:at|by|on|before|until|o'clock|local(?: time)?|den|le|el)\b| [-–—] /g, ' ')
    .replaceAll(/\b(?:um|a|a las|alle|ore|as|om)(?= \d{1,2}(?: ?h| ?uhr|[:.]\d))/g, ' ')
    .replaceAll(/\b(\d{1,2})(?:[:.](\d{2}))? ?uhr\b/g, (_, hour: string, minute = '00') => `${hour}:${minute}`)
    .replaceAll(/\b([ap])\.\s?m\b\.?/g, '$1m')
    .replaceAll(/\b(?:12(?::00)?\s*)?noon\b/g, '12 pm')
    .replaceAll(/(\d)(?:(?:st|nd|rd|th|er)\b|\.?[º°])/g, '$1')
    .replaceAll(/\b(\d{1,2}) ?h(?: ?(\d{2}))?\b/g, (_, hour: string, minute = '00') => `${hour}:${minute}`)
    .replaceAll(/(?<= )(\d{2}):?(\d{2}) ?(?:hrs?|hours?)\b\.?/g, '$1:$2')
    .replaceAll(/(?<=[ t])(\d{1,2}:\d{2}):\d{2}(?:\.\d+)?(?!\d)/g, '$1')
    .replaceAll(/(?<= )(\d{1,2})\.(\d{2}) ?(?=[ap]m?\b)/g, '$1:$2')
    .replaceAll(/\b(?:eod|eob|cob|close of business|end of (?:the )?day)\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(fourDigits, '$1 $3:$4')
    .trim();

/** An hour of four digits behind a date in numbers: `3/14/2026 1400`. */
const fourDigits = /^(\d{4}-\d{2}-\d{2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4}) ([01]\d|2[0-3])([0-5]\d)$/;

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Takes a time from the end or the start. `time` is null without one, undefined if there is no such time. */
function splitTime(text: string): { rest: string; time: string | null | undefined } {
  const found = times.map((time) => time.exec(text)).find((one) => one !== null);
  if (!found) return { rest: text, time: null };
  const [whole, hour = '', minute, half, halfAlone] = found;
  return { rest: text.replace(whole, ''), time: timeOf(Number(hour), Number(minute ?? 0), (half ?? halfAlone)?.[0]) };
}

// A number without minutes, `a` or `p` belongs to the date.
const times = [
  /(?<=^| )(\d{1,2})(?::(\d{2})(?: ?(a|p|am|pm))?| ?(a|p|am|pm))$/,
  /^(\d{1,2})(?::(\d{2})(?: ?(a|p|am|pm))?| ?(a|p|am|pm))(?= )/,
];

function timeOf(hour: number, minute: number, half: string | undefined): string | undefined {
  if (minute > 59 || (half === undefined ? hour > 23 : hour < 1 || hour > 12)) return undefined;
  const full = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return `${String(full).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function dayFrom(text: string, { today, from, isPast = false, order }: TextBase): CalendarDay | Unread {
  return (
    (today === null ? null : nearDay(text, { today, from, isPast })) ?? dayAfterWeekday(text, { today, isPast, order })
  );
}

/** A day that counts from today. */
function nearDay(text: string, { today, from = today, isPast }: Omit<DateBase, 'timeZone'>): CalendarDay | null {
  const near = nearDays.get(text);
  if (near !== undefined) return addDays(today, near);
  const [, sign, count] = /^([+-])(\d{1,4})d?$/.exec(text) ?? [];
  if (count !== undefined) return addDays(from, Number(`${sign ?? ''}${count}`));
  const weekday = weekdayNamed(text);
  if (weekday === null) return null;
  return isPast ? lastWeekday(weekday, today) : nextWeekday(weekday, today);
}

/** `thursday december 3` is a day only if it is a Thursday. The weekday may have a name of another language. */
function dayAfterWeekday(text: string, of: YearBase): CalendarDay | Unread {
  const [first = '', ...others] = text.split(' ');
  const said = weekdaysNamed(first.replace(/\.$/, ''));
  // `mar` is March, but a Tuesday in front of a date.
  const alone = writtenDay(text, of);
  if (alone !== null || said.length === 0) return alone ?? unread;
  const day = writtenDay(others.join(' '), of);
  if (day === null) return unread;
  const weekday = weekdayOf(day);
  return said.includes(weekday) ? day : { fault: `${longDay(day)} is a ${capital(weekdays[weekday - 1] ?? '')}.` };
}

/** 1 for Monday to 7 for Sunday; null if the text is neither a weekday nor the first letters of one. */
function weekdayNamed(text: string): number | null {
  const found = text.length < 2 ? -1 : weekdays.findIndex((name) => name.startsWith(text));
  return found < 0 ? null : found + 1;
}

/** The weekdays that a text means in any language: `di` is a Tuesday in German and a Sunday in French. */
const weekdaysNamed = (text: string): readonly number[] =>
  text.length < 2
    ? []
    : weekdays.flatMap((name, at) =>
        [name, ...(foreignWeekdays[at] ?? [])].some((one) => one.startsWith(text)) ? [at + 1] : [],
      );

/** The next such weekday after today. */
function nextWeekday(weekday: number, today: CalendarDay): CalendarDay {
  return addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
}

/** The last such weekday, today included. */
function lastWeekday(weekday: number, today: CalendarDay): CalendarDay {
  return addDays(today, -((weekdayOf(today) - weekday + 7) % 7));
}

interface YearBase {
  readonly today: CalendarDay | null;
  readonly isPast: boolean;
  readonly order: DayOrder | undefined;
}

const isoForm = /^(?<y>\d{4})(?<between>[-/.]?)(?<m>\d{1,2})\k<between>(?<d>\d{1,2})$/;
const numberForm = /^(?<one>\d{1,2})(?<between>[-/.])(?<other>\d{1,2})(?:\k<between>(?<y>\d{4}|\d{2}))?$/;
const nameForms = [
  /^(?<name>[a-z]{3,10})\.?[ -]?(?<d>\d{1,2})(?:[ -]'?(?<y>\d{4}|\d{2}))?$/,
  /^(?<d>\d{1,2})\.?(?: (?:of|del?) )?[ /-]?(?<name>[a-z]{3,10})\.?(?: del? )?(?:[ /-]?'?(?<y>\d{4}|\d{2}))?$/,
];

function writtenDay(text: string, of: YearBase): CalendarDay | null {
  const iso = isoForm.exec(text)?.groups;
  if (iso && (iso['between'] !== '' || text.length === 8))
    return existing(Number(iso['y']), Number(iso['m']), Number(iso['d']));
  const numbers = numberForm.exec(text)?.groups;
  if (numbers) return numbered(numbers, of);
  const named = nameForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!named) return null;
  return dated({ month: monthNamed(named['name'] ?? ''), day: Number(named['d']), year: named['y'] }, of);
}

/** Without a year, only a date with slashes is one: 3-4 and 3.4 mean other things too. */
function numbered({ one, other, between, y: year }: Record<string, string | undefined>, of: YearBase) {
  if (year === undefined && between !== '/') return null;
  const isDayFirst = between === '.' || of.order === 'day-first';
  const [month, day] = isDayFirst ? [other, one] : [one, other];
  return dated({ month: Number(month), day: Number(day), year }, of);
}

/** 1 for January; 0 if the text is neither a month nor its first letters. */
export const monthInWords = (text: string): number =>
  text.length < 3 ? 0 : monthNamed(withoutAccents(text).toLowerCase());

/** Like `monthInWords`, for small letters without accents. Letters that begin several months are none. */
function monthNamed(name: string): number {
  if (name === 'sept') return 9;
  const english = monthNames.findIndex((month) => month.startsWith(name));
  if (english >= 0) return english + 1;
  const [first = -1, ...others] = foreignMonths.flatMap((names, at) =>
    names.some((month) => month.startsWith(name)) ? [at] : [],
  );
  return others.length === 0 ? first + 1 : 0;
}

interface DateParts {
  readonly month: number;
  readonly day: number;
  readonly year: string | undefined;
}

function dated({ month, day, year }: DateParts, { today, isPast }: YearBase): CalendarDay | null {
  if (year !== undefined)
    return existing(year.length === 2 ? centuryOf(year) + Number(year) : Number(year), month, day);
  if (today === null) return null;
  const thisYear = Number(today.slice(0, 4));
  const years = isPast ? [thisYear, thisYear - 1] : [thisYear, thisYear + 1];
  const days = years.map((one) => existing(one, month, day)).filter((one) => one !== null);
  return days.find((one) => (isPast ? one <= today : one >= today)) ?? null;
}

/** `69` is 2069 and `70` is 1970. */
const centuryOf = (year: string): number => (year < '70' ? 2000 : 1900);

function existing(year: number, month: number, day: number): CalendarDay | null {
  const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  const parsed = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text ? null : text;
}
