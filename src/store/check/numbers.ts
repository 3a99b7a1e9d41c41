import type { Engine, Queryable } from '../../database/engine.ts';
import { greatestId, readSpentSequences, resetSequence, type SpentSequence } from '../transfer/sequences.ts';
import type { DatabaseFault } from './finding.ts';

/** The tables whose sequences are at their end or soon will be, so that no account can add a row. */
export const spentNumbers = async (engine: Queryable): Promise<DatabaseFault[]> =>
  (await readSpentSequences(engine)).map((spent) => ({ ...spentFinding, table: spent.table, problem: endOf(spent) }));

const spentFinding = { account: null, id: null };

const endOf = ({ last }: SpentSequence): string =>
  `Its sequence is at ${last}, beyond ${greatestId}, the greatest id of an archive. At 9223372036854775807 new rows ` +
  'get no id. "plumbline check --repair" sets it back.';

/** Sets the sequences that `spentNumbers` finds back. @returns what was repaired. */
export async function repairNumbers(engine: Engine): Promise<DatabaseFault[]> {
  const found = await readSpentSequences(engine);
  for (const spent of found) await resetSequence(engine, spent);
  return found.map(({ table, last }) => ({
    ...spentFinding,
    table,
    problem: `Its sequence was at ${last}. Now it follows the ids of the rows.`,
  }));
}

/** An account whose directory has no version, or that nobody can administer. */
export async function accountFaults(engine: Queryable, accountId: string): Promise<DatabaseFault[]> {
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
