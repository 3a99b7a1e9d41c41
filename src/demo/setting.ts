import { dayOf } from '../domain/calendar.ts';
import { wireTime } from '../resources/formats.ts';
import { type Day, dayNumber, daysIn, workdayBefore, workdayFrom } from './days.ts';
import { type Random, randomOf } from './random.ts';

/** What a firm follows from: the same of these, the same firm. */
export interface Wish {
  readonly seed: number;
  /** How many projects; everything else is in proportion. */
  readonly projects: number;
  readonly now: Date;
  /** IANA name. */
  readonly timeZone: string;
}

/** When and how large the firm is, for those who tell its story. */
export interface Setting {
  /** The firm begins with the product here, three years ago. */
  readonly firstDay: Day;
  /** The last day that is over. */
  readonly lastDay: Day;
  readonly today: Day;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly projects: number;
  /** So many of what a firm of full size has. */
  readonly scaled: (count: number, least?: number) => number;
  /** Milliseconds since 1970 of a minute of a day in the firm's time zone. */
  readonly instantOf: (day: Day, minute: number) => number;
  readonly randomOf: (...subject: readonly (string | number)[]) => Random;
}

const fullSize = 3000;
const days = 3 * 365;

export function settingOf({ seed, projects, now, timeZone }: Wish): Setting {
  const instant = wireTime(now);
  const today = dayNumber(dayOf(instant, timeZone) ?? instant.slice(0, 10));
  const midnight = daysIn(timeZone);
  return {
    firstDay: workdayFrom(today - days),
    lastDay: today - 1,
    today,
    now: now.getTime(),
    projects,
    scaled: (count, least = 1) => Math.max(least, Math.round((count * projects) / fullSize)),
    instantOf: (day, minute) => midnight(day) + minute * 60_000,
    randomOf: (...subject) => randomOf(seed, ...subject),
  };
}

/** A random working day between two days, both included, that is over. */
export function anyWorkday(setting: Setting, random: Random, from: Day, to = setting.lastDay): Day {
  const day = workdayFrom(random.whole(from, Math.max(from, to)));
  return day > setting.lastDay ? workdayBefore(setting.lastDay) : day;
}
