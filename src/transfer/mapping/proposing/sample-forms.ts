import type { NumberForm, Transform } from '../../../resources/transfer/mapping.ts';
import { blankWords, datePatterns, timePatterns } from '../../../resources/transfer/words/value-words.ts';
import { dateReader } from '../reading-text/dates.ts';
import { foldName } from '../reading-text/folding.ts';
import { instantFrom } from '../reading-text/moments.ts';
import { numberReader, plainNumber } from '../reading-text/numbers.ts';
import { isUnfit } from '../reading-text/unfit.ts';

/** The transforms by which the samples of a column become values; `null` if they are none. */
export type Form = readonly Transform[] | null;

const isBlankWord = (text: string): boolean => blankWords.some((word) => word === foldName(text));

/** Handles samples such as `TBD`: they become blank, and the others decide. */
function besideBlankWords(samples: readonly string[], formOf: (samples: readonly string[]) => Form): Form {
  const given = samples.filter((sample) => !isBlankWord(sample));
  const form = given.length === 0 && samples.length > 0 ? null : formOf(given);
  if (form === null || given.length === samples.length) return form;
  const values = Object.fromEntries(blankWords.map((word) => [word, null]));
  return [{ map: { values, other: 'keep' } }, ...form];
}

/** Dates: none if they are in ISO 8601, else the first known pattern that fits all. */
export const dateForm = (samples: readonly string[]): Form =>
  besideBlankWords(samples, (given) => {
    if (given.every((sample) => !isUnfit(instantFrom(sample, 'UTC')))) return [];
    const found = patterns.find((pattern) => fitsPattern(pattern, given));
    return found === undefined ? null : [{ date: found }];
  });

const patterns = datePatterns.flatMap((date) => [date, ...timePatterns.map((time) => `${date} ${time}`)]);

function fitsPattern(pattern: string, samples: readonly string[]): boolean {
  const read = dateReader(pattern);
  return typeof read !== 'string' && samples.every((sample) => !isUnfit(read(sample)));
}

const european: NumberForm = { decimal: ',', group: '.' };

/** Numbers: none if they are plain, else the form that fits all. @param times the factor, if the unit differs. */
export const numberForm = (samples: readonly string[], times?: number): Form =>
  besideBlankWords(samples, (given) => {
    const factor = times === undefined ? {} : { times };
    if (given.every((sample) => !isUnfit(plainNumber(sample)))) return times === undefined ? [] : [{ number: factor }];
    const fits = (form: NumberForm) => given.every((sample) => !isUnfit(numberReader(form, false)(sample)));
    if (fits({})) return [{ number: factor }];
    return fits(european) ? [{ number: { ...european, ...factor } }] : null;
  });

/** Fractions: `25%` and 0.25 are read as they are; numbers above 1 are percents. */
export const fractionForm = (samples: readonly string[]): Form =>
  besideBlankWords(samples, (given) => {
    const values = given.map((sample) => numberReader({}, true)(sample)).filter((value) => typeof value === 'number');
    if (values.length < given.length) return null;
    if (given.some((sample) => sample.endsWith('%')))
      return given.every((sample) => sample.endsWith('%')) ? [{ number: {} }] : null;
    return values.some((value) => value > 1) ? [{ number: { times: 0.01 } }] : [];
  });

/** Whether the samples tell a time of day besides the date. */
export const haveTimes = (samples: readonly string[], form: readonly Transform[]): boolean =>
  form.some((step) => typeof step === 'object' && 'date' in step && /[hH]/.test(step.date)) ||
  samples.some((sample) => /^\d{4}-\d\d-\d\d[T ](?!00:00)\d\d:\d\d/.test(sample));
