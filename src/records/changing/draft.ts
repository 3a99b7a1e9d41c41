import type { Change, SideRow, Values } from '../../domain/rule.ts';
import { type Problem, Refusal } from '../../refusal.ts';
import type { Resource, Row, Value } from '../../resources/resource.ts';
import type { Action, ChangeSession, Item } from './change-set.ts';
import { type ChangedFields, changedFields } from './audit-log.ts';
import { changedInput, emptyValues } from './input-columns.ts';
import { judge, nextRow, refuseFaulty } from './judge.ts';
import { notFound } from '../record-id.ts';
import { missingOwner, referenceProblems } from './references.ts';
import { staleRefusal } from './stale.ts';
import type { Actor } from '../request-context.ts';
import { uniqueColumns } from '../../store/write/prefetch-text.ts';
import { jsonBytes } from '../../store/rows/directory.ts';

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

function recordBefore({ changeSet, prefetched, context }: ChangeSession, { id }: Item): Row | null {
  if (changeSet.action === 'create') return null;
  const found = prefetched.rows.get(id ?? '');
  const isDeleted = found?.deleted_at !== null;
  if (!found || (isDeleted && changeSet.action !== 'restore')) throw notFound(changeSet.resource, id ?? '');
  refuseForeign(changeSet.resource, found, context.actor);
  if (isDeleted || changeSet.action !== 'restore') return found;
  throw new Refusal('conflict', `This ${changeSet.resource.singular.replaceAll('_', ' ')} is not deleted.`);
}

/** A new record before the input applies; it belongs to its maker. */
function blank({ changeSet, context }: ChangeSession): Values {
  const values = emptyValues(changeSet.resource);
  return 'created_by_id' in values ? { ...values, created_by_id: context.actor.userId } : values;
}

const faultyColumns = (problems: readonly Problem[], pointer: string): ReadonlySet<string> =>
  new Set(problems.map((problem) => problem.pointer?.slice(pointer.length + 1).split('/')[0] ?? ''));

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

/** Judges one record of the change. @throws {Refusal} if the record cannot be changed as requested. */
export async function draftOf(session: ChangeSession, item: Item, index: number): Promise<Draft> {
  const { changeSet, ruleContext, prefetched, directory } = session;
  const { resource, action } = changeSet;
  const before = recordBefore(session, item);
  const base = before ?? blank(session);
  const input = changedInput(item.input, base);
  await refuseStale(session, item, before, input);
  const known = { isLive: prefetched.isLive, hasKey: prefetched.hasKey, directory };
  refuseUnknownOwner(resource, input, known);
  const found = [...item.problems, ...referenceProblems(resource, input, item.pointer, known)];
  const faulty = faultyColumns(found, item.pointer);
  const sound = without(input, faulty);
  const asked: Change = { action, before, input: sound, after: { ...base, ...sound }, faulty, ...besides(item) };
  const { after, problems, events, sideRows } = judge(resource, asked, ruleContext, item.pointer);
  refuseFaulty([...found, ...problems]);
  const id = before?.id ?? prefetched.newIds[index] ?? '';
  checkUnique(session, { ...after, id }, item.pointer);
  const stored = nextRow(before, after, {
    id,
    at: ruleContext.now,
    deletedAt: deletedAt(action, before, ruleContext.now),
  });
  refuseFull(session, before, stored);
  const fields = before ? changedFields(resource, before, after, directory) : {};
  const changed = action !== 'update' || sideRows.length > 0 || Object.keys(fields).length > 0;
  return {
    action,
    row: changed || !before ? stored : before,
    changed,
    fields,
    eventTypes: eventTypesOf(resource, action, events),
    sideRows,
    relinked: givesLinks(resource, sound),
  };
}

const givesLinks = ({ fields }: Resource, input: Values): boolean =>
  Object.values(fields).some((field) => field.kind === 'references' && field.requestName in input);

/**
 * A personal record belongs to its maker. Once it is shared, everyone sees it, and admins may change it too.
 * @throws {Refusal} `not_found` if the actor does not see the record, `forbidden` if it is only shared with them.
 */
function refuseForeign(resource: Resource, row: Row, { userId, role }: Actor): void {
  if (!resource.personal || row['created_by_id'] === userId) return;
  if (row['shared'] !== true) throw notFound(resource, row.id);
  if (role === 'admin') return;
  const name = resource.singular.replaceAll('_', ' ');
  throw new Refusal('forbidden', `Only the creator and admins may change this ${name}.`, {
    members: { required_role: 'admin' },
  });
}

/** @throws {Refusal} `already_exists` if another live record has the same value in a unique column. */
function checkUnique(
  { changeSet: { resource }, prefetched }: ChangeSession,
  row: Readonly<Record<string, Value>>,
  pointer: string,
): void {
  for (const column of uniqueColumns(resource)) {
    const value = row[column];
    if (typeof value !== 'string') continue;
    const holders = prefetched.uniqueHolders.get(column)?.get(value) ?? [];
    const within = resource.uniqueWithin;
    const holder = holders.find(
      (one) => String(one['id']) !== row['id'] && (within === undefined || one[within] === row[within]),
    );
    if (!holder) continue;
    const message = `is already used by another ${resource.singular.replaceAll('_', ' ')}`;
    const existing = String(holder['id']);
    throw new Refusal('already_exists', `${column} ${JSON.stringify(value)} ${message} (id ${existing}).`, {
      problems: [{ pointer: `${pointer}/${column}`, code: 'already_exists', message, existing_id: existing }],
      members: { existing_id: existing },
    });
  }
}

/**
 * Every process keeps the small records of an account in memory, so their number and size are limited.
 * @throws {Refusal} `conflict` if a new or longer entry exceeds a limit.
 */
function refuseFull({ changeSet: { resource, action }, directory }: ChangeSession, before: Row | null, row: Row): void {
  if (resource.kept !== 'directory' || (action !== 'create' && action !== 'update')) return;
  const { entries, bytes } = directory.limits;
  const words = resource.plural.replaceAll('_', ' ');
  if (!before && directory.entries(resource.plural).size >= entries) {
    throw new Refusal('conflict', `The account has ${entries} ${words}, deleted ones included, which is the maximum.`);
  }
  const growth = jsonBytes(row) - jsonBytes(before);
  if (growth <= 0 || directory.bytes + growth <= bytes) return;
  const most = `${bytes} bytes of users, lists and custom fields, deleted ones included`;
  throw new Refusal('conflict', `The account may have at most ${most}.`);
}
