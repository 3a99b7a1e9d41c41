import type { Queryable } from '../../database/engine.ts';
import { readAppliedMigrations } from '../../database/migrations/migrate.ts';
import { inOrderOfReference } from '../../database/order-of-reference.ts';
import { belongsToNoExtension } from '../../database/own-relations.ts';

/** A table, as the database's catalogue describes it. */
export interface StoredTable {
  readonly name: string;
  /** Its columns except those that Postgres computes, with their types as `format_type` names them. */
  readonly columns: readonly { readonly name: string; readonly type: string; readonly isRequired: boolean }[];
  /** The columns of its primary key, each with whether it is a text. */
  readonly key: readonly { readonly name: string; readonly isText: boolean }[];
  /** The column that Postgres numbers, if there is one. */
  readonly identity: string | null;
  /** The tables that it refers to. */
  readonly targets: readonly string[];
}

/** Every table of the schema except the record of the migrations, by name. */
export const readAllTables = (engine: Queryable): Promise<StoredTable[]> =>
  engine.query<StoredTable>(
    `select c.relname as name,
      (
        select json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isRequired', a.attnotnull
        ) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      (
        select coalesce(json_agg(json_build_object('name', a.attname, 'isText', a.attcollation <> 0) order by k.place), '[]')
        from pg_index i
        cross join unnest(i.indkey::smallint[]) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary
      ) as key,
      (select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as identity,
      array(
        select t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
      ) as targets
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and c.relname <> 'schema_migrations'
      and ${belongsToNoExtension('c.oid')}
    order by c.relname collate "C"`,
  );

/** Every table whose rows belong to accounts, each after the tables that it refers to, without `account_id`. */
export async function readAccountTables(engine: Queryable): Promise<StoredTable[]> {
  const tables = (await readAllTables(engine)).filter(({ columns }) => columns.some(isOfAccount));
  return inOrderOfReference(
    tables.map((table) => ({
      ...table,
      columns: table.columns.filter((column) => !isOfAccount(column)),
      key: table.key.filter((column) => !isOfAccount(column)),
    })),
  );
}

const isOfAccount = ({ name }: { readonly name: string }): boolean => name === 'account_id';

/** The name of the last migration of the database. */
export const lastMigration = async (engine: Queryable): Promise<string> =>
  (await readAppliedMigrations(engine)).at(-1)?.name ?? '';

/** The names of all tables of the schema. */
export async function readTableNames(engine: Queryable): Promise<string[]> {
  const rows = await engine.query<{ name: string }>(
    `select relname as name from pg_class c
    where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = current_schema()::regnamespace
      and ${belongsToNoExtension('c.oid')}
    order by relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

/** Removes every table of the schema, with its rows. */
export async function dropAllTables(transaction: Queryable): Promise<void> {
  const rows = await transaction.query<{ names: string | null }>(
    `select string_agg(oid::regclass::text, ', ') as names from pg_class c
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and ${belongsToNoExtension('c.oid')}`,
  );
  const names = rows[0]?.names ?? null;
  if (names !== null) await transaction.query(`drop table ${names} cascade`);
}
