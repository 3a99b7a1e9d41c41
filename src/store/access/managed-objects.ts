import type { Engine, Queryable } from '../../database/engine.ts';
import type { ManagedObject } from '../../resources/managed/managed-object.ts';
import type { StoredObject } from '../../resources/record-types.ts';
import { columnsOf, ofEach } from '../../resources/resource.ts';
import { newestFirst } from '../query/sort-keys.ts';
import { type ListPage, type PageRequest, readPage, selecting } from '../query/page.ts';
import type { ListSelection } from '../query/selection.ts';
import { comparedType } from '../rows/columns.ts';
import { lastUse } from './last-use.ts';

/** The columns that another table has, as `plural.name`. A new object has none of them yet. */
const elsewhere: Readonly<Record<string, string>> = { 'api_tokens.last_used_at': lastUse };

/** The columns of a `StoredObject`, over the table as `t`. */
const columnsText = ofEach((object: ManagedObject): string => textOf(object, elsewhere));

/** Those of a new object, for `returning`: a sharded server takes no sub-select there. */
const newColumnsText = ofEach((object: ManagedObject): string =>
  textOf(object, Object.fromEntries(Object.keys(elsewhere).map((name) => [name, 'null::timestamptz']))),
);

function textOf(object: ManagedObject, others: Readonly<Record<string, string>>): string {
  const { plural, publicId } = object;
  const own = ['id', ...(publicId === undefined ? [] : [publicId]), 'created_at', 'updated_at'];
  const names = [...own, ...columnsOf(object).map(({ name }) => name)];
  return names.map((name) => `${others[`${plural}.${name}`] ?? `t.${name}`} as ${name}`).join(', ');
}

/** The conditions of the account's objects that have not ended. */
export const standing = ({ standing: columns }: ManagedObject, alias = 't'): string[] => [
  `${alias}.account_id = $1::bigint`,
  ...columns.map((column) => `${alias}.${column} is null`),
];

/** Objects of an account, for a list of them. */
export interface ObjectSelection extends ListSelection {
  readonly table: string;
  readonly columns: string;
}

/** The account's objects that have not ended: all of them, or those of one user. */
export const objectsOf = (object: ManagedObject, accountId: string, userId?: string): ObjectSelection => ({
  table: object.plural,
  columns: columnsText(object),
  conditions: [...standing(object), ...(userId === undefined ? [] : ['t.user_id = $2::bigint'])],
  parameters: userId === undefined ? [accountId] : [accountId, userId],
});

/** A page of a list of objects, the newest first. */
export const readNewest = <Row>(
  engine: Engine,
  { columns, ...rest }: ObjectSelection,
  pageRequest: PageRequest,
): Promise<ListPage<Row>> =>
  readPage<Row>(
    engine,
    {
      ...rest,
      order: newestFirst,
      select: selecting(columns),
    },
    pageRequest,
  );

/** One user of an account. */
export interface OneUser {
  readonly accountId: string;
  readonly userId: string;
}

/** One object of an account, by its stored id. */
export interface OneObject {
  readonly accountId: string;
  readonly id: string;
}

type Lock = '' | 'for update' | 'for no key update';

const forms = { bigint: /^[1-9]\d{0,17}$/, uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i };

/** Finds an object that has not ended, by the id that clients see. Lock it if it is about to change. */
export async function findObject<O extends ManagedObject>(
  engine: Queryable,
  object: O,
  { accountId, id }: OneObject,
  lock: Lock = '',
): Promise<StoredObject<O> | null> {
  const { plural, publicId } = object;
  const type = publicId === undefined ? 'bigint' : 'uuid';
  if (!forms[type].test(id)) return null;
  const [found] = await engine.query<StoredObject<O>>(
    `select ${columnsText(object)} from ${plural} t
    where ${standing(object).join(' and ')} and t.${publicId ?? 'id'} = $2::${type} ${lock}`,
    [accountId, id],
  );
  return found ?? null;
}

type ObjectValues = Readonly<Record<string, unknown>>;

/** The SQL type of each column that is written. */
const columnTypes = ofEach((object: ManagedObject): ReadonlyMap<string, string> => {
  const { secret, publicId } = object;
  return new Map([
    ...columnsOf(object).map(({ name, field }) => [name, comparedType(field)] as const),
    ...object.standing.map((name) => [name, 'timestamptz'] as const),
    [secret.column, secret.type],
    ...(publicId === undefined ? [] : [[publicId, 'uuid'] as const]),
  ]);
});

/** The given columns as a row `r` of the parameter `$2`. */
function sourceOf(object: ManagedObject, values: ObjectValues): { names: string[]; source: string } {
  const types = columnTypes(object);
  const names = Object.keys(values).filter((name) => types.has(name));
  const columns = names.map((name) => `${name} ${types.get(name) ?? ''}`);
  return { names, source: `jsonb_to_recordset(jsonb_build_array($2::jsonb)) as r(${columns.join(', ')})` };
}

/**
 * Stores a new object. @param values by column, with the secret in the form that is stored.
 * @param most stores nothing if the account has so many already; the caller has locked the account.
 */
export async function insertObject<O extends ManagedObject>(
  transaction: Queryable,
  object: O,
  { accountId, values, most }: { readonly accountId: string; readonly values: ObjectValues; readonly most?: number },
  now: Date,
): Promise<StoredObject<O> | undefined> {
  const { plural } = object;
  const { names, source } = sourceOf(object, values);
  const room = `where (select count(*) from ${plural} o where ${standing(object, 'o').join(' and ')}) < ${most ?? 0}`;
  const [made] = await transaction.query<StoredObject<O>>(
    `insert into ${plural} as t (account_id, created_at, updated_at, ${names.join(', ')})
    select $1::bigint, $3::timestamptz, $3::timestamptz, ${names.map((name) => `r.${name}`).join(', ')}
    from ${source} ${most === undefined ? '' : room}
    returning ${newColumnsText(object)}`,
    [accountId, JSON.stringify(values), now.toISOString()],
  );
  return made;
}

/**
 * Changes columns of a locked object and raises its version. @param values by column. Others are ignored.
 * @param more assigns further columns, from the row `t` as it was and the row `r` of the values.
 */
export async function updateObject<O extends ManagedObject>(
  transaction: Queryable,
  object: O,
  {
    accountId,
    id,
    values,
    more = [],
  }: OneObject & { readonly values: ObjectValues; readonly more?: readonly string[] },
  now: Date,
): Promise<StoredObject<O>> {
  const { names, source } = sourceOf(object, values);
  const changes = [...names.map((name) => `${name} = r.${name}`), ...more];
  const version = 'version' in object.fields ? ['version = t.version + 1'] : [];
  const [changed] = await transaction.query<StoredObject<O>>(
    `update ${object.plural} t set ${[...changes, ...version].join(', ')},
      updated_at = greatest(t.updated_at, $3::timestamptz)
    from ${source} where t.account_id = $1::bigint and t.id = $4::bigint returning ${columnsText(object)}`,
    [accountId, JSON.stringify(values), now.toISOString(), id],
  );
  if (!changed) throw new Error(`${object.singular} ${id} is gone`);
  return changed;
}
