import type { Queryable } from '../../database/engine.ts';
import type { DatabaseFault } from './finding.ts';

/** Damage of the schema itself: what Postgres has but does not use or does not check. */
export async function schemaFaults(engine: Queryable): Promise<DatabaseFault[]> {
  const rows = await engine.query<{ table: string; id: string; problem: string }>(
    `select c.conrelid::regclass::text as table, c.conname::text as id,
      'The constraint is not validated: Postgres does not vouch for older rows.' as problem
    from pg_constraint c
    where c.connamespace = current_schema()::regnamespace and c.conrelid <> 0 and not c.convalidated
    union all
    select i.indrelid::regclass::text, c.relname::text,
      'The index is not valid: build it again with "reindex index".'
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and not (i.indisvalid and i.indisready and i.indislive)
    union all
    select t.tgrelid::regclass::text, coalesce(k.conname, t.tgname)::text,
      'The constraint is not enforced: its trigger is disabled.'
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    left join pg_constraint k on k.oid = t.tgconstraint
    where c.relnamespace = current_schema()::regnamespace and t.tgisinternal and t.tgenabled <> 'O'
    group by 1, 2, 3
    order by 1, 2`,
  );
  return rows.map((row) => ({ account: null, ...row }));
}

/** A reference from one table of an account to another, as a foreign key declares it. */
export interface ForeignKey {
  readonly table: string;
  /** The referring columns except `account_id`, and the columns that they name, in the same order. */
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

/** The foreign keys between tables of an account. Those to the account itself have no further columns. */
export const readForeignKeys = (engine: Queryable): Promise<ForeignKey[]> =>
  engine.query<ForeignKey>(
    `select f.conrelid::regclass::text as table, f.confrelid::regclass::text as target,
      array(
        select a.attname::text from unnest(f.conkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number
        where a.attname <> 'account_id' order by k.place
      ) as columns,
      array(
        select a.attname::text from unnest(f.conkey, f.confkey) with ordinality as k (number, target, place)
        join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.target
        join pg_attribute o on o.attrelid = f.conrelid and o.attnum = k.number
        where o.attname <> 'account_id' order by k.place
      ) as "targetColumns"
    from pg_constraint f
    where f.contype = 'f' and f.connamespace = current_schema()::regnamespace and f.conparentid = 0
    order by f.conrelid::regclass::text, f.conname`,
  );
