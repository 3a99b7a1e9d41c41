import type { Queryable } from '../../database/engine.ts';

/** Counts the live goals of an account. */
export async function countGoals(engine: Queryable, accountId: string): Promise<number> {
  const [row] = await engine.query<{ count: number }>(
    'select count(*)::integer as count from goals where account_id = $1::bigint and deleted_at is null',
    [accountId],
  );
  return row?.count ?? 0;
}

/** Counts the live goals that would begin no period of a fiscal year that begins in another month. */
export async function countGoalsBeside(engine: Queryable, accountId: string, firstMonth: number): Promise<number> {
  const [row] = await engine.query<{ count: number }>(
    `select count(*)::integer as count from goals
    where account_id = $1::bigint and deleted_at is null
      and mod(extract(month from starts_on)::integer + 12 - $2::integer,
        case period when 'year' then 12 when 'quarter' then 3 else 1 end) <> 0`,
    [accountId, firstMonth],
  );
  return row?.count ?? 0;
}

/** A live goal of a division for whose period and measure another division has one, too. */
export async function findTwinGoal(
  transaction: Queryable,
  accountId: string,
  [divisionId, otherId]: readonly [string, string],
): Promise<{ readonly id: string; readonly twin_id: string } | undefined> {
  const [found] = await transaction.query<{ id: string; twin_id: string }>(
    `select g.id, o.id as twin_id from goals g
    join goals o on o.account_id = $1::bigint and o.division_id = $3::bigint and o.deleted_at is null
      and o.period = g.period and o.starts_on = g.starts_on and o.measure = g.measure
    where g.account_id = $1::bigint and g.division_id = $2::bigint and g.deleted_at is null
    order by g.id limit 1`,
    [accountId, divisionId, otherId],
  );
  return found;
}
