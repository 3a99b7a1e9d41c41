import type { Queryable } from '../../database/engine.ts';
import { readAppliedMigrations } from '../../database/migrations/migrate.ts';

/** A table whose rows belong to accounts, as the database's catalogue describes it. */
export interface AccountTable {
  readonly name: string;
  /** Its columns except `account_id`. */
  readonly columns: readonly string[];
  /** The columns of its primary key except `account_id`, each with whether it is a text. */
  readonly key: readonly { readonly name: string; readonly isText: boolean }[];
  /** The column that Postgres numbers, if there is one. */
  readonly identity: string | null;
  /** The tables that it refers to. */
  readonly targets: readonly string[];
}

/** Every table with a column `account_id`, each after the tables that it refers to. */
export async function readAccountTables(engine: Queryable): Promise<readonly AccountTable[]> {
  const tables = await engine.query<AccountTable>(
    `select c.relname as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> 'account_id'
        order by a.attnum
      ) as columns,
      (
        select coalesce(json_agg(json_build_object('name', a.attname, 'isText', a.attcollation <> 0) order by k.place), '[]')
        from pg_index i
        cross join unnest(i.indkey::smallint[]) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary and a.attname <> 'account_id'
      ) as key,
      (select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as identity,
      array(
        select t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
      ) as targets
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    )
    order by c.relname collate "C"`,
  );
  return inOrderOfReference(tables);
}

function inOrderOfReference(tables: readonly AccountTable[]): AccountTable[] {
  const ordered: AccountTable[] = [];
  let rest = tables;
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const next = rest.filter(({ targets }) => !targets.some((target) => waiting.has(target)));
    if (next.length === 0) throw new Error(`these tables refer to each other: ${[...waiting].join(', ')}`);
    ordered.push(...next);
    rest = rest.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** The name of the last migration of the database. */
export const lastMigration = async (engine: Queryable): Promise<string> =>
  (await readAppliedMigrations(engine)).at(-1)?.name ?? '';
