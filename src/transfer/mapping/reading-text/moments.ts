import { Temporal } from 'temporal-polyfill';
import { dateAfter, dayLength, dayOf, firstInstantOf, instantText, parseInstant } from '../../../domain/calendar.ts';
import { isDate, isDateTime, wireTime } from '../../../resources/vocabulary/formats.ts';
import { type Unfit, unfit } from './unfit.ts';

const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[-+]\d\d:?\d\d)?)?$/i;

const notADay = unfit('a date such as 2026-03-14');
const notAnInstant = unfit('a date such as 2026-03-14, or a date with a time such as 2026-03-14 14:00');

/** The day of a date or date-time in ISO 8601. A time with an offset is on its day in the zone. */
export function dayFrom(text: string, timeZone: string): string | Unfit {
  const [, day = '', time, offset] = form.exec(text) ?? [];
  if (!isDate(day)) return notADay;
  if (time === undefined || offset === undefined) return day;
  const instant = withOffset(day, time, offset);
  return (instant === null ? null : dayOf(instant, timeZone)) ?? notADay;
}

/** Whether the text is a day alone: it has no time, or midnight without an offset, as spreadsheets write a day. */
export const isDayAlone = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:[T ]00:00(?::00(?:\.0+)?)?)?$/.test(text);

/** The instant of a date or date-time in ISO 8601. A time without an offset, or a day, is in the zone. */
export function instantFrom(text: string, timeZone: string): string | Unfit {
  const [, day = '', time, offset] = form.exec(text) ?? [];
  if (!isDate(day)) return notAnInstant;
  if (time === undefined) return firstInstantOf(day, timeZone) ?? notAnInstant;
  const instant = offset === undefined ? inZone(day, time, timeZone) : withOffset(day, time, offset);
  return instant ?? notAnInstant;
}

function withOffset(day: string, time: string, offset: string): string | null {
  const colon = offset.replace(/^(.\d\d)(\d\d)$/, '$1:$2').toUpperCase();
  const text = `${day}T${time.length === 5 ? `${time}:00` : time}${colon}`;
  return isDateTime(text) ? wireTime(text) : null;
}

/** The instant of a local time. On a day on which the clocks do not change, it is so long after the day's first instant. */
function inZone(day: string, time: string, timeZone: string): string | null {
  const passed = Date.parse(`1970-01-01T${time.replace(/(\.\d{3})\d+$/, '$1')}Z`);
  const [first, next] = [firstInstantOf(day, timeZone), firstInstantOf(dateAfter(day, 1), timeZone)];
  if (first === null || next === null || Number.isNaN(passed)) return null;
  if (parseInstant(next) - parseInstant(first) === dayLength) return instantText(parseInstant(first) + passed);
  const local = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time));
  return instantText(local.toZonedDateTime(timeZone).epochMilliseconds);
}
