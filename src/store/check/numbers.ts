import type { Queryable } from '../../database/engine.ts';
import { quoted } from '../rows/columns.ts';
import { type AccountTable, readAccountTables } from '../transfer/account-tables.ts';
import type { Finding } from './finding.ts';

/** The greatest id of each table in an account, if Postgres would give it, or a smaller one, again. */
export async function takenNumbers(engine: Queryable, accountId: string): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const table of await readAccountTables(engine)) found.push(...(await numbersBehind(engine, accountId, table)));
  return found;
}

async function numbersBehind(
  engine: Queryable,
  accountId: string,
  { name, identity }: Pick<AccountTable, 'name' | 'identity'>,
): Promise<Finding[]> {
  if (identity === null) return [];
  const [row] = await engine.query<{ greatest: string | null; last: string }>(
    `select max(t.${quoted(identity)}) as greatest,
      coalesce(pg_sequence_last_value(pg_get_serial_sequence($2, $3)::regclass), 0) as last
    from ${name} t where t.account_id = $1::bigint`,
    [accountId, name, identity],
  );
  if (!row || row.greatest === null || BigInt(row.greatest) <= BigInt(row.last)) return [];
  const problem = `Its id is beyond ${row.last}, the last that Postgres gave: a new row would get an id that is taken.`;
  return [{ account: accountId, table: name, id: row.greatest, problem }];
}

/** An account whose directory has no version, or that nobody can administer. */
export async function accountFaults(engine: Queryable, accountId: string): Promise<Finding[]> {
  const [row] = await engine.query<{ version: string; admins: number; stages: number }>(
    `select a.directory_version as version,
      (select count(*)::integer from users u
        where u.account_id = $1::bigint and u.role = 'admin' and u.deleted_at is null) as admins,
      (select count(*)::integer from project_stages s
        where s.account_id = $1::bigint and s.category = 'open' and s.deleted_at is null) as stages
    from accounts a where a.id = $1::bigint`,
    [accountId],
  );
  if (!row) return [];
  const problems = [
    ...(BigInt(row.version) < 1n ? ['Its directory has no version: processes would keep old lists.'] : []),
    ...(row.admins === 0 ? ['It has no admin.'] : []),
    ...(row.stages === 0 ? ['It has no open stage, which every new project needs.'] : []),
  ];
  return problems.map((problem) => ({ account: accountId, table: 'accounts', id: accountId, problem }));
}
