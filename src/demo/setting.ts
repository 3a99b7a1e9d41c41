import { dayOf } from '../domain/calendar.ts';
import { wireTime } from '../resources/vocabulary/formats.ts';
import { type Day, dayNumber, daysIn, workdayBefore, workdayFrom } from './days.ts';
import { type Random, randomOf } from './random.ts';

/** The parameters of a firm. The same parameters give the same firm. */
export interface Wish {
  readonly seed: number;
  /** The number of projects; the number of everything else is in proportion. */
  readonly projects: number;
  readonly now: Date;
  /** IANA name. */
  readonly timeZone: string;
}

/** The time span and the size of the firm. */
export interface Setting {
  /** The day on which the firm starts to use the product, three years ago. */
  readonly firstDay: Day;
  /** Yesterday: the last day that is over. */
  readonly lastDay: Day;
  readonly today: Day;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly projects: number;
  /** Scales a count of a firm of full size to this firm; returns at least `least`, by default 1. */
  readonly scaled: (count: number, least?: number) => number;
  /** The instant of a minute of a day in the firm's time zone, in milliseconds since 1970. */
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

/** A random past working day between two days, both included. */
export function anyWorkday(setting: Setting, random: Random, from: Day, to = setting.lastDay): Day {
  const day = workdayFrom(random.whole(from, Math.max(from, to)));
  return day > setting.lastDay ? workdayBefore(setting.lastDay) : day;
}
