import type { Values } from '../../domain/rule.ts';
import { mustBeAmong, type Problem, Refusal } from '../../refusal.ts';
import { words } from '../../resources/in-words.ts';
import { resourceOf } from '../../resources/index.ts';
import { namingColumns, type TableColumn, type Resource, type Row, type Value } from '../../resources/resource.ts';
import { type Directory, liveKeys, jsonBytes } from '../../store/rows/directory.ts';
import type { PrefetchedRows } from '../../store/write/prefetch.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { uniqueColumns } from '../../store/write/prefetch-text.ts';
import { notFound } from '../results.ts';
import type { Actor } from '../request-context.ts';
import type { ChangeSession } from './change-set.ts';

type KnownRecords = Pick<PrefetchedRows, 'isLive' | 'hasKey'> & {
  readonly directory: Directory;
  /** The values of the record before the change. */
  readonly base: Values;
};

const unknown = (pointer: string, what: string): Problem => ({
  pointer,
  code: 'invalid_reference',
  message: `is not the id of one of the account's ${what}`,
});

interface SeveralReferences {
  readonly ids: readonly string[];
  /** The ids that the record already has. They stay valid when their records are deleted. */
  readonly stored: readonly string[];
  readonly to: string;
}

function severalProblems({ ids, stored, to }: SeveralReferences, pointer: string, { isLive }: KnownRecords): Problem[] {
  const [seen, kept] = [new Set<string>(), new Set(stored)];
  return ids.flatMap((id, index): Problem[] => {
    const at = `${pointer}/${index}`;
    if (!isId(id) || !(kept.has(id) || isLive(to, id))) return [unknown(at, to)];
    if (seen.has(id)) return [{ pointer: at, code: 'duplicate', message: 'is already in the list' }];
    seen.add(id);
    return [];
  });
}

function keyProblem(key: string, pointer: string, of: string, { directory, hasKey }: KnownRecords): Problem[] {
  if (hasKey(of, key)) return [];
  return [{ pointer, code: 'not_allowed', ...keysOf(directory, of) }];
}

type AllowedKeys = ReturnType<typeof mustBeAmong>;

/** The allowed keys of a directory's lists, cached by version: thousands of rows may be refused for the same key. */
const offered = new WeakMap<Directory, Map<string, AllowedKeys>>();

function keysOf(directory: Directory, of: string): AllowedKeys {
  const known = offered.get(directory) ?? new Map<string, AllowedKeys>();
  offered.set(directory, known);
  const name = `${directory.version} ${of}`;
  const named = known.get(name) ?? mustBeAmong(liveKeys(directory, of), `GET /${of}`);
  known.set(name, named);
  return named;
}

function problemsOf({ name, field }: TableColumn, values: Values, prefix: string, known: KnownRecords): Problem[] {
  const value = values[name] ?? null;
  const pointer = `${prefix}/${name}`;
  // The service sets read-only fields itself, to records that it has just created or read.
  if (value === null || field.readOnly) return [];
  if (field.kind === 'references') {
    const stored = (known.base[name] ?? []) as string[];
    return severalProblems({ ids: value as string[], stored, to: field.to }, pointer, known);
  }
  if (field.kind === 'entry_key') return keyProblem(value as string, pointer, field.of, known);
  if (field.kind !== 'reference') return [];
  return isId(value) && known.isLive(field.to, value) ? [] : [unknown(pointer, field.to)];
}

/** @throws {Refusal} `not_found` if the owner that the query names is not a live record. */
export function refuseUnknownOwner(resource: Resource, input: Values, { isLive }: Pick<KnownRecords, 'isLive'>): void {
  for (const { name, field } of namingColumns(resource)) {
    const id = input[name];
    if (field.kind !== 'reference' || !field.byQuery || typeof id !== 'string') continue;
    if (!isId(id) || !isLive(field.to, id)) throw notFound(resourceOf(field.to), id);
  }
}

/** The problems of all given references that have no valid target. */
export const referenceProblems = (resource: Resource, input: Values, prefix: string, known: KnownRecords): Problem[] =>
  namingColumns(resource).flatMap((column) => problemsOf(column, input, prefix, known));

/**
 * A personal record belongs to its maker. Once it is shared, everyone sees it, and admins may change it too.
 * @throws {Refusal} `not_found` if the actor does not see the record, `forbidden` if it is only shared with them.
 */
export function refuseForeign(resource: Resource, row: Row, { userId, role }: Actor): void {
  if (!resource.personal || row['created_by_id'] === userId) return;
  if (row['shared'] !== true) throw notFound(resource, row.id);
  if (role === 'admin') return;
  throw new Refusal('forbidden', `Only the creator and admins may change this ${words(resource)}.`, {
    members: { required_role: 'admin' },
  });
}

/** @throws {Refusal} `already_exists` if another live record has the same value in a unique column. */
export function checkUnique(
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
    throw takenRefusal(resource, { column, value, existing: String(holder['id']), pointer });
  }
}

interface TakenValue {
  readonly column: string;
  readonly value: string;
  /** The id of the record that has the value. */
  readonly existing: string;
  readonly pointer: string;
}

/** An internal value stands for several fields, so the whole record is at fault. */
function takenRefusal(resource: Resource, { column, value, existing, pointer }: TakenValue): Refusal {
  const isInternal = resource.fields[column]?.internal === true;
  const subject = isInternal ? `This ${words(resource)}` : `${column} ${JSON.stringify(value)}`;
  const message = isInternal ? 'is already there' : `is already used by another ${words(resource)}`;
  const at = isInternal ? pointer : `${pointer}/${column}`;
  return new Refusal('already_exists', `${subject} ${message} (id ${existing}).`, {
    problems: [{ pointer: at, code: 'already_exists', message, existing_id: existing }],
    members: { existing_id: existing },
  });
}

/**
 * Every process keeps the small records of an account in memory, so their number and size are limited.
 * @throws {Refusal} `conflict` if a new or longer entry exceeds a limit.
 */
export function refuseFull(
  { changeSet: { resource, action }, directory }: ChangeSession,
  before: Row | null,
  row: Row,
): void {
  if (resource.kept !== 'directory' || (action !== 'create' && action !== 'update')) return;
  const { entries, bytes } = directory.limits;
  const kind = resource.plural.replaceAll('_', ' ');
  if (!before && directory.entries(resource.plural).size >= entries) {
    throw new Refusal('conflict', `The account has ${entries} ${kind}, deleted ones included, which is the maximum.`);
  }
  const growth = jsonBytes(row) - jsonBytes(before);
  if (growth <= 0 || directory.bytes + growth <= bytes) return;
  const most = `${bytes} bytes of users, lists and custom fields, deleted ones included`;
  throw new Refusal('conflict', `The account may have at most ${most}.`);
}
