import { resourceOf } from '../../resources/index.ts';
import { columnsOf, isReference, type Resource } from '../../resources/resource.ts';
import { linksOf } from '../rows/select.ts';
import type { Queryable } from '../../database/engine.ts';
import type { SampleMarks } from './demos.ts';

/** The families of which the sample data makes records, each after those that refer to it. */
export const sampleFamilies: readonly Resource[] = [
  ...[
    'goals',
    'files',
    'project_team_roles',
    'project_team_memberships',
    'calls',
    'notes',
    'tasks',
    'task_lists',
    'leads',
    'projects',
  ],
  ...['contacts', 'companies', 'custom_fields', 'users'],
].map(resourceOf);

/** The sample data of an account. */
export interface Sample {
  readonly accountId: string;
  readonly marks: SampleMarks;
}

/** A record as the removal of sample data sees it. */
export interface SampleRow {
  readonly id: string;
  readonly isLive: boolean;
  /** Whether the sample data made it. */
  readonly isSample: boolean;
  /** Whether another request has changed it. */
  readonly isChanged: boolean;
  readonly name: string | null;
  /** The ids of the records that it refers to, by column. */
  readonly references: Readonly<Record<string, string | readonly string[] | null>>;
  /** The ids of the custom fields that have a value. */
  readonly customFields: readonly string[];
}

const families: ReadonlySet<string> = new Set(sampleFamilies.map(({ plural }) => plural));

/** The references of a resource to families of the sample data: the column and the plural of the target. */
export const sampleReferences = (resource: Resource): (readonly [column: string, target: string])[] =>
  columnsOf(resource).flatMap(({ name, field }) =>
    isReference(field) && families.has(field.to) ? [[name, field.to] as const] : [],
  );

/** The id of a reference, or the ids of several, over `t`. */
function idsAsJson(resource: Resource, column: string): string {
  const links = linksOf(resource).find((one) => one.column === column);
  return links ? `${links.sql}::text[]` : `t.${column}::text`;
}

const titleOf = ({ fields }: Resource): string => ['name', 'title'].find((name) => name in fields) ?? 'null';

/** Whether the sample data made a change. */
const ofSample = 'c.request_id = any($4::text[]) and c.id > $5::bigint and c.at <= $6::timestamptz';

/**
 * Locks the next records of a family, in the order of their ids, until the end of the transaction: nobody changes them or
 * refers to them anew.
 */
export const lockSampleRows = (
  transaction: Queryable,
  { plural }: Resource,
  accountId: string,
  { after, most }: { readonly after: string; readonly most: number },
): Promise<unknown> =>
  transaction.query(
    `select 1 as locked from ${plural} where account_id = $1::bigint and id > $2::bigint
    order by id limit $3::integer for update`,
    [accountId, after, most],
  );

/** The next records of a family, in the order of their ids. */
export async function sampleRows(
  engine: Queryable,
  resource: Resource,
  { accountId, marks }: Sample,
  { after, most }: { readonly after: string; readonly most: number },
): Promise<readonly SampleRow[]> {
  const { plural } = resource;
  const references = sampleReferences(resource).map(([column]) => `'${column}', ${idsAsJson(resource, column)}`);
  const hasCustomFields = Object.values(resource.fields).some(({ kind }) => kind === 'custom_fields');
  const customFields = hasCustomFields ? 'array(select jsonb_object_keys(t.custom_fields))' : "'{}'::text[]";
  return await engine.query<SampleRow & Record<string, never>>(
    `select t.id::text as id, t.deleted_at is null as "isLive", c.made as "isSample", c.changed as "isChanged",
      ${titleOf(resource) === 'null' ? 'null' : `t.${titleOf(resource)}`} as name,
      jsonb_build_object(${references.join(', ')}) as references, ${customFields} as "customFields"
    from (select * from ${plural} where account_id = $1::bigint and id > $2::bigint order by id limit $3::integer) t
    cross join lateral (
      select coalesce(bool_or(c.action = 'create' and ${ofSample}), false) as made,
        coalesce(bool_or((${ofSample}) is not true), false) as changed
      from changes c where c.account_id = $1::bigint and c.resource = '${plural}' and c.record_id = t.id
    ) c order by t.id`,
    [accountId, after, most, marks.requestIds, marks.afterChange, marks.until],
  );
}

/** The users among these who can sign in, or for whom a program acts. */
export async function usersWithCredentials(
  engine: Queryable,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await engine.query<{ id: string }>(
    `select user_id::text as id from passwords where account_id = $1::bigint and user_id = any($2::bigint[])
    union select user_id::text from oauth_clients
      where account_id = $1::bigint and user_id = any($2::bigint[]) and deleted_at is null
    union select user_id::text from calendar_feeds
      where account_id = $1::bigint and user_id = any($2::bigint[]) and deleted_at is null
        and (expires_at is null or expires_at > $3::timestamptz)
    union select user_id::text from api_tokens
      where account_id = $1::bigint and user_id = any($2::bigint[]) and revoked_at is null
        and (expires_at is null or expires_at > $3::timestamptz)`,
    [accountId, ids, now.toISOString()],
  );
  return new Set(rows.map(({ id }) => id));
}
