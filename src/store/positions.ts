import type { Engine, Queryable } from './engine.ts';

const mostPlacedTogether = 1000;

/** The accounts that have messages without a position. */
const unplacedAccounts = `with recursive accounts_of as (
  (select account_id from webhook_messages where position is null order by account_id limit 1)
  union all
  select (
    select m.account_id from webhook_messages m
    where m.position is null and m.account_id > a.account_id order by m.account_id limit 1
  ) from accounts_of a where a.account_id is not null
)
select account_id from accounts_of where account_id is not null`;

/** Those of some accounts. */
const unplacedOf = `select a.account_id from unnest($1::bigint[]) as a(account_id)
where (
  select true from webhook_messages m where m.account_id = a.account_id and m.position is null limit 1
)`;

/**
 * Gives positions to messages that have been committed without one. Whoever places those of an account holds its last
 * position meanwhile, so positions are committed in order: who has seen one has seen, or could see, all before it.
 * @param accountIds of these accounts alone.
 */
export async function placeMessages(engine: Engine, accountIds?: readonly string[]): Promise<void> {
  const accounts = accountIds
    ? await engine.query<{ account_id: string }>(unplacedOf, [accountIds])
    : await engine.query<{ account_id: string }>(unplacedAccounts);
  for (const { account_id: accountId } of accounts) {
    let placed = mostPlacedTogether;
    while (placed === mostPlacedTogether) {
      placed = await engine.transaction((transaction) => placeSome(transaction, accountId));
    }
  }
}

/** @returns how many. */
async function placeSome(transaction: Queryable, accountId: string): Promise<number> {
  // A statement of its own: the next one sees what was placed by whoever this one has waited for.
  await transaction.query(
    `insert into message_positions (account_id, last) values ($1::bigint, 0)
    on conflict (account_id) do update set last = message_positions.last`,
    [accountId],
  );
  const [placed] = await transaction.query<{ count: number }>(
    `with fresh as (
      select m.tid, row_number() over (order by m.id) as number from (
        select id, ctid as tid from webhook_messages where account_id = $1::bigint and position is null
        order by id limit ${mostPlacedTogether}
      ) m
    ), held as (
      update message_positions set last = last + (select count(*) from fresh)
      where account_id = $1::bigint returning last - (select count(*) from fresh) as before
    ), placed as (
      update webhook_messages m set position = h.before + f.number
      from fresh f, held h where m.ctid = f.tid
    )
    select count(*)::integer as count from fresh`,
    [accountId],
  );
  return placed?.count ?? 0;
}

/** The last position of each account, as a process may know it. */
export const lastPositions = (
  engine: Engine,
  accountIds: readonly string[],
): Promise<{ account_id: string; last: string }[]> =>
  engine.query('select account_id, last from message_positions where account_id = any($1::bigint[])', [accountIds]);
