import { Refusal } from '../refusal.ts';
import type { Values } from '../domain/rule.ts';
import type { Resource, Row } from '../resources/resource.ts';
import type { Directory } from '../store/directory.ts';
import type { Queryable } from '../store/engine.ts';

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

const columnOf = (fieldName: string): string => fieldName.replace('address.', 'address_').split('.')[0] ?? fieldName;

/** What a PATCH or DELETE would have overwritten. */
export interface StaleAttempt {
  readonly resource: Resource;
  readonly current: Row;
  /** What the caller gives that differs from the record, by column. */
  readonly given: Values;
  readonly ifMatch: string;
  readonly pointer: string;
}

/** Says for each field given what the caller meant, what stands there now, who put it there and when. */
export async function staleRefusal(
  transaction: Queryable,
  directory: Directory,
  attempt: StaleAttempt,
): Promise<Refusal> {
  const { resource, current, given, ifMatch, pointer } = attempt;
  const past = await transaction.query<PastChange>(
    `select at, user_id, fields from changes
    where account_id = $1::bigint and resource = $2 and record_id = $3::bigint and version > $4::integer
    order by id desc limit 200`,
    [directory.accountId, resource.plural, current.id, lastVersion(ifMatch)],
  );
  const problems = Object.entries(given).map(([column, value]) => {
    const change = past.find(({ fields }) => Object.keys(fields).some((name) => columnOf(name) === column));
    return {
      pointer: `${pointer}/${column}`,
      code: 'stale' as const,
      message: change ? 'was changed since you read it' : 'still stands as you read it',
      given: value,
      current: current[column] ?? null,
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
