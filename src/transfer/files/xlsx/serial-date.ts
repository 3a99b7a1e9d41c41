import type { DateFormat } from './number-formats.ts';

const daySeconds = 86_400;
/** 31 December 9999, from 1900. */
const lastDay = 2_958_465;
/** The days between the two systems. */
const days1904 = 1462;
const leapDay = 60;

/**
 * The date that Excel shows for a number: `2023-02-27`, `2023-02-27T14:30:00` or `14:30:00`. Null if Excel shows none.
 * Days count from 1 January 1900 or, in workbooks of old Macs, from 1904. Excel takes 1900 for a leap year: day 60 is
 * 29 February 1900, which is no date.
 */
export function dateOfSerial(serial: number, format: DateFormat, is1904: boolean): string | null {
  const seconds = format === 'date' ? Math.floor(serial) * daySeconds : Math.round(serial * daySeconds);
  if (format === 'time' && serial >= 0 && serial < 1) return isoOf(seconds % daySeconds).slice(11, 19);
  const days = Math.floor(seconds / daySeconds) + (is1904 ? days1904 : 0);
  if (serial < 0 || !isDay(days)) return null;
  const unixDay = days - (days < leapDay ? 25_568 : 25_569);
  return isoOf(unixDay * daySeconds + (seconds % daySeconds)).slice(0, format === 'date' ? 10 : 19);
}

const isDay = (days: number): boolean => days >= 1 && days <= lastDay && days !== leapDay;

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
