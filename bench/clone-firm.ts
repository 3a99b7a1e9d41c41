import { type Loader, settle } from './load.ts';
import { token } from './product.ts';

/** The tables of an account that are not copied, because tokens are unique among all accounts. */
const left = ['api_tokens', 'oauth_clients', 'passwords', 'token_uses'];

/**
 * Copies the first firm of a database until there are `firms` of them: the same rows under other accounts.
 * @param only the tables that are copied besides accounts and tokens; all tables without it.
 */
export async function cloneFirm(loader: Loader, firms: number, only?: readonly string[]): Promise<void> {
  await loader.query('set session_replication_role = replica');
  await copyRows(loader, 'accounts', 'id', firms);
  const tables = await loader.query(`select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id'`);
  for (const { name } of tables) {
    if (only?.includes(String(name)) ?? !left.includes(String(name)))
      await copyRows(loader, String(name), 'account_id', firms);
  }
  await loader.query(`insert into api_tokens (account_id, user_id, name, hash, scopes, created_at, updated_at)
    select n, user_id, name, sha256(('${token}-' || n)::bytea), scopes, created_at, updated_at
    from api_tokens, generate_series(2, ${firms}) n where account_id = 1 and purpose is null`);
  await loader.query('set session_replication_role = origin');
  await settle(loader);
}

async function copyRows(loader: Loader, table: string, account: string, firms: number): Promise<void> {
  const found = await loader.query(`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'`);
  const columns = found.map(({ name }) => `"${String(name)}"`).filter((name) => name !== `"${account}"`);
  await loader.query(`insert into ${table} (${[account, ...columns].join(', ')})
    select ${['n', ...columns].join(', ')} from ${table}, generate_series(2, ${firms}) n where ${account} = 1`);
}
