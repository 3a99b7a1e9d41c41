import type { Queryable } from '../../database/engine.ts';

/** The statements that remove something from the schema and make it again. */
interface Rebuilt {
  readonly remove: string;
  readonly make: string;
}

/**
 * Removes the foreign keys and the indexes of the schema while rows arrive, because making them afterwards is faster
 * than keeping them. Primary keys and unique constraints stay.
 * @returns the statements that make them again, in order.
 */
export async function removeIndexes(transaction: Queryable): Promise<readonly string[]> {
  const found = [...(await transaction.query<Rebuilt>(foreignKeys)), ...(await transaction.query<Rebuilt>(indexes))];
  for (const { remove } of found) await transaction.query(remove);
  return found.map(({ make }) => make).reverse();
}

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint
  where contype = 'f' and connamespace = current_schema()::regnamespace
  order by conrelid::regclass::text collate "C" desc, conname collate "C" desc`;

const indexes = `
  select format('drop index %s', i.indexrelid::regclass) as remove, pg_get_indexdef(i.indexrelid) as make
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.relname collate "C" desc`;
