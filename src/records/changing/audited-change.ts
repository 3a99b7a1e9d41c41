import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../database/engine.ts';
import { write, type WriteStatement } from '../../store/write/write.ts';
import type { ChangeContext, KeyedContext } from '../request-context.ts';
import { done, type ChangeOutcome } from '../results.ts';
import { runChange } from './change.ts';
import type { ChangedFields } from './changed-fields.ts';
import { findStoredAnswer, storeAnswerStatements } from './stored-answer.ts';
import type { ManagedObject } from '../../resources/managed/managed-object.ts';
import type { ShownObject, StoredObject } from '../../resources/record-types.ts';
import { acceptedFields, listedFields, requestName } from '../../resources/resource.ts';
import type { Values } from '../../domain/rule.ts';
import { inputColumns, isSame } from '../../domain/input.ts';
import { type AuditEntry, auditStatement } from './audit-statement.ts';

/** The result of a change to an object that is not a resource's record; `entry` is null if nothing changed. */
export interface AuditedResult<Value> {
  readonly value: Value;
  readonly entry: AuditEntry | null;
}

/**
 * Changes an object that is not a resource's record (a credential, the account): the work, the log and the stored
 * answer in one transaction. If the idempotency key was used before, returns the stored answer.
 */
export const auditedChange = <Value>(
  context: ChangeContext<Value>,
  work: (transaction: Queryable) => Promise<AuditedResult<Value>>,
): Promise<ChangeOutcome<Value>> =>
  storedChange(context, async (transaction, fresh) => {
    const { value, entry } = await work(transaction);
    return { value, log: entry && [auditStatement(fresh, [entry])] };
  });

/** The result of a change, and the statements of its log; `log` is null if nothing changed. */
interface StoredResult<Value> {
  readonly value: Value;
  readonly log: readonly WriteStatement[] | null;
}

/** Does the same for an object whose log may be empty. */
export const storedChange = <Value>(
  context: ChangeContext<Value>,
  work: (transaction: Queryable, fresh: KeyedContext<Value>) => Promise<StoredResult<Value>>,
): Promise<ChangeOutcome<Value>> =>
  runChange(context, async (transaction, fresh) => {
    const replayed = await findStoredAnswer(transaction, fresh);
    if (replayed) return replayed;
    const { value, log } = await work(transaction, fresh);
    const statements = log ? [...log, ...storeAnswerStatements(fresh, value)] : [];
    if (statements.length > 0) await write(transaction, fresh.actor.accountId, statements);
    return done(value);
  });

/** The fields of a new object, for the log. */
export const fieldsMade = (values: Readonly<Record<string, ChangedFields[string]['to']>>): ChangedFields =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, to]) => (to === null ? [] : [[name, { from: null, to }] as const])),
  );

/** The columns of a new object that a request gives, or their empty values. */
export function newValues(object: ManagedObject, fields: Readonly<Record<string, unknown>>): Values {
  const names = acceptedFields(object, 'create').map(([name, field]) => requestName(name, field));
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(names.map((name) => [name, null]));
  return inputColumns(object, 'create', { ...empty, ...fields });
}

/** An object as answers show it. @param more the values that are not columns, by key. */
export function shownObject<O extends ManagedObject, User = never>(
  object: O,
  row: StoredObject<O>,
  more: Readonly<Record<string, unknown>>,
): ShownObject<O, User> {
  const columns = row as Values;
  const { created_at, updated_at } = columns;
  const id = columns[object.publicId ?? 'id'];
  const values = listedFields(object).map(([name]) => [name, name in more ? more[name] : columns[name]] as const);
  return { id, created_at, updated_at, ...Object.fromEntries(values) } as unknown as ShownObject<O, User>;
}

/** The fields that clients can change and in which an object differs from its earlier state, both as shown. */
export function shownChanges(object: ManagedObject, before: object, after: object): ChangedFields {
  const [old, now] = [before as Values, after as Values];
  return Object.fromEntries(
    acceptedFields(object, 'update').flatMap(([name]) => {
      const [from = null, to = null] = [old[name], now[name]];
      return isSame(from, to) ? [] : [[name, { from, to }] as const];
    }),
  );
}

/** @throws {Refusal} `stale` if the version is not one of the versions that the client has read. */
export function refuseOtherVersion(versions: readonly number[] | undefined, version: number, what: string): void {
  if (versions === undefined || versions.includes(version)) return;
  throw new Refusal('stale', `The ${what} was changed since you read it; it is now version "${version}".`, { version });
}
