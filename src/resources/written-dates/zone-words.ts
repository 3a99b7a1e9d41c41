import { dayIn, type CalendarDay } from './days.ts';
import { instantIn, timeIn } from './zone.ts';
import { zoneFormats } from './zone-formats.ts';

/** A day and a time of day, `HH:MM`. */
interface WallTime {
  readonly day: CalendarDay;
  readonly time: string;
}

/** The zones of the United States by the first letters of their names. */
const zones: Readonly<Record<string, string>> = {
  e: 'America/New_York',
  c: 'America/Chicago',
  m: 'America/Denver',
  p: 'America/Los_Angeles',
  ak: 'America/Anchorage',
  h: 'Pacific/Honolulu',
};

const word = /(?:^| )\(?((?:ak|[ecmph])[sd]?t)\)?(?= |$)/;

/** Takes the name of a zone out of a text: `ct`, `(cst)`, `cst/cdt`, `central time`. `zone` is null without one. */
export function splitZone(text: string): { rest: string; zone: string | null } {
  const short = text
    .replaceAll(/\b(eastern|central|mountain|pacific)(?: (standard|daylight))?(?: time)?\b/g, (_, name, season = '') =>
      [name, season, 't'].map((part) => String(part).charAt(0)).join(''),
    )
    .replaceAll(/\b([ecmp])st\/\1dt\b/g, '$1t');
  const [whole, zone] = word.exec(short) ?? [];
  return whole === undefined || zone === undefined
    ? { rest: text, zone: null }
    : { rest: short.replace(whole, ''), zone };
}

/**
 * The time of the firm's zone at a time of another zone. A name that the firm's own zone has, in summer or in winter,
 * means the firm's time.
 * @returns null if the name can mean two times, such as `CST` in July.
 */
export function inFirmZone({ day, time }: WallTime, zone: string, timeZone: string): WallTime | null {
  if (ownNames(day, timeZone).has(zone)) return { day, time };
  const named = zones[zone.replace(/[sd]?t$/, '')] ?? timeZone;
  const instant = instantIn(named, day, time);
  const isPlain = zone === genericName(zone);
  if (!isPlain && nameAt(named, instant, 'short') !== zone) return null;
  return { day: dayIn(timeZone, new Date(instant)), time: timeIn(timeZone, instant) };
}

/** `cst` → `ct` */
export const genericName = (zone: string): string => zone.replace(/[sd]t$/, 't');

/** The names of a zone through the year: `cst`, `cdt` and `ct`; in Arizona only `mst`. */
function ownNames(day: CalendarDay, timeZone: string): ReadonlySet<string> {
  const year = day.slice(0, 4);
  const [winter, summer] = [`${year}-01-15T12:00:00Z`, `${year}-07-15T12:00:00Z`];
  return new Set([
    nameAt(timeZone, winter, 'short'),
    nameAt(timeZone, summer, 'short'),
    nameAt(timeZone, winter, 'shortGeneric'),
  ]);
}

const nameFormats = {
  short: zoneFormats((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })),
  shortGeneric: zoneFormats((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortGeneric' })),
};

function nameAt(timeZone: string, instant: string, timeZoneName: 'short' | 'shortGeneric'): string {
  const name =
    nameFormats[timeZoneName](timeZone)
      .formatToParts(new Date(instant))
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.toLowerCase();
}
