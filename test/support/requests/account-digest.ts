import type { Engine } from '../../../src/database/engine.ts';

/** Columns that a request may write without a change of the account: the uses of a credential. */
const volatile: Readonly<Record<string, readonly string[]>> = { api_tokens: ['last_used_at'] };

/** Returns the number of rows of an account in each table and a digest of them, by the name of the table. */
export async function accountDigest(engine: Engine, accountId: string): Promise<Readonly<Record<string, string>>> {
  const tables = await engine.query<{ name: string }>(
    `select relname as name from pg_class c
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and (relname = 'accounts' or exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped))`,
  );
  const all = tables.map(({ name }) => digestOf(name)).join(' union all ');
  const rows = await engine.query<{ name: string; digest: string }>(all, [accountId]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

function digestOf(table: string): string {
  const left = (volatile[table] ?? []).map((column) => ` - '${column}'`).join('');
  return `select '${table}' as name, count(*) || ' ' || coalesce(md5(string_agg(text, '' order by text)), '') as digest
    from (
      select (to_jsonb(t)${left})::text as text from ${table} t
      where ${table === 'accounts' ? 'id' : 'account_id'} = $1::bigint
    ) rows`;
}
