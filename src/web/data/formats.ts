import { dayFormats, type DayFormats } from './days.ts';
import { dayIn, type CalendarDay } from '../../resources/written-dates/days.ts';
import { useDirectory } from './directory.ts';
import { useNow } from './now.ts';

/** The firm's numbers and days as this browser writes them. */
export interface Formats extends DayFormats {
  readonly today: CalendarDay;
  /** The zone of the firm. */
  readonly timeZone: string;
  /** `$4.2M`; `–` without an amount. */
  readonly shortMoney: (amount: number | null) => string;
  /** `$4,215,000`, with cents only if there are any; `–` without an amount. */
  readonly money: (amount: number | null) => string;
  /** `$4,215,000`, without cents: for what is an estimate. */
  readonly wholeMoney: (amount: number) => string;
  /** `25%`; `–` without a value. */
  readonly percent: (fraction: number | null) => string;
  readonly count: (count: number) => string;
}

/** The sign of an empty value. */
export const nothing = '–';

export function useFormats(): Formats {
  const { account } = useDirectory();
  const { currency, time_zone: timeZone } = account;
  const today = dayIn(timeZone, useNow());
  return formatsOf(currency, timeZone, today);
}

/** The formats that were used last. Every component of a page uses the same, and to make them is slow. */
let last: { readonly key: string; readonly formats: Formats } | null = null;

function formatsOf(currency: string, timeZone: string, today: CalendarDay): Formats {
  const key = `${currency} ${timeZone} ${today}`;
  if (last?.key !== key) last = { key, formats: newFormats(currency, timeZone, today) };
  return last.formats;
}

function newFormats(currency: string, timeZone: string, today: CalendarDay): Formats {
  const inCurrency = { style: 'currency', currency } as const;
  const short = new Intl.NumberFormat(undefined, { ...inCurrency, notation: 'compact', maximumSignificantDigits: 3 });
  const whole = new Intl.NumberFormat(undefined, { ...inCurrency, trailingZeroDisplay: 'stripIfInteger' });
  const estimate = new Intl.NumberFormat(undefined, { ...inCurrency, maximumFractionDigits: 0 });
  const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
  const plain = new Intl.NumberFormat();
  return {
    ...dayFormats(undefined, { timeZone, today }),
    today,
    timeZone,
    shortMoney: (amount) => (amount === null ? nothing : short.format(amount)),
    money: (amount) => (amount === null ? nothing : whole.format(amount)),
    wholeMoney: (amount) => estimate.format(amount),
    percent: (fraction) => (fraction === null ? nothing : percent.format(fraction)),
    count: (count) => plain.format(count),
  };
}
