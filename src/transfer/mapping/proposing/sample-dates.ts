import type { Transform } from '../../../resources/transfer/mapping.ts';
import { datePatterns, timePatterns } from '../../../resources/transfer/words/value-words.ts';
import { type DateReader, firstDateReader } from '../reading-text/dates.ts';
import { instantFrom } from '../reading-text/moments.ts';
import { isUnfit } from '../reading-text/unfit.ts';
import type { Form } from './samples.ts';

/**
 * Dates: none if they are in ISO 8601, else the patterns that they need, and the same with the other number of digits
 * for the year. A date that fits both orders is read as in the US; no form has both.
 */
export function dateForm(samples: readonly string[]): Form {
  const texts = samples.filter((sample) => isUnfit(instantFrom(sample, 'UTC')));
  const [us, other] = [readingBy(monthFirst, texts), readingBy(dayFirst, texts)];
  const [best, worse] = other.size > us.size ? [other, us] : [us, other];
  const decisive = texts.filter((text) => best.has(text) && !worse.has(text)).length;
  const contrary = texts.filter((text) => !best.has(text) && /^\d{1,2}[-/.]\d{1,2}[-/.]\d/.test(text)).length;
  if (contrary > 0 && contrary >= decisive) return null;
  if ((samples.length - texts.length + best.size) * 2 < samples.length) return null;
  const found = new Set(best.values());
  if (found.size === 0) return [];
  const patterns = (best === us ? monthFirst : dayFirst).map(({ pattern }) => pattern);
  const wanted = patterns.filter((pattern) => found.has(pattern) || found.has(otherYear(pattern)));
  const [only = ''] = wanted;
  return [{ date: wanted.length === 1 ? only : wanted }];
}

/** Whether the samples tell a time of day besides the date. */
export const haveTimes = (samples: readonly string[], form: readonly Transform[]): boolean =>
  form.some((step) => typeof step === 'object' && 'date' in step && [step.date].flat().some(isTimed)) ||
  samples.some((sample) => /^\d{4}-\d\d-\d\d[T ](?!00:00)\d\d:\d\d/.test(sample));

const isTimed = (pattern: string): boolean => /[hH]/.test(pattern);

interface Known {
  readonly pattern: string;
  readonly read: DateReader;
}

const inOrder = (patterns: readonly string[]): readonly Known[] =>
  [...patterns, ...datePatterns.plain]
    .flatMap((date) => [date, ...timePatterns.map((time) => `${date} ${time}`)])
    .map((pattern) => ({ pattern, read: firstDateReader([pattern]) }));

const monthFirst = inOrder(datePatterns.monthFirst);
const dayFirst = inOrder(datePatterns.dayFirst);

/** The first pattern that reads each of the texts. */
function readingBy(known: readonly Known[], texts: readonly string[]): ReadonlyMap<string, string> {
  const found = texts.flatMap((text) => {
    const one = known.find(({ read }) => !isUnfit(read(text)));
    return one ? [[text, one.pattern] as const] : [];
  });
  return new Map(found);
}

const otherYear = (pattern: string): string =>
  pattern.includes('yyyy') ? pattern.replace('yyyy', 'yy') : pattern.replace('yy', 'yyyy');
