import type { Engine, Queryable } from '../../database/engine.ts';

/**
 * Reads the database as it is at one instant, whatever is written meanwhile. No statement is cut off, and Postgres plans
 * them for whole tables, unlike those of requests.
 */
export const atOneInstant = <Result>(
  engine: Engine,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> =>
  engine.transaction(
    async (transaction) => {
      await transaction.query(
        `select set_config('statement_timeout', '0', true), set_config('enable_seqscan', 'on', true),
          set_config('plan_cache_mode', 'force_custom_plan', true)`,
      );
      return await work(transaction);
    },
    { isSnapshot: true },
  );
