import type { Engine } from '../../../src/database/engine.ts';

/** The table that a request may write without a change of the account: the uses of credentials. */
const volatile = 'token_uses';

/** Returns the number of rows of an account in each table and a digest of them, by the name of the table. */
export async function accountDigest(engine: Engine, accountId: string): Promise<Readonly<Record<string, string>>> {
  const tables = await engine.query<{ name: string }>(
    `select relname as name from pg_class c
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and (relname = 'accounts' or exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped))`,
  );
  const all = tables
    .filter(({ name }) => name !== volatile)
    .map(({ name }) => digestOf(name))
    .join(' union all ');
  const rows = await engine.query<{ name: string; digest: string }>(all, [accountId]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

function digestOf(table: string): string {
  return `select '${table}' as name, count(*) || ' ' || coalesce(md5(string_agg(text, '' order by text)), '') as digest
    from (
      select to_jsonb(t)::text as text from ${table} t
      where ${table === 'accounts' ? 'id' : 'account_id'} = $1::bigint
    ) rows`;
}
