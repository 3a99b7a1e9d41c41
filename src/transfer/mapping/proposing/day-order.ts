import { type DayOrder, readWrittenDate } from '../../../resources/written-dates/read-date.ts';
import { dayFirstZones } from '../../../resources/transfer/words/day-first-zones.ts';
import type { Mapping } from '../mapping.ts';
import type { ProposedColumn } from '../scope.ts';
import { mostFit } from './samples.ts';

/** How the dates of a file are read. */
export interface DateHabits {
  readonly order: DayOrder;
  /** The zone of the account. */
  readonly timeZone: string;
}

/** The dates of all columns of a file have one order. Days after the 12th tell it, else the zone of the account. */
export function dateHabits(columns: readonly ProposedColumn[], timeZone = 'UTC'): DateHabits {
  const found = evidenceOf(columns);
  const usual = dayFirstZones.test(timeZone) ? 'day-first' : 'month-first';
  if (found.dayFirst === found.monthFirst) return { order: usual, timeZone };
  return { order: found.dayFirst > found.monthFirst ? 'day-first' : 'month-first', timeZone };
}

/** Sentences about dates that nothing in the file tells how to read. */
export function toldOrder(columns: readonly ProposedColumn[], mapping: Mapping, timeZone: string): string[] {
  const { dayFirst, monthFirst } = evidenceOf(columns);
  if (dayFirst !== monthFirst) return [];
  const dates = mapping.columns.filter(({ transform = [] }) =>
    transform.some((step) => typeof step === 'object' && 'date' in step),
  );
  const names = new Set(dates.flatMap(({ from }) => from.flat()));
  const doubtful = columns.flatMap((column) => {
    const example = names.has(column.name) ? valuesOf(column).find(isDoubtful) : undefined;
    return example === undefined ? [] : [{ name: column.name, example }];
  });
  const [first] = doubtful;
  if (!first) return [];
  const { order } = dateHabits(columns, timeZone);
  const words = order === 'day-first' ? 'day first' : 'month first';
  return [
    `${orderNote}${first.example} in ${doubtful.map(({ name }) => name).join(', ')}, have the day or the month first. ` +
      `They are read with the ${words}, as is usual in the time zone of the account (${timeZone}). ` +
      'To change this, change the date step of these columns.',
  ];
}

const orderNote = 'The file does not tell whether dates, such as ';

/** Whether a sentence about a file is about the order of its dates. A new mapping makes it void. */
export const isOrderNote = (oddity: string): boolean => oddity.startsWith(orderNote);

/** A date in numbers, which a weekday may precede and a time may follow. */
const numeric =
  /^(?:(\p{L}[\p{L}-]{1,12})\.?,? )?(\d{1,2})([-/.])(\d{1,2})\3(\d{4}|\d{2})(?:$|[T ,;@(–-]+(?:(?:at|by|um|a|à|alle|ore|a las) )?(?:\d|noon))/iu;

const valuesOf = ({ samples, values = samples }: ProposedColumn): readonly string[] => values;

/** How many dates can only have the day first, and how many only the month. */
function evidenceOf(columns: readonly ProposedColumn[]) {
  const texts = columns.map(valuesOf).filter((values) => mostFit(values, (value) => numbersOf(value) !== null));
  const orders = texts.flat().map(orderOf);
  const countOf = (order: DayOrder): number => orders.filter((one) => one === order).length;
  return { dayFirst: countOf('day-first'), monthFirst: countOf('month-first') };
}

/** The only order in which a date can be read; null if there are both or none. */
function orderOf(text: string): DayOrder | null {
  const numbers = numbersOf(text);
  if (numbers === null) return null;
  const { one, other, weekday } = numbers;
  if (fits(one, other)) return 'day-first';
  if (fits(other, one)) return 'month-first';
  return weekday === undefined ? null : orderByWeekday(text);
}

const fits = (day: number, month: number): boolean => day > 12 && day <= 31 && month >= 1 && month <= 12;

/** `Wed 3/4/2026` can only be March 4, because April 3 is a Friday. */
function orderByWeekday(text: string): DayOrder | null {
  const isDate = (order: DayOrder): boolean => readWrittenDate(text, { order, timeZone: 'UTC' }) !== null;
  const [isDayFirst, isMonthFirst] = [isDate('day-first'), isDate('month-first')];
  if (isDayFirst === isMonthFirst) return null;
  return isDayFirst ? 'day-first' : 'month-first';
}

interface DateNumbers {
  readonly one: number;
  readonly other: number;
  readonly between: string;
  readonly weekday: string | undefined;
}

/** The two numbers before the year. A text such as `26-03-14` may be a number of a job. */
function numbersOf(text: string): DateNumbers | null {
  const [, weekday, one, between = '', other, year = ''] = numeric.exec(text) ?? [];
  const isDate = year.length === 4 || between === '/';
  return isDate ? { one: Number(one), other: Number(other), between, weekday } : null;
}

function isDoubtful(text: string): boolean {
  const numbers = numbersOf(text);
  if (numbers === null || numbers.between === '.' || orderOf(text) !== null) return false;
  const { one, other } = numbers;
  return one !== other && one <= 12 && other <= 12;
}
