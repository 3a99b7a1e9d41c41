import type { Queryable } from '../../database/engine.ts';

/** A table of the installation, as the database's catalogue describes it. */
export interface WholeTable {
  readonly name: string;
  /** Its columns except those that Postgres computes. */
  readonly columns: readonly string[];
  /** The columns of its primary key, each with whether it is a text. */
  readonly key: readonly { readonly name: string; readonly isText: boolean }[];
}

/** Every table of the schema except the record of the migrations, by name. */
export const readAllTables = (engine: Queryable): Promise<WholeTable[]> =>
  engine.query<WholeTable>(
    `select c.relname as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns,
      (
        select coalesce(json_agg(json_build_object('name', a.attname, 'isText', a.attcollation <> 0) order by k.place), '[]')
        from pg_index i
        cross join unnest(i.indkey::smallint[]) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary
      ) as key
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and c.relname <> 'schema_migrations'
    order by c.relname collate "C"`,
  );

/** The names of all tables of the schema. */
export async function readTableNames(engine: Queryable): Promise<string[]> {
  const rows = await engine.query<{ name: string }>(
    `select relname as name from pg_class
    where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = current_schema()::regnamespace
    order by relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

/** Removes every table of the schema, with its rows. */
export async function dropAllTables(transaction: Queryable): Promise<void> {
  const rows = await transaction.query<{ names: string | null }>(
    `select string_agg(oid::regclass::text, ', ') as names from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
  );
  const names = rows[0]?.names ?? null;
  if (names !== null) await transaction.query(`drop table ${names} cascade`);
}
