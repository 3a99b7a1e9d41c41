import type { Change, SideRow, Values, RuleContext } from '../../domain/rule.ts';
import { type Problem, Refusal, refuseFaulty } from '../../refusal.ts';
import { words } from '../../resources/in-words.ts';
import { isReference, requestName, type Resource, type Row } from '../../resources/resource.ts';
import type { Action, ChangeSession, Item } from './change-set.ts';
import { type ChangedFields, changedFields } from './changed-fields.ts';
import { changedInput, emptyValues, isSame } from '../../domain/input.ts';
import { notFound } from '../results.ts';
import type { PrefetchedRows } from '../../store/write/prefetch.ts';
import { contextAtMoment } from './moment.ts';
import { withNamedRecords } from './named-references.ts';
import { isUnnumbered } from './new-numbers.ts';
import { checkUnique, referenceProblems, refuseForeign, refuseFull, refuseUnknownOwner } from './record-checks.ts';
import { staleRefusal } from './stale.ts';
import { rulesOf } from '../../domain/index.ts';

/** A record as it will be written, with the events and the history of the change. */
export interface Draft {
  readonly action: Action;
  readonly row: Row;
  readonly changed: boolean;
  readonly fields: ChangedFields;
  readonly eventTypes: readonly string[];
  readonly sideRows: readonly SideRow[];
  readonly relinked: boolean;
}

/** @throws {Refusal} `not_found` if the record no longer has the external id that names it. */
function refuseRenamed({ uniqueHolders }: PrefetchedRows, resource: Resource, { id, externalId }: Item): void {
  if (externalId === undefined) return;
  const holders = uniqueHolders.get('external_id')?.get(externalId) ?? [];
  if (!holders.some((holder) => String(holder['id']) === id)) throw notFound(resource, id ?? '');
}

function recordBefore({ changeSet, prefetched, context }: ChangeSession, item: Item): Row | null {
  const { id } = item;
  if (changeSet.action === 'create') return null;
  const found = prefetched.rows.get(id ?? '');
  const isDeleted = found?.deleted_at !== null;
  if (!found || (isDeleted && changeSet.action !== 'restore')) throw notFound(changeSet.resource, id ?? '');
  refuseForeign(changeSet.resource, found, context.actor);
  refuseRenamed(prefetched, changeSet.resource, item);
  if (isDeleted || changeSet.action !== 'restore') return found;
  throw new Refusal('conflict', `This ${words(changeSet.resource)} is not deleted.`);
}

/** A new record before the input applies; it belongs to its maker. */
function blank({ changeSet, context }: ChangeSession): Values {
  const values = emptyValues(changeSet.resource);
  return 'created_by_id' in values ? { ...values, created_by_id: context.actor.userId } : values;
}

/** The column of a problem. A reference may be given as an object, under another key than its column. */
function columnOf({ fields }: Resource, problem: Problem, pointer: string): string {
  const name = problem.pointer?.slice(pointer.length + 1).split('/')[0] ?? '';
  const field = fields[name];
  return isReference(field) ? requestName(name, field) : name;
}

const faultyColumns = (resource: Resource, problems: readonly Problem[], pointer: string): ReadonlySet<string> =>
  new Set(problems.map((problem) => columnOf(resource, problem, pointer)));

/** The columns whose stored texts the request repeats with characters that nobody sees. They are not judged again. */
const keptAsSent = ({ sent = {} }: Item, before: Row | null): ReadonlySet<string> =>
  new Set(Object.entries(sent).flatMap(([column, text]) => (before?.[column] === text ? [column] : [])));

const without = (values: Values, faulty: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(values).filter(([column]) => !faulty.has(column)));

async function refuseStale(session: ChangeSession, item: Item, before: Row | null, input: Values): Promise<void> {
  if (!before || item.versions === undefined || item.versions.includes(before.version)) return;
  throw await staleRefusal(session.transaction, session.directory, {
    resource: session.changeSet.resource,
    current: before,
    input,
    versions: item.versions,
    pointer: item.pointer,
  });
}

function eventTypesOf(resource: Resource, action: Change['action'], more: readonly string[]): string[] {
  return resource.announced ? [`${resource.singular}.${action}`, ...more] : [];
}

function deletedAt(action: Change['action'], before: Row | null, now: string): string | null {
  if (action === 'delete') return now;
  return action === 'restore' ? null : (before?.deleted_at ?? null);
}

