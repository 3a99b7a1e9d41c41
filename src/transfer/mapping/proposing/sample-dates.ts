import type { Transform } from '../../../resources/transfer/mapping.ts';
import { datePatterns, timePatterns } from '../../../resources/transfer/words/value-words.ts';
import { type DayOrder, isDayOrder } from '../../../resources/written-dates/read-date.ts';
import { type DateReader, firstDateReader } from '../reading-text/dates.ts';
import { instantFrom } from '../reading-text/moments.ts';
import { isUnfit } from '../reading-text/unfit.ts';
import type { DateHabits } from './day-order.ts';
import type { Form } from './samples.ts';

/**
 * Dates: none if they are in ISO 8601, else the patterns that they need, and the same with the other number of digits
 * for the year. Samples that no pattern reads are read as people write dates, in the order of the file.
 */
export function dateForm(samples: readonly string[], { order, timeZone }: DateHabits): Form {
  const texts = samples.filter((sample) => isUnfit(instantFrom(sample, 'UTC')));
  const other = order === 'day-first' ? 'month-first' : 'day-first';
  const [fits, fitsReversed] = [fitting(order, timeZone), fitting(other, timeZone)];
  const written = new Set(texts.filter(fits));
  const days = texts.flatMap((text) => /^\d{1,2}([-/.])\d{1,2}\1\d+/.exec(text)?.[0] ?? []);
  const contrary = days.filter((day) => !fits(day)).length;
  const decisive = texts.filter((text) => written.has(text) && !fitsReversed(text)).length;
  if (contrary > 0 && contrary >= decisive) return null;
  const read = readingBy(known[order], texts);
  const most = Math.max(read.size, written.size);
  if ((samples.length - texts.length + most) * 2 < samples.length) return null;
  const found = new Set(read.values());
  const patterns = known[order]
    .map(({ pattern }) => pattern)
    .filter((pattern) => found.has(pattern) || found.has(otherYear(pattern)));
  const wanted = most > read.size ? [...patterns, order] : patterns;
  const [only] = wanted;
  if (only === undefined) return [];
  return [{ date: wanted.length === 1 ? only : wanted }];
}

/** Whether a text is a date as people write it, in an order. */
function fitting(order: DayOrder, timeZone: string): (text: string) => boolean {
  const read = firstDateReader([order], timeZone);
  return (text) => !isUnfit(read(text));
}

/** Whether the samples tell a time of day besides the date. */
export const haveTimes = (samples: readonly string[], form: readonly Transform[]): boolean =>
  form.some((step) => typeof step === 'object' && 'date' in step && [step.date].flat().some(isTimed(samples))) ||
  samples.some((sample) => /^\d{4}-\d\d-\d\d[T ](?!00:00)\d\d:\d\d/.test(sample));

/** Whether a pattern has hours. Dates as people write them have some if a sample does. */
const isTimed =
  (samples: readonly string[]) =>
  (pattern: string): boolean => {
    if (!isDayOrder(pattern)) return /[hH]/.test(pattern);
    const read = firstDateReader([pattern], 'UTC');
    return samples.some((sample) => {
      const date = read(sample);
      return typeof date === 'string' && /T(?!00:00:00)/.test(date);
    });
  };

interface Known {
  readonly pattern: string;
  readonly read: DateReader;
}

const inOrder = (patterns: readonly string[]): readonly Known[] =>
  [...patterns, ...datePatterns.plain]
    .flatMap((date) => [date, ...timePatterns.map((time) => `${date} ${time}`)])
    .map((pattern) => ({ pattern, read: firstDateReader([pattern], 'UTC') }));

const known: Readonly<Record<DayOrder, readonly Known[]>> = {
  'month-first': inOrder(datePatterns.monthFirst),
  'day-first': inOrder(datePatterns.dayFirst),
};

/** The first pattern that reads each of the texts. */
function readingBy(patterns: readonly Known[], texts: readonly string[]): ReadonlyMap<string, string> {
  const found = texts.flatMap((text) => {
    const one = patterns.find(({ read }) => !isUnfit(read(text)));
    return one ? [[text, one.pattern] as const] : [];
  });
  return new Map(found);
}

const otherYear = (pattern: string): string =>
  pattern.includes('yyyy') ? pattern.replace('yyyy', 'yy') : pattern.replace('yy', 'yyyy');
