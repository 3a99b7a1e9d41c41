import type { Queryable } from '../../database/engine.ts';
import { type GivenNumbers, readGivenNumbers } from '../../database/sharding/node-numbers.ts';
import { isSharded } from '../../database/sharding/sharded-server.ts';
import { quoted } from '../rows/columns.ts';
import { greatestId, greatestInserted, numbersOfNode } from '../transfer/sequences.ts';
import { readAccountTables, type StoredTable } from '../transfer/tables.ts';
import type { DatabaseFault } from './finding.ts';

/**
 * The greatest id of each table in an account, if a sequence has yet to reach it, so that its server would give it again.
 * Each node of a sharded Postgres numbers the rows in a range of its own. A sequence never reaches the ids of another
 * range, so these do not count.
 */
export async function takenNumbers(engine: Queryable, accountId: string): Promise<DatabaseFault[]> {
  const lows = await readLows(engine);
  const ids: GreatestId[] = [];
  for (const table of await readAccountTables(engine)) {
    ids.push(...(await readGreatestIds(engine, accountId, table, lows)));
  }
  // Read after the ids, the sequences have reached those of changes that are under way.
  const servers = await readGivenNumbers(engine);
  return ids.flatMap((greatest) => servers.flatMap((server) => faultOf(accountId, greatest, server)));
}

/** The greatest id that an account has in a table, of one range. */
interface GreatestId {
  readonly table: string;
  readonly id: string;
}

/** The number before the first of each range that sequences may reach: on one server, those that inserts alone reach. */
async function readLows(engine: Queryable): Promise<string[]> {
  const end = (await isSharded(engine)) ? greatestId + 1n : greatestInserted;
  return Array.from({ length: Number(end / numbersOfNode) }, (_, range) => String(BigInt(range) * numbersOfNode));
}

async function readGreatestIds(
  engine: Queryable,
  accountId: string,
  { name, identity }: Pick<StoredTable, 'name' | 'identity'>,
  lows: readonly string[],
): Promise<GreatestId[]> {
  if (identity === null) return [];
  const id = `t.${quoted(identity)}`;
  const rows = await engine.query<{ greatest: string | null }>(
    `select (
      select max(${id}) from ${name} t
      where t.account_id = $1::bigint and ${id} > r.low and ${id} < r.low + ${numbersOfNode}
    ) as greatest from unnest($2::bigint[]) as r (low)`,
    [accountId, lows],
  );
  return rows.flatMap(({ greatest }) => (greatest === null ? [] : [{ table: name, id: greatest }]));
}

function faultOf(account: string, { table, id }: GreatestId, { by, last }: GivenNumbers): DatabaseFault[] {
  if (last[table] === undefined) return [];
  const [reached, greatest] = [BigInt(last[table]), BigInt(id)];
  if (greatest <= reached || greatest / numbersOfNode !== reached / numbersOfNode) return [];
  const problem = `Its id is beyond ${reached}, the last that ${by} gave: a new row would get an id that is taken.`;
  return [{ account, table, id, problem }];
}
