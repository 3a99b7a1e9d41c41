import { rulesOf } from '../../domain/index.ts';
import type { Change, RuleContext, SideRow, Values } from '../../domain/rule.ts';
import { listedProblems, type Problem, Refusal } from '../../refusal.ts';
import type { Resource, Row } from '../../resources/resource.ts';

/** The result of all rules for one record. */
export interface Judgement {
  readonly after: Values;
  readonly problems: readonly Problem[];
  readonly events: readonly string[];
  readonly sideRows: readonly SideRow[];
}

/**
 * Runs the rules of a resource in order. Each rule sees the values that earlier rules set.
 * @param pointer of the record in the body; the rules' pointers are relative to it.
 * @throws {Refusal} of a rule that refuses the change as a whole.
 */
export function judge(resource: Resource, change: Change, ruleContext: RuleContext, pointer: string): Judgement {
  let after = change.after;
  let problems: readonly Problem[] = [];
  const events: string[] = [];
  const sideRows: SideRow[] = [];
  for (const rule of rulesOf(resource.plural)) {
    const verdict = rule({ ...change, after }, ruleContext);
    if (verdict.refusal) throw verdict.refusal;
    if (verdict.set) after = { ...after, ...verdict.set };
    const found = verdict.problems ?? [];
    problems = problems.concat(found.map((problem) => ({ ...problem, pointer: pointer + (problem.pointer ?? '') })));
    events.push(...(verdict.events ?? []));
    sideRows.push(...(verdict.sideRows ?? []));
  }
  return { after, problems, events, sideRows };
}

/** Refuses a body with all its problems at once. */
export function refuseFaulty(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const { listed, more } = listedProblems(problems);
  const count = listed.length === 1 ? '1 problem' : `${listed.length} problems`;
  throw new Refusal('validation_failed', `The request has ${count}; nothing was changed.${more}`, {
    problems: listed,
  });
}

/** The row as it will be stored. */
export function nextRow(
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

/** A request that waited for the lock gets no earlier time than the request that held it. */
const later = (at: string, before = at): string => (Date.parse(before) > Date.parse(at) ? before : at);
