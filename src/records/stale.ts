import { Refusal } from '../refusal.ts';
import type { Values } from '../domain/rule.ts';
import type { Resource, Row, Value } from '../resources/resource.ts';
import type { Directory } from '../store/directory.ts';
import type { Queryable } from '../store/engine.ts';
import { type ChangedFields, changedFields } from './changed-fields.ts';
import { isSame } from './given.ts';

interface PastChange {
  readonly at: string;
  readonly user_id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Whether an `If-Match` header names the version of a record (RFC 9110 §13.1.1, strong comparison). */
export const matches = (ifMatch: string, version: number): boolean =>
  ifMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim() === `"${version}"`);

const lastVersion = (ifMatch: string): number =>
  Math.max(0, ...[...ifMatch.matchAll(/"(\d{1,9})"/g)].map((match) => Number(match[1])));

/** What a PATCH or DELETE would have overwritten. */
export interface StaleAttempt {
  readonly resource: Resource;
  readonly current: Row;
  /** What the caller gives that differs from the record, by column. */
  readonly given: Values;
  readonly ifMatch: string;
  readonly pointer: string;
}

/** What the caller would have made of each field, under the names that the history has. */
function attemptedFields({ resource, current, given }: StaleAttempt, directory: Directory): ChangedFields {
  const { custom_fields: custom, ...others } = given;
  const stored = (current['custom_fields'] ?? {}) as Readonly<Record<string, Value>>;
  const definitions = new Map(directory.customFields(resource.singular).map(({ id, apiName }) => [apiName, id]));
  const values = Object.entries((custom ?? {}) as Readonly<Record<string, Value>>).flatMap(([apiName, to]) => {
    const from = stored[definitions.get(apiName) ?? ''] ?? null;
    return isSame(from, to) ? [] : [[`custom_fields.${apiName}`, { from, to }] as const];
  });
  const changed = changedFields(resource, current, { ...current, ...others }, directory);
  return { ...changed, ...Object.fromEntries(values) };
}

/** The history names a part of a field after a dot; only what a client has made up may hold what a pointer escapes. */
function pointerOf(name: string): string {
  const [field = '', ...rest] = name.split('.');
  const part = rest.join('.').replaceAll('~', '~0').replaceAll('/', '~1');
  return rest.length > 0 ? `${field}/${part}` : field;
}

/** Says for each field given what the caller meant, what stands there now, who put it there and when. */
export async function staleRefusal(
  transaction: Queryable,
  directory: Directory,
  attempt: StaleAttempt,
): Promise<Refusal> {
  const { resource, current, ifMatch, pointer } = attempt;
  const past = await transaction.query<PastChange>(
    `select at, user_id, fields from changes
    where account_id = $1::bigint and resource = $2 and record_id = $3::bigint and version > $4::integer
    order by id desc limit 200`,
    [directory.accountId, resource.plural, current.id, lastVersion(ifMatch)],
  );
  const problems = Object.entries(attemptedFields(attempt, directory)).map(([name, { from, to }]) => {
    const change = past.find(({ fields }) => name in fields);
    return {
      pointer: `${pointer}/${pointerOf(name)}`,
      code: 'stale' as const,
      message: change ? 'was changed since you read it' : 'still stands as you read it',
      given: to,
      current: from,
      changed_at: change?.at ?? null,
      changed_by: change ? (JSON.parse(directory.embedded('users', change.user_id)) as unknown) : null,
    };
  });
  const name = resource.singular.replaceAll('_', ' ');
  return new Refusal('stale', `The ${name} was changed since you read it; it is now version "${current.version}".`, {
    problems,
    headers: { ETag: `"${current.version}"` },
  });
}
