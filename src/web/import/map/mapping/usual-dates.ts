import { datePatterns, timePatterns } from '../../../../resources/transfer/words/value-words.ts';

const { monthFirst, dayFirst, plain } = datePatterns;

/** The patterns of dates that people choose among. */
export const usualPatterns: readonly string[] = [
  ...[...monthFirst, ...plain, ...dayFirst],
  ...[...monthFirst.slice(0, 2), ...dayFirst.slice(0, 2)].flatMap((date) =>
    timePatterns.map((time) => `${date} ${time}`),
  ),
];

const forms: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\d{1,2}\/\d{1,2}\/(?:\d{4}|\d\d)\b/, ['M/d/yyyy', 'M/d/yy']],
  [/^\d{1,2}-\d{1,2}-(?:\d{4}|\d\d)\b/, ['M-d-yyyy', 'M-d-yy']],
  [/^\d{1,2}\.\d{1,2}\.(?:\d{4}|\d\d)\b/, ['d.M.yyyy', 'd.M.yy']],
  [/^\d{1,2} [a-z]{3,} \d{2,4}/i, ['d MMM yyyy', 'd MMM yy']],
  [/^\d{1,2}-[a-z]{3}-\d{2,4}/i, ['d-MMM-yyyy', 'd-MMM-yy']],
  [/^[a-z]{3,} \d{1,2}, \d{2,4}/i, ['MMM d, yyyy', 'MMM d, yy']],
];

/** The patterns of some dates, with their times; none if they need none, or if one of them is not known. */
export function patternsOf(samples: readonly string[]): readonly string[] {
  const found = samples.map((sample) => {
    const dates = forms.find(([form]) => form.test(sample))?.[1] ?? [];
    const time = timeOf(sample);
    return dates.map((date) => `${date}${time}`);
  });
  const all = [...new Set(found.flat())];
  const isMixed =
    all.some((one) => one.startsWith('M/') || one.startsWith('M-')) && all.some((one) => one.startsWith('d.'));
  return isMixed || found.some((one) => one.length === 0) ? [] : all;
}

function timeOf(sample: string): string {
  if (/\d:\d\d ?[ap]m$/i.test(sample)) return ' h:mm a';
  return /\d:\d\d$/.test(sample) ? ' HH:mm' : '';
}
