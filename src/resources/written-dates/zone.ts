import type { CalendarDay } from './days.ts';
import { zoneFormats } from './zone-formats.ts';

const msPerDay = 86_400_000;

/**
 * The instant of a time of day in a time zone. A time that a change of summer time skips is as much later; of one that
 * comes twice, it is the first.
 */
export function instantIn(timeZone: string, day: CalendarDay, time: string): string {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const instants = [wall - msPerDay, wall + msPerDay].map((near) => wall - offsetAt(timeZone, near));
  const existing = instants.find((instant) => instant + offsetAt(timeZone, instant) === wall);
  return new Date(existing ?? Math.max(...instants)).toISOString();
}

/** The time of day of an instant in a time zone, `HH:MM`. */
export const timeIn = (timeZone: string, instant: string): string => dayAndTimeIn(timeZone, instant).slice(11);

/** The day and the time of day of an instant in a time zone, `YYYY-MM-DD HH:MM`. */
export function dayAndTimeIn(timeZone: string, instant: string): string {
  const at = Date.parse(instant);
  return new Date(at + offsetAt(timeZone, at)).toISOString().slice(0, 16).replace('T', ' ');
}

const offsetFormat = zoneFormats((timeZone) => {
  return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' });
});

/** The milliseconds by which a zone is ahead of UTC at an instant. */
function offsetAt(timeZone: string, instant: number): number {
  const name =
    offsetFormat(timeZone)
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '0', seconds = '0'] = /GMT([+-])(\d{2}):?(\d{2})?:?(\d{2})?/.exec(name) ?? [];
  if (sign === undefined) return 0;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}
