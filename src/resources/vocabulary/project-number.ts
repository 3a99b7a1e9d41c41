/** The numbers of a pattern in one year: the texts around the counted number, and its fewest digits. */
export interface NumberSeries {
  /** 0 if the pattern has no year. */
  readonly year: number;
  readonly before: string;
  readonly after: string;
  readonly digits: number;
}

/** The limit of characters of a pattern. */
export const longestPattern = 60;

/** The greatest counted number. */
export const greatestNumber = 999_999_999;

const anyPart = /\{[^{}]*\}/g;
const isYear = (part: string): boolean => part === '{YY}' || part === '{YYYY}';
const isCounter = (part: string): boolean => /^\{#+\}$/.test(part);

/**
 * The problems of a pattern of project numbers, such as `{YY}-{###}`, each to follow the name of the field: it needs one
 * counter, and may have one year.
 */
export function patternFaults(pattern: string): string[] {
  const parts = pattern.match(anyPart) ?? [];
  const counters = parts.filter(isCounter);
  const unknown = parts.filter((part) => !isYear(part) && !isCounter(part));
  const faults: readonly (readonly [boolean, string])[] = [
    [counters.length === 0, 'must have a counter such as {###}'],
    [counters.length > 1, 'must have only one counter'],
    [counters.some((part) => part.length > mostDigits + 2), `must have at most ${mostDigits} digits in its counter`],
    [parts.filter(isYear).length > 1, 'must have only one year'],
    ...unknown.map(
      (part) => [true, `has ${part}, but may have only {YY}, {YYYY} and a counter such as {###}`] as const,
    ),
    [/[{}]/.test(pattern.replace(anyPart, '')), 'has a brace that belongs to no other one'],
    [pattern !== pattern.trim(), 'must not begin or end with a blank'],
  ];
  return faults.flatMap(([isFound, fault]) => (isFound ? [fault] : []));
}

const mostDigits = 9;

/** Whether projects can be numbered by a pattern. */
export const isNumberPattern = (pattern: string): boolean =>
  pattern.length <= longestPattern && patternFaults(pattern).length === 0;

/** The numbers of a pattern without faults in the year of a day, `YYYY-MM-DD`. */
export function seriesOf(pattern: string, day: string): NumberSeries {
  const year = day.slice(0, 4);
  const dated = pattern.replace('{YYYY}', year).replace('{YY}', year.slice(2));
  const [counter = ''] = dated.match(/\{#+\}/) ?? [];
  const [before = '', after = ''] = dated.split(counter);
  return { year: dated === pattern ? 0 : Number(year), before, after, digits: counter.length - 2 };
}

/** `26-031`: a counted number as the number of a project. */
export const numberIn = ({ before, after, digits }: NumberSeries, counted: number): string =>
  `${before}${String(counted).padStart(digits, '0')}${after}`;
