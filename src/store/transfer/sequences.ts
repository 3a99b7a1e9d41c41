import type { Engine, Queryable } from '../../database/engine.ts';
import { isSharded } from '../../database/sharding/sharded-server.ts';
import { quoted } from '../rows/columns.ts';
import type { StoredTable } from './tables.ts';

/*
 * All accounts share the sequence of a table, so an archive of one account must not use it up. A restore moves a
 * sequence to the greatest id of the account, but at most `step` beyond the larger of its present number and
 * `greatestInserted`. So the ids that every account gets afterwards stay below `greatestId` for 2^20 restores, and can be
 * archived.
 */

/** The greatest id that a row of an archive may have: the greatest integer that every JSON parser reads exactly. */
export const greatestId = 2n ** 53n - 1n;
/** The greatest id that a sequence reaches by inserts alone: no database inserts so many rows. */
export const greatestInserted = 2n ** 52n;
const step = 2n ** 32n;
/** How many numbers each node of a sharded server has. Those of the coordinator begin at 0. */
export const numbersOfNode = 2n ** 48n;

/** Makes Postgres give new rows of tables greater numbers than an account's rows have, as far as these limits allow. */
export async function advanceNumbers(
  transaction: Queryable,
  accountId: string,
  tables: readonly Pick<StoredTable, 'name' | 'identity'>[],
): Promise<void> {
  // The other nodes of a sharded server number their rows in the ranges beyond that of the coordinator.
  const end = (await isSharded(transaction)) ? numbersOfNode : greatestId + 1n;
  for (const { name, identity } of tables) {
    if (identity !== null) await advanceSequence(transaction, accountId, { name, identity, end });
  }
}

interface NumberedTable {
  readonly name: string;
  readonly identity: string;
  /** The least id that does not count. */
  readonly end: bigint;
}

async function advanceSequence(
  transaction: Queryable,
  accountId: string,
  { name, identity, end }: NumberedTable,
): Promise<void> {
  const [row] = await transaction.query<{ greatest: string | null }>(
    `select max(t.${quoted(identity)}) as greatest from ${name} t
    where t.account_id = $1::bigint and t.${quoted(identity)} < $2::bigint`,
    [accountId, String(end)],
  );
  if (!row || row.greatest === null) return;
  await transaction.query(
    `select setval(s.name, least($3::bigint, greatest(s.last, $4::bigint) + $5::bigint))
    from (
      select n.name, coalesce(pg_sequence_last_value(n.name), 0) as last
      from (select pg_get_serial_sequence($1, $2)::regclass as name) n
    ) s where s.last < $3::bigint`,
    [name, identity, row.greatest, String(greatestInserted), String(step)],
  );
}

/** A table whose sequence is beyond the greatest id of an archive, and so near its end. */
export interface SpentSequence {
  readonly table: string;
  readonly identity: string;
  /** The last number that Postgres gave. */
  readonly last: string;
}

/** The tables whose sequences have left the ids that an archive may have. */
export const readSpentSequences = (engine: Queryable): Promise<SpentSequence[]> =>
  engine.query<SpentSequence>(
    `select c.relname as table, a.attname as identity,
      pg_sequence_last_value(pg_get_serial_sequence(c.relname, a.attname)::regclass) as last
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
      and pg_sequence_last_value(pg_get_serial_sequence(c.relname, a.attname)::regclass) > $1::bigint
    order by c.relname collate "C"`,
    [String(greatestId)],
  );

/**
 * Sets such a sequence back to the greatest id of its table up to `greatestInserted`, or of the range of the coordinator
 * on a sharded server. No row gets another id.
 */
export const resetSequence = (engine: Engine, { table, identity }: SpentSequence): Promise<void> =>
  engine.transaction(
    async (transaction) => {
      await transaction.script(`lock table ${quoted(table)} in share row exclusive mode`);
      const most = (await isSharded(transaction)) ? numbersOfNode - 1n : greatestInserted;
      const [row] = await transaction.query<{ greatest: string | null }>(
        `select max(t.${quoted(identity)}) as greatest from ${quoted(table)} t where t.${quoted(identity)} <= $1::bigint`,
        [String(most)],
      );
      await transaction.query(
        `select setval(pg_get_serial_sequence($1, $2)::regclass, coalesce($3::bigint, 1), $3::bigint is not null)`,
        [table, identity, row?.greatest ?? null],
      );
    },
    { isLong: true },
  );

/** The last number that each sequence of the schema has given out; null if it has given out none. */
export async function readSequences(transaction: Queryable): Promise<Record<string, string | null>> {
  const rows = await transaction.query<{ name: string; last: string | null }>(
    `select relname as name, pg_sequence_last_value(oid) as last from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace
    order by relname collate "C"`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Makes the sequences go on after the numbers that `readSequences` has read. */
export async function writeSequences(
  transaction: Queryable,
  last: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [name, value] of Object.entries(last)) {
    if (value === null) continue;
    await transaction.query('select setval(format($1, $2::text)::regclass, $3::bigint)', ['%I', name, value]);
  }
}
