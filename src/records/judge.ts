import { rulesOf } from '../domain/index.ts';
import type { Appendix, Change, RuleContext, Values } from '../domain/rule.ts';
import { mostProblems, type Problem, Refusal } from '../refusal.ts';
import type { Resource, Row } from '../resources/resource.ts';

/** What becomes of one record when every rule has been asked. */
export interface Judgement {
  readonly after: Values;
  readonly problems: readonly Problem[];
  readonly events: readonly string[];
  readonly appendices: readonly Appendix[];
}

/**
 * Asks the rules of a resource in their order, each seeing what those before it have set.
 * @param pointer where the record stands in the body; the rules' own pointers begin below it.
 * @throws {Refusal} of a rule that refuses the change as a whole.
 */
export function judge(resource: Resource, change: Change, context: RuleContext, pointer: string): Judgement {
  let after = change.after;
  let problems: readonly Problem[] = [];
  const events: string[] = [];
  const appendices: Appendix[] = [];
  for (const rule of rulesOf(resource.plural)) {
    const verdict = rule({ ...change, after }, context);
    if (verdict.refusal) throw verdict.refusal;
    if (verdict.set) after = { ...after, ...verdict.set };
    const found = verdict.problems ?? [];
    problems = problems.concat(found.map((problem) => ({ ...problem, pointer: pointer + (problem.pointer ?? '') })));
    events.push(...(verdict.events ?? []));
    appendices.push(...(verdict.appendices ?? []));
  }
  return { after, problems, events, appendices };
}

/** The refusal of a record that does not exist, or exists in another account. */
export const notFound = (resource: Resource, id: string): Refusal =>
  new Refusal('not_found', `There is no ${resource.singular.replaceAll('_', ' ')} ${id}.`);

/** Every fault of a body at once. */
export function refuseFaulty(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const listed = problems.slice(0, mostProblems);
  const count = listed.length === 1 ? 'One thing is' : `${listed.length} things are`;
  const more = problems.length > listed.length ? ' These are the first; there are more.' : '';
  throw new Refusal('validation_failed', `${count} wrong with the request; nothing was changed.${more}`, {
    problems: listed,
  });
}

/** The row as it will be kept. */
export function keptRow(
  before: Row | null,
  after: Values,
  identity: { id: string; at: string; deletedAt: string | null },
): Row {
  return {
    ...after,
    id: identity.id,
    version: (before?.version ?? 0) + 1,
    created_at: before?.created_at ?? identity.at,
    updated_at: later(identity.at, before?.updated_at),
    deleted_at: identity.deletedAt,
  };
}

/** Whoever had to wait for the record came later than whoever changed it meanwhile. */
const later = (at: string, before = at): string => (Date.parse(before) > Date.parse(at) ? before : at);
