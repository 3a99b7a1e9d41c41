import { Temporal } from 'temporal-polyfill';
import type { DurationUnit } from '../resources/vocabulary/choices.ts';
import { wireTime } from '../resources/vocabulary/formats.ts';

/** 24 hours in milliseconds. */
export const dayLength = 86_400_000;

/** Milliseconds since 1970 as wire text: UTC, milliseconds only when not zero; `null` outside years 1 to 9999. */
export function instantText(milliseconds: number): string | null {
  const instant = new Date(milliseconds);
  return isInYears(instant) ? wireTime(instant) : null;
}

/** The milliseconds since 1970 of an instant as wire text. */
export const parseInstant = (text: string): number => Date.parse(text);

/** The day that an instant falls on in a zone; `null` outside years 1 to 9999. */
export function dayOf(instant: string, timeZone: string): string | null {
  const local = new Date(dayNumber(instant, timeZone) * dayLength);
  return isInYears(local) ? local.toISOString().slice(0, 10) : null;
}

/** Days from an instant's day in a zone to a date; negative when the date is earlier. */
export const daysUntil = (instant: string, date: string, timeZone: string): number =>
  Date.parse(date) / dayLength - dayNumber(instant, timeZone);

/** The day that an instant falls on in a zone, counted from 1970-01-01. */
function dayNumber(instant: string, timeZone: string): number {
  const at = parseInstant(instant);
  const offset = lastingOffset(Math.floor(at / dayLength), timeZone) ?? offsetAt(at, timeZone);
  return Math.floor((at + offset) / dayLength);
}

/** The cached offsets, by zone, then by day. */
const lasting = new Map<string, Map<number, number | null>>();
const mostLasting = 10_000;

/**
 * The offset of a zone from UTC during a whole day of UTC, in milliseconds; null if it changes during the day.
 * Cached, because one query of a zone takes longer than a hundred lookups in the cache.
 */
function lastingOffset(day: number, timeZone: string): number | null {
  const ofZone = lasting.get(timeZone) ?? new Map<number, number | null>();
  lasting.set(timeZone, ofZone);
  const known = ofZone.get(day);
  if (known !== undefined) return known;
  const [first, next] = [offsetAt(day * dayLength, timeZone), offsetAt((day + 1) * dayLength, timeZone)];
  if (ofZone.size >= mostLasting) ofZone.clear();
  ofZone.set(day, first === next ? first : null);
  return first === next ? first : null;
}

const offsetAt = (at: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;

/**
 * The first instant of a day in a zone, as wire text; `null` outside years 1 to 9999.
 * If the clocks skip midnight, the day begins after the gap. If they skip the whole day (Apia, 2011-12-30), the result
 * is the instant of the skip, which is the first instant of the next day.
 */
export function firstInstantOf(date: string, timeZone: string): string | null {
  const midnight = Date.parse(date);
  const offset = lastingOffset(midnight / dayLength, timeZone);
  const first = midnight - (offset ?? 0);
  const isPlain = [first - 1, first].every((at) => lastingOffset(Math.floor(at / dayLength), timeZone) === offset);
  if (offset !== null && isPlain) return instantText(first);
  return instantText(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);
}

/** The end of a day in a zone, in milliseconds since 1970; `Infinity` beyond year 9999. */
export function endOfDay(date: string, timeZone: string): number {
  const next = new Date(Date.parse(date) + dayLength);
  const first = isInYears(next) ? firstInstantOf(next.toISOString().slice(0, 10), timeZone) : null;
  return first === null ? Infinity : parseInstant(first);
}

/** The date so many days after another; at most the first or the last date of years 1 to 9999. */
export function dateAfter(date: string, days: number): string {
  const instant = new Date(Date.parse(date) + days * dayLength);
  if (isInYears(instant)) return instant.toISOString().slice(0, 10);
  return days < 0 ? '0001-01-01' : '9999-12-31';
}

/** The offsets of a zone: `seconds` ahead of UTC from each of `starts` on. The first covers all earlier time. */
export interface ZoneOffsets {
  readonly starts: readonly string[];
  readonly seconds: readonly string[];
}

/**
 * The offsets of a zone from 1970 to the end of the year after the instant's year. Postgres may have another version
 * of the time zone data; with these offsets it counts the same days as the service.
 */
export function zoneOffsets(timeZone: string, now: string): ZoneOffsets {
  const year = new Date(now).getUTCFullYear();
  const key = `${timeZone} ${year}`;
  const known = offsets.get(key) ?? readOffsets(timeZone, Date.UTC(year + 2, 0));
  offsets.set(key, known);
  return known;
}

const offsets = new Map<string, ZoneOffsets>();

function readOffsets(timeZone: string, until: number): ZoneOffsets {
  const starts = ['-infinity'];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
  const seconds = [secondsAhead(at)];
  while ((at = at.getTimeZoneTransition('next')) !== null && at.epochMilliseconds < until) {
    starts.push(new Date(at.epochMilliseconds).toISOString());
    seconds.push(secondsAhead(at));
  }
  return { starts, seconds };
}

const secondsAhead = (at: Temporal.ZonedDateTime): string => String(at.offsetNanoseconds / 1e9);

/** The Monday of the week that contains a date. */
export const mondayOf = (date: string): string => dateAfter(date, -((new Date(date).getUTCDay() + 6) % 7));

/** Whole days from one date to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

/** Whole periods of 24 hours between two instants; negative when the second is earlier. */
export const daysPassed = (from: string, to: string): number =>
  Math.floor((parseInstant(to) - parseInstant(from)) / dayLength);

/**
 * The last day of a period that begins on a date. A period of one day ends on that date. A month ends on the day before
 * the same date of the next month, or before its last day if that month lacks the date. `null` outside years 1 to 9999.
 */
export function lastDayOf(date: string, count: number, unit: DurationUnit): string | null {
  try {
    const last = Temporal.PlainDate.from(date)
      .add({ [unit]: count })
      .subtract({ days: 1 });
    return last.year >= 1 && last.year <= 9999 ? last.toString() : null;
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

function isInYears(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
