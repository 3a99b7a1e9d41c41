import type { Change, SideRow, Values } from '../../domain/rule.ts';
import { type Problem, Refusal } from '../../refusal.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import type { Action, Attempt, Item } from './work.ts';
import { type ChangedFields, changedFields } from './changed-fields.ts';
import { differing, emptyValues } from './given.ts';
import { refuseFull } from './directory-room.ts';
import { judge, keptRow, refuseFaulty } from './judge.ts';
import { notFound } from '../not-found.ts';
import { refuseForeign } from './ownership.ts';
import { missingOwner, referenceProblems } from './references.ts';
import { staleRefusal } from './stale.ts';
import { refuseTaken } from './taken.ts';

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

function recordBefore({ work, prepared, call }: Attempt, { id }: Item): Row | null {
  if (work.action === 'create') return null;
  const found = prepared.rows.get(id ?? '');
  const isDeleted = found?.deleted_at !== null;
  if (!found || (isDeleted && work.action !== 'restore')) throw notFound(work.resource, id ?? '');
  refuseForeign(work.resource, found, call.actor);
  if (isDeleted || work.action !== 'restore') return found;
  throw new Refusal('conflict', `This ${work.resource.singular.replaceAll('_', ' ')} is not deleted.`);
}

/** A new record before the given values apply; it belongs to its maker. */
function blank({ work, call }: Attempt): Values {
  const values = emptyValues(work.resource);
  return 'created_by_id' in values ? { ...values, created_by_id: call.actor.userId } : values;
}

const faultyColumns = (problems: readonly Problem[], pointer: string): ReadonlySet<string> =>
  new Set(problems.map((problem) => problem.pointer?.slice(pointer.length + 1).split('/')[0] ?? ''));

const without = (values: Values, faulty: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(values).filter(([column]) => !faulty.has(column)));

async function refuseStale(attempt: Attempt, item: Item, before: Row | null, given: Values): Promise<void> {
  if (!before || item.versions === undefined || item.versions.includes(before.version)) return;
  throw await staleRefusal(attempt.transaction, attempt.directory, {
    resource: attempt.work.resource,
    current: before,
    given,
    versions: item.versions,
    pointer: item.pointer,
  });
}

function refuseUnknownOwner(...of: Parameters<typeof missingOwner>): void {
  const owner = missingOwner(...of);
  if (owner) throw notFound(owner.resource, owner.id);
}

function eventTypesOf(resource: Resource, action: Change['action'], more: readonly string[]): string[] {
  return resource.announced ? [`${resource.singular}.${action}`, ...more] : [];
}

function deletedAt(action: Change['action'], before: Row | null, now: string): string | null {
  if (action === 'delete') return now;
  return action === 'restore' ? null : (before?.deleted_at ?? null);
}

const besides = ({ secrets = {}, isReplacement = false }: Item) => ({ secrets, isReplacement });

/** Judges one record of the work. @throws {Refusal} if the record cannot be changed as requested. */
export async function draftOf(attempt: Attempt, item: Item, index: number): Promise<Draft> {
  const { work, context, prepared, directory } = attempt;
  const { resource, action } = work;
  const before = recordBefore(attempt, item);
  const base = before ?? blank(attempt);
  const given = differing(item.given, base);
  await refuseStale(attempt, item, before, given);
  const known = { isLive: prepared.isLive, hasKey: prepared.hasKey, directory };
  refuseUnknownOwner(resource, given, known);
  const found = [...item.problems, ...referenceProblems(resource, given, item.pointer, known)];
  const faulty = faultyColumns(found, item.pointer);
  const sound = without(given, faulty);
  const asked: Change = { action, before, given: sound, after: { ...base, ...sound }, faulty, ...besides(item) };
  const { after, problems, events, sideRows } = judge(resource, asked, context, item.pointer);
  refuseFaulty([...found, ...problems]);
  const id = before?.id ?? prepared.newIds[index] ?? '';
  refuseTaken(attempt, { ...after, id }, item.pointer);
  const kept = keptRow(before, after, { id, at: context.now, deletedAt: deletedAt(action, before, context.now) });
  refuseFull(attempt, before, kept);
  const fields = before ? changedFields(resource, before, after, directory) : {};
  const changed = action !== 'update' || sideRows.length > 0 || Object.keys(fields).length > 0;
  return {
    action,
    row: changed || !before ? kept : before,
    changed,
    fields,
    eventTypes: eventTypesOf(resource, action, events),
    sideRows,
    relinked: givesLinks(resource, sound),
  };
}

const givesLinks = ({ fields }: Resource, given: Values): boolean =>
  Object.values(fields).some((field) => field.kind === 'references' && field.requestName in given);
