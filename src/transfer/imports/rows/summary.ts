import { inTurns } from '../../../records/turns.ts';
import type { ImportSummary, ProblemGroup } from '../../../resources/transfer/import-summary.ts';
import type { RowError } from '../../../resources/transfer/imports.ts';
import type { MadeKeys } from './made-in-check.ts';

/** The summary as it is stored while the work goes on. */
export interface StoredSummary extends Omit<ImportSummary, 'confirm'> {
  /** An earlier version of the service may have begun the work without it. */
  readonly confirm?: ImportSummary['confirm'];
  /** The number of names for which near ones were looked for. */
  readonly sought: number;
  /** The names that the file has so far, by the reference. They are kept while the work goes on. */
  readonly spellings?: Spellings;
  /** Digests of the records that a check makes besides those of its rows, by plural. They are kept while it goes on. */
  readonly makes?: MadeKeys;
  /** How many of these there are, once the check has ended. */
  readonly made?: Readonly<Record<string, number>>;
  /** The columns that are not imported. An earlier version of the service may have begun the work without them. */
  readonly columns?: readonly ProblemGroup[];
}

/** A name of the file, and its letters and digits alone. */
export interface Spelling {
  readonly letters: string;
  readonly name: string;
}

/** The names of records that the import makes, in the order of their letters, by the reference. */
export type Spellings = Readonly<Record<string, readonly Spelling[]>>;

/** A problem or a warning of a row. */
export interface RowNotice {
  readonly number: number;
  readonly line: number;
  readonly kind: 'problems' | 'warnings' | 'columns';
  readonly error: RowError;
}

export const emptySummary: StoredSummary = {
  problems: [],
  warnings: [],
  near_names: [],
  left_out: 0,
  sought: 0,
  confirm: [],
};

/** The summary so far. An earlier version of the service may have begun the work without one. */
export const summaryOf = ({ summary }: { readonly summary: unknown }): StoredSummary =>
  (summary ?? emptySummary) as StoredSummary;

/** The most groups of a kind. */
const mostGroups = { problems: 40, warnings: 40, columns: 100 } as const;
const mostRows = 10;
const mostShown = 20;

/** The values that are counted. When one more comes, the rarer half is given up. */
const mostCounted = 40;

const mostCharacters = 100;

/** The summary with the problems and warnings of further rows, which come in order. Wide rows can have very many. */
export async function withTold(before: StoredSummary, told: Iterable<RowNotice>): Promise<StoredSummary> {
  const { problems, warnings, columns = [] } = before;
  const kinds = { problems: countersOf(problems), warnings: countersOf(warnings), columns: countersOf(columns) };
  let leftOut = before.left_out;
  await inTurns(told, ({ number, line, kind, error }) => {
    const counters = kinds[kind];
    const key = keyOf(error);
    const counter = counters.get(key) ?? (counters.size < mostGroups[kind] ? newCounter(error) : null);
    if (counter === null) {
      leftOut += 1;
      return;
    }
    counters.set(key, counter);
    countRow(counter, number, line);
    countValue(counter, error.value);
  });
  const groups = (kind: keyof typeof kinds) => [...kinds[kind].values()].map(groupOf);
  const grouped = { problems: groups('problems'), warnings: groups('warnings'), columns: groups('columns') };
  return { ...before, ...grouped, left_out: leftOut };
}

interface Counter extends Pick<ProblemGroup, 'column' | 'field' | 'code' | 'message'> {
  count: number;
  last: number;
  hasMore: boolean;
  values: Map<string, number>;
  readonly rows: number[];
  readonly lines: number[];
}

type Counters = Map<string, Counter>;

const keyOf = ({ column, field, code }: Pick<RowError, 'column' | 'field' | 'code'>): string =>
  JSON.stringify([column, field, code]);

const countersOf = (groups: readonly ProblemGroup[]): Counters =>
  new Map(
    groups.map(({ values, has_more_values: hasMore, rows, lines, ...group }) => [
      keyOf(group),
      {
        ...group,
        hasMore,
        last: 0,
        rows: [...rows],
        lines: [...lines],
        values: new Map(values.map(({ value, count }) => [value, count])),
      },
    ]),
  );

const newCounter = ({ column, field, code, message }: RowError): Counter => ({
  column,
  field,
  code,
  message,
  count: 0,
  last: 0,
  hasMore: false,
  values: new Map(),
  rows: [],
  lines: [],
});

/** A row with several problems of a group counts once. */
function countRow(counter: Counter, number: number, line: number): void {
  if (counter.last === number) return;
  counter.last = number;
  counter.count += 1;
  if (counter.rows.length >= mostRows) return;
  counter.rows.push(number);
  counter.lines.push(line);
}

function countValue(counter: Counter, given = ''): void {
  const value = shortened(given.trim());
  if (value === '') return;
  if (!counter.values.has(value) && counter.values.size >= mostCounted) {
    counter.values = new Map(byCount(counter.values).slice(0, mostCounted / 2));
    counter.hasMore = true;
  }
  counter.values.set(value, (counter.values.get(value) ?? 0) + 1);
}

const byCount = (values: ReadonlyMap<string, number>) => [...values].toSorted(([, one], [, other]) => other - one);

const shortened = (text: string): string =>
  text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).replace(/[\ud800-\udbff]$/, '')}…`;

const groupOf = ({ values, hasMore, last: _, ...counter }: Counter): ProblemGroup => ({
  ...counter,
  values: byCount(values).map(([value, count]) => ({ value, count })),
  has_more_values: hasMore,
});

/** The summary as answers show it, the largest groups first. */
export function shownSummary({
  problems,
  warnings,
  columns = [],
  near_names,
  left_out,
  confirm = [],
}: StoredSummary): ImportSummary {
  return {
    problems: problems.map(shownGroup).toSorted(larger),
    warnings: [...warnings.map(shownGroup).toSorted(larger), ...columns.map(shownGroup).toSorted(larger)],
    near_names,
    left_out,
    confirm,
  };
}

const shownGroup = (group: ProblemGroup): ProblemGroup => ({
  ...group,
  values: group.values.slice(0, mostShown),
  has_more_values: group.has_more_values || group.values.length > mostShown,
});

const larger = (one: ProblemGroup, other: ProblemGroup): number => other.count - one.count;
