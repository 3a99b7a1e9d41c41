import type { Engine, Queryable } from '../../database/engine.ts';
import { quoted } from '../rows/columns.ts';
import {
  greatestId,
  greatestInserted,
  numbersOfNode,
  readSpentSequences,
  resetSequence,
  type SpentSequence,
} from '../transfer/sequences.ts';
import { readAccountTables, type StoredTable } from '../transfer/tables.ts';
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

/**
 * The greatest id of each table in an account, if the sequence has yet to reach it, so that Postgres would give it again.
 * Ids that the sequence does not reach do not count, such as those of other nodes.
 */
export async function takenNumbers(engine: Queryable, accountId: string): Promise<DatabaseFault[]> {
  const found: DatabaseFault[] = [];
  for (const table of await readAccountTables(engine)) found.push(...(await numbersBehind(engine, accountId, table)));
  return found;
}

async function numbersBehind(
  engine: Queryable,
  accountId: string,
  { name, identity }: Pick<StoredTable, 'name' | 'identity'>,
): Promise<DatabaseFault[]> {
  if (identity === null) return [];
  const last = await lastNumber(engine, name, identity);
  // A sharded Postgres numbers the rows of each node in a range of its own.
  const low = last - (last % numbersOfNode);
  const high = low + numbersOfNode - 1n;
  const [row] = await engine.query<{ greatest: string | null }>(
    `select max(t.${quoted(identity)}) as greatest from ${name} t
    where t.account_id = $1::bigint and t.${quoted(identity)} > $2::bigint and t.${quoted(identity)} <= $3::bigint`,
    [accountId, String(low), String(high < greatestInserted ? high : greatestInserted)],
  );
  if (!row || row.greatest === null || BigInt(row.greatest) <= last) return [];
  const problem = `Its id is beyond ${last}, the last that Postgres gave: a new row would get an id that is taken.`;
  return [{ account: accountId, table: name, id: row.greatest, problem }];
}

async function lastNumber(engine: Queryable, table: string, identity: string): Promise<bigint> {
  const [row] = await engine.query<{ last: string | null }>(
    'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) as last',
    [table, identity],
  );
  return BigInt(row?.last ?? 0);
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
