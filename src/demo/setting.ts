import { type Draw, drawsOf } from './chance.ts';
import { firmRecord, type FirmRecord } from './record.ts';
import { type WorkingDays, workingDays } from './working-days.ts';

/** The parameters of a firm. The same parameters give the same firm. */
export interface FirmChoice {
  readonly seed: number;
  /** The number of projects; the number of everything else is in proportion. */
  readonly projects: number;
  /** The end of the firm's past. */
  readonly now: Date;
  /** IANA name. */
  readonly timeZone: string;
  /** 1 to 12. Null if the account has goals of its own: then the firm sets none. */
  readonly fiscalYearStartsMonth: number | null;
}

/** The record of a firm, with the days and the size that one account gets. */
export interface FirmSetting {
  readonly record: FirmRecord;
  readonly days: WorkingDays;
  readonly draw: Draw;
  readonly projects: number;
  /** Scales a count of a firm of full size to this firm; returns at least `least`, by default 1. */
  readonly scaled: (count: number, least?: number) => number;
}

const fullSize = 3000;

export const settingOf = ({ seed, projects, now, timeZone }: FirmChoice): FirmSetting => ({
  record: firmRecord(),
  days: workingDays(now, timeZone),
  draw: drawsOf(seed),
  projects,
  scaled: (count, least = 1) => Math.max(least, Math.round((count * projects) / fullSize)),
});
