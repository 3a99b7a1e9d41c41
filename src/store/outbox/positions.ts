import type { Engine, Queryable } from '../../database/engine.ts';
import { isHeld } from '../access/held-accounts.ts';

/** The embedded engine answers no request while it places these. */
const mostPlacedTogether = 200;

/** The accounts that have messages without a position. @param accountIds limits the search to these accounts. */
async function unplacedAccounts(engine: Engine, accountIds?: readonly string[]): Promise<string[]> {
  const among = accountIds ? ' and account_id = any($1::bigint[])' : '';
  const found = await engine.query<{ account_id: string }>(
    `select account_id from webhook_messages where position is null${among} group by account_id`,
    accountIds ? [accountIds] : [],
  );
  return found.map(({ account_id: accountId }) => accountId);
}

/**
 * Gives positions to committed messages that have none, account by account.
 * @param among limits the work to these accounts.
 */
export async function placeMessages(engine: Engine, among?: readonly string[]): Promise<void> {
  for (const accountId of await unplacedAccounts(engine, among)) await placeAll(engine, accountId);
}

/** Gives positions to an account's committed messages that have none. */
export async function placeMessagesOf(engine: Engine, accountId: string): Promise<void> {
  const found = await engine.query(
    'select 1 as found from webhook_messages where account_id = $1::bigint and position is null limit 1',
    [accountId],
  );
  if (found.length > 0) await placeAll(engine, accountId);
}

/**
 * Each transaction locks the account's last position, so positions are committed in order: a reader that sees one
 * position can see all positions before it.
 */
async function placeAll(engine: Engine, accountId: string): Promise<void> {
  let placed = mostPlacedTogether;
  while (placed === mostPlacedTogether) {
    placed = await engine.transaction(
      async (transaction) => (isHeld(engine, accountId) ? 0 : await placeSome(transaction, accountId)),
      { flow: { accountId } },
    );
  }
}

/**
 * Finds the messages again by `ctid`: without statistics, Postgres would compare each id with each unplaced message.
 * No other statement moves a message meanwhile, because the lock on the last position is held.
 * @returns the number of placed messages.
 */
async function placeSome(transaction: Queryable, accountId: string): Promise<number> {
  // A separate statement takes the lock, so that the next one sees the messages that the previous lock holder placed.
  await transaction.query(
    `insert into message_positions (account_id, last) values ($1::bigint, 0)
    on conflict (account_id) do update set last = message_positions.last`,
    [accountId],
  );
  const [placed] = await transaction.query<{ count: number }>(
    `with fresh as materialized (
      select m.tid, row_number() over (order by m.id) as number from (
        select id, ctid as tid from webhook_messages where account_id = $1::bigint and position is null
        order by id limit ${mostPlacedTogether}
      ) m
    ), held as (
      update message_positions set last = last + (select count(*) from fresh)
      where account_id = $1::bigint returning last - (select count(*) from fresh) as before
    ), placed as (
      update webhook_messages m set position = h.before + f.number
      from fresh f, held h where m.account_id = $1::bigint and m.position is null and m.ctid = f.tid
    )
    select count(*)::integer as count from fresh`,
    [accountId],
  );
  return placed?.count ?? 0;
}

/** The last position of an account; 0 before the first. */
export async function lastPositionOf(engine: Engine, accountId: string): Promise<number> {
  const [found] = await engine.query<{ last: string }>(
    'select last from message_positions where account_id = $1::bigint',
    [accountId],
  );
  return Number(found?.last ?? 0);
}

/** The last position of each of these accounts. */
export const lastPositions = (
  engine: Engine,
  accountIds: readonly string[],
): Promise<{ account_id: string; last: string }[]> =>
  engine.query('select account_id, last from message_positions where account_id = any($1::bigint[])', [accountIds]);
