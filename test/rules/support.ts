import { isDeepStrictEqual } from 'node:util';
import { derivations, rulesOf } from '../../src/domain/index.ts';
import { emptyValues } from '../../src/domain/input.ts';
import type { Change, StageReversion, RuleContext, SideRow, Values } from '../../src/domain/rule.ts';
import type { Problem, Refusal } from '../../src/refusal.ts';
import { type DeclaredPlural, type RecordNamed, resourceOf } from '../../src/resources/index.ts';
import type { Row, Value } from '../../src/resources/resource.ts';
import { parseQuery } from '../../src/schema/query-text.ts';
import { mostComparisons } from '../../src/suggestion.ts';

/** The combined result of all rules of a resource for a change. */
export interface Outcome {
  readonly row: Row;
  readonly problems: Problem[];
  readonly refusal: Refusal | undefined;
  readonly events: string[];
  readonly sideRows: SideRow[];
}

const instant = '2026-01-05T12:00:00Z';

export const row = (id: string, values: Values = {}): Row => ({
  id,
  version: 1,
  created_at: instant,
  updated_at: instant,
  deleted_at: null,
  ...values,
});

/** A stored record with these values; its other fields are empty. */
export const stored = <Plural extends DeclaredPlural>(plural: Plural, values: Values): RecordNamed<Plural> =>
  ({ ...blank(plural), ...values }) as RecordNamed<Plural>;

export const stage = (id: string, values: Values): Row =>
  row(id, { name: `Stage ${id}`, position: Number(id), default_probability: null, close_type: null, ...values });

export const definition = (id: string, values: Values): Row =>
  row(id, { model: 'project', name: `Field ${id}`, options: [], required: false, ...values });

/** The context of the rules, as small as the test needs it. */
export interface Known {
  readonly families?: Readonly<Record<string, readonly Row[]>>;
  readonly uses?: Readonly<Record<string, number>>;
  /** The ids of the admins who can sign in. */
  readonly signIns?: readonly string[];
  readonly now?: string;
  readonly today?: string;
  readonly timeZone?: string;
  readonly fiscalYearStartsMonth?: number;
}

export function contextOf({ families = {}, uses = {}, signIns = [], ...rest }: Known = {}): RuleContext {
  const now = rest.now ?? '2026-03-10T15:30:00Z';
  return {
    now,
    today: rest.today ?? now.slice(0, 10),
    timeZone: rest.timeZone ?? 'America/New_York',
    fiscalYearStartsMonth: rest.fiscalYearStartsMonth ?? 1,
    userId: '7',
    sessionId: null,
    entries: <Plural extends string>(plural: Plural) =>
      new Map((families[plural] ?? []).map((entry) => [entry.id, entry as RecordNamed<Plural>])),
    narrowerThan: () => undefined,
    canSignIn: (id) => signIns.includes(id),
    hasContents: () => true,
    referrerCountOf: (id) => uses[id] ?? 0,
    faultsOfQuestion: (plural, query) => {
      const { values, problems } = parseQuery(query);
      const parameter = `no_parameter_of_${plural ?? ''}`;
      return parameter in values
        ? [...problems, { parameter, code: 'unknown_parameter', message: 'is unknown' }]
        : problems;
    },
    comparisons: { left: mostComparisons },
  };
}

export const create = (plural: string, input: Values, context: RuleContext): Outcome =>
  judge(plural, { action: 'create', before: null, input, after: { ...emptyOf(plural), ...input } }, context);

/** A PATCH. A value that repeats the stored one counts as absent. */
export const update = (plural: string, known: Row, patch: Values, context: RuleContext): Outcome =>
  judge(plural, changeBy(plural, known, patch), context);

/** A change back to these values. */
export const revert = (
  plural: string,
  known: Row,
  values: Values,
  { context, reversion }: { context: RuleContext; reversion: StageReversion },
): Outcome => judge(plural, { ...changeBy(plural, known, values), reversion }, context);

function changeBy(plural: string, known: Row, patch: Values): Change {
  const before = { ...blank(plural), ...known };
  const input = Object.fromEntries(
    Object.entries(cleared(plural, patch)).filter(
      ([column, value]) => !isDeepStrictEqual(value, before[column] ?? null),
    ),
  );
  return { action: 'update', before, input, after: { ...before, ...input } };
}

export const remove = (plural: string, known: Row, context: RuleContext): Outcome =>
  unchanged(plural, 'delete', known, context);

export const restore = (plural: string, known: Row, context: RuleContext): Outcome =>
  unchanged(plural, 'restore', known, context);

function unchanged(plural: string, action: Change['action'], known: Row, context: RuleContext): Outcome {
  const before = { ...blank(plural), ...known };
  return judge(plural, { action, before, input: {}, after: before }, context);
}

export function derive(plural: string, record: Row, context: RuleContext): Values {
  const derivation = derivations[plural];
  if (!derivation) throw new Error(`${plural} derive nothing`);
  return derivation.derive(record, context);
}

/** The pointer and the code of each problem. */
export const faults = (outcome: Outcome): string[] =>
  outcome.problems.map((problem) => `${problem.pointer ?? ''} ${problem.code}`);

/** The values of these columns, in this order. */
export const pick = (values: Values, ...columns: string[]): Value[] => columns.map((column) => values[column] ?? null);

const emptyOf = (plural: string): Values => emptyValues(resourceOf(plural));

/** A request that clears a field gives it its empty value. */
const cleared = (plural: string, patch: Values): Values =>
  Object.fromEntries(
    Object.entries(patch).map(([column, value]) => [
      column,
      value ?? (column === 'custom_fields' ? null : (emptyOf(plural)[column] ?? null)),
    ]),
  );

/** A stored record with empty fields. */
const blank = (plural: string): Row => row('1', emptyOf(plural));

function judge(plural: string, change: Change, context: RuleContext): Outcome {
  let { after } = change;
  const verdicts = rulesOf(plural).map((rule) => {
    const verdict = rule({ ...change, after }, context);
    after = { ...after, ...verdict.set };
    return verdict;
  });
  return {
    row: { ...(change.before ?? blank(plural)), ...after },
    problems: verdicts.flatMap((verdict) => verdict.problems ?? []),
    refusal: verdicts.find((verdict) => verdict.refusal)?.refusal,
    events: verdicts.flatMap((verdict) => verdict.events ?? []),
    sideRows: verdicts.flatMap((verdict) => verdict.sideRows ?? []),
  };
}
