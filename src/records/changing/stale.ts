import { pointerKey, Refusal } from '../../refusal.ts';
import type { Values } from '../../domain/rule.ts';
import { words } from '../../resources/in-words.ts';
import type { Resource, Row, Value } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Queryable } from '../../database/engine.ts';
import { changesSince, type StoredChange } from '../../store/log/changes.ts';
import { type ChangedFields, changedFields } from './changed-fields.ts';
import { isSame } from '../../domain/input.ts';

/** A stale PATCH or DELETE, with the record that it would have overwritten. */
export interface StaleChange {
  readonly resource: Resource;
  readonly current: Row;
  /** The input values that differ from the record, by column. */
  readonly input: Values;
  /** The versions that the client has read. */
  readonly versions: readonly number[];
  readonly pointer: string;
}

/** The changes that the client intended, by the field names of the history. */
function attemptedFields({ resource, current, input }: StaleChange, directory: Directory): ChangedFields {
  const { custom_fields: custom, ...others } = input;
  const stored = (current['custom_fields'] ?? {}) as Readonly<Record<string, Value>>;
  const definitions = new Map(directory.customFields(resource.singular).map(({ id, apiName }) => [apiName, id]));
  const values = Object.entries((custom ?? {}) as Readonly<Record<string, Value>>).flatMap(([apiName, to]) => {
    const from = stored[definitions.get(apiName) ?? ''] ?? null;
    return isSame(from, to) ? [] : [[`custom_fields.${apiName}`, { from, to }] as const];
  });
  const changed = changedFields(resource, current, { ...current, ...others }, directory);
  return { ...changed, ...Object.fromEntries(values) };
}

/**
 * The part of a pointer for a field. The history names a part of a field after a dot. Only names that clients choose may
 * need escapes in a pointer.
 */
export function pointerOf(name: string): string {
  const [field = '', ...rest] = name.split('.');
  const part = pointerKey(rest.join('.'));
  return rest.length > 0 ? `${field}/${part}` : field;
}

/** The time and the user of a change, as members of a problem. */
export const changedBy = (directory: Directory, { at, user_id: id }: Pick<StoredChange, 'at' | 'user_id'>) => ({
  changed_at: at,
  changed_by: JSON.parse(directory.embedded('users', id)) as unknown,
});

/**
 * The refusal. For each field of the request it names the intended value, the current value, and its last change and
 * user.
 */
export async function staleRefusal(
  transaction: Queryable,
  directory: Directory,
  change: StaleChange,
): Promise<Refusal> {
  const { resource, current, versions, pointer } = change;
  const logged = { accountId: directory.accountId, resource, id: current.id };
  const past = await changesSince(transaction, logged, Math.max(0, ...versions));
  const problems = Object.entries(attemptedFields(change, directory)).map(([name, { from, to }]) => {
    const change = past.find(({ fields }) => name in fields);
    return {
      pointer: `${pointer}/${pointerOf(name)}`,
      code: 'stale' as const,
      message: change ? 'was changed since you read it' : 'is unchanged since you read it',
      given: to,
      current: from,
      ...(change ? changedBy(directory, change) : { changed_at: null, changed_by: null }),
    };
  });
  return new Refusal(
    'stale',
    `The ${words(resource)} was changed since you read it; it is now version "${current.version}".`,
    {
      problems,
      version: current.version,
    },
  );
}