const besides = ({ secrets = {}, isReplacement = false, reversion }: Item) => ({
  secrets,
  isReplacement,
  ...(reversion && { reversion }),
});

/** Judges one record of the change. @throws {Refusal} if the record cannot be changed as requested. */
export async function draftOf(session: ChangeSession, item: Item, index: number): Promise<Draft> {
  const { changeSet, prefetched, directory } = session;
  const { resource, action } = changeSet;
  const before = recordBefore(session, item);
  const base = before ?? blank(session);
  const known = { ...prefetched, directory, base };
  const named = withNamedRecords(item, base, known);
  const kept = keptAsSent(item, before);
  const input = changedInput(without(named.input, kept), base);
  await refuseStale(session, item, before, input);
  refuseUnknownOwner(resource, input, known);
  const formal = item.problems.filter((problem) => !kept.has(columnOf(resource, problem, item.pointer)));
  const found = [...formal, ...named.problems, ...referenceProblems(resource, input, item.pointer, known)];
  const faulty = faultyColumns(resource, found, item.pointer);
  const sound = without(input, faulty);
  const given = new Set(Object.keys(named.input));
  const ruleContext = contextAtMoment(session.ruleContext, before);
  const asked: Change = { action, before, input: sound, after: { ...base, ...sound }, faulty, given, ...besides(item) };
  const { after, problems, events, sideRows, emptied } = judge(resource, asked, ruleContext, item.pointer);
  refuseFaulty([...found, ...problems]);
  const id = before?.id ?? prefetched.newIds[index] ?? '';
  checkUnique(session, { ...after, id }, item.pointer);
  const stored = nextRow(before, await withNumber({ ...session, ruleContext }, before, after), {
    id,
    at: ruleContext.now,
    deletedAt: deletedAt(action, before, ruleContext.now),
  });
  refuseFull(session, before, stored);
  const fields = before ? { ...changedFields(resource, before, after, directory), ...emptied } : {};
  const changed = action !== 'update' || sideRows.length > 0 || Object.keys(fields).length > 0;
  return {
    action,
    row: changed || !before ? stored : before,
    changed,
    fields,
    eventTypes: eventTypesOf(resource, action, events),
    sideRows,
    relinked: changesLinks(resource, before, after),
  };
}

/** The values of a record, with the next number for a new project that has none, if the account numbers its projects. */
async function withNumber(session: ChangeSession, before: Row | null, values: Values): Promise<Values> {
  const { changeSet, directory, numbers, ruleContext } = session;
  if (before || !isUnnumbered(changeSet.resource, values)) return values;
  const number = await numbers.next(directory, ruleContext);
  return number === null ? values : { ...values, project_number: number };
}

/** Whether a change gives a list of records, or a rule makes another one. */
const changesLinks = ({ fields }: Resource, before: Row | null, after: Values): boolean =>
  Object.values(fields).some(
    (field) =>
      field.kind === 'references' && !isSame(before?.[field.requestName] ?? [], after[field.requestName] ?? []),
  );

/** The result of all rules for one record. */
export interface RuleResult {
  readonly after: Values;
  readonly problems: readonly Problem[];
  readonly events: readonly string[];
  readonly sideRows: readonly SideRow[];
  readonly emptied: ChangedFields;
}

/**
 * Runs the rules of a resource in order. Each rule sees the values that earlier rules set.
 * @param pointer of the record in the body; the rules' pointers are relative to it.
 * @throws {Refusal} of a rule that refuses the change as a whole.
 */
function judge(resource: Resource, change: Change, ruleContext: RuleContext, pointer: string): RuleResult {
  let after = change.after;
  let problems: readonly Problem[] = [];
  const events: string[] = [];
  const sideRows: SideRow[] = [];
  let emptied: ChangedFields = {};
  for (const rule of rulesOf(resource.plural)) {
    const verdict = rule({ ...change, after }, ruleContext);
    if (verdict.refusal) throw verdict.refusal;
    if (verdict.set) after = { ...after, ...verdict.set };
    const found = verdict.problems ?? [];
    problems = problems.concat(found.map((problem) => ({ ...problem, pointer: pointer + (problem.pointer ?? '') })));
    events.push(...(verdict.events ?? []));
    sideRows.push(...(verdict.sideRows ?? []));
    if (verdict.emptied) emptied = { ...emptied, [verdict.emptied]: { from: null, to: null } };
  }
  return { after, problems, events, sideRows, emptied };
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
