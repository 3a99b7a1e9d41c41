import { isDeepStrictEqual } from 'node:util';
import { derivationOf, rulesOf } from '../../src/domain/index.ts';
import type { Appendix, Change, RuleContext, Values } from '../../src/domain/rule.ts';
import type { Problem, Refusal } from '../../src/refusal.ts';
import { resourceOf } from '../../src/resources/index.ts';
import { columnsOf, type Row, type Value } from '../../src/resources/resource.ts';

/** What all the rules of a resource together make of a change. */
export interface Outcome {
  readonly row: Row;
  readonly problems: Problem[];
  readonly refusal: Refusal | undefined;
  readonly events: string[];
  readonly appendices: Appendix[];
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

export const stage = (id: string, values: Values): Row =>
  row(id, { name: `Stage ${id}`, position: Number(id), default_probability: null, close_type: null, ...values });

export const definition = (id: string, values: Values): Row =>
  row(id, { model: 'project', name: `Field ${id}`, options: [], required: false, ...values });

/** Everything that the rules may know, as small as the test wants it. */
export interface Known {
  readonly families?: Readonly<Record<string, readonly Row[]>>;
  readonly uses?: Readonly<Record<string, number>>;
  readonly now?: string;
  readonly today?: string;
  readonly timeZone?: string;
}

export function contextOf({ families = {}, uses = {}, ...rest }: Known = {}): RuleContext {
  const now = rest.now ?? '2026-03-10T15:30:00Z';
  return {
    now,
    today: rest.today ?? now.slice(0, 10),
    timeZone: rest.timeZone ?? 'America/New_York',
    userId: '7',
    entries: (plural) => new Map((families[plural] ?? []).map((entry) => [entry.id, entry])),
    usesOf: (id) => uses[id] ?? 0,
    faultsOfQuestion: (plural, parameters) =>
      Object.keys(parameters).includes(`no_parameter_of_${plural}`)
        ? [{ parameter: `no_parameter_of_${plural}`, code: 'unknown_parameter', message: 'is unknown' }]
        : [],
  };
}

export const create = (plural: string, given: Values, context: RuleContext): Outcome =>
  judge(plural, { action: 'create', before: null, given, after: given }, context);

/** A PATCH: what repeats the stored value counts as not given. */
export function update(plural: string, before: Row, patch: Values, context: RuleContext): Outcome {
  const given = Object.fromEntries(
    Object.entries(patch).filter(([column, value]) => !isDeepStrictEqual(value, before[column] ?? null)),
  );
  return judge(plural, { action: 'update', before, given, after: { ...before, ...given } }, context);
}

export const remove = (plural: string, before: Row, context: RuleContext): Outcome =>
  judge(plural, { action: 'delete', before, given: {}, after: before }, context);

export const restore = (plural: string, before: Row, context: RuleContext): Outcome =>
  judge(plural, { action: 'restore', before, given: {}, after: before }, context);

export function derive(plural: string, record: Row, context: RuleContext): Values {
  const derivation = derivationOf(plural);
  if (!derivation) throw new Error(`${plural} derive nothing`);
  return derivation.derive(record, context);
}

/** Just the code and the place of each problem. */
export const faults = (outcome: Outcome): string[] =>
  outcome.problems.map((problem) => `${problem.pointer ?? ''} ${problem.code}`);

/** The named columns of a record. */
export const pick = (values: Values, ...columns: string[]): Value[] => columns.map((column) => values[column] ?? null);

/** A record as it is stored when nothing is set. */
function blank(plural: string): Row {
  const columns = columnsOf(resourceOf(plural)).map(({ name, field }) => [name, field.empty ?? null]);
  return row('1', Object.fromEntries(columns));
}

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
    appendices: verdicts.flatMap((verdict) => verdict.appendices ?? []),
  };
}
