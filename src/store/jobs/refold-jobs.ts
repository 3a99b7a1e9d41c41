import type { Queryable } from '../../database/engine.ts';

/** The kind of the jobs that write the sort keys and the search words of an account anew, after their rules changed. */
export const refoldKind = 'refold';

/** Whether such a job of the account has not ended. */
export async function isRefolding(engine: Queryable, accountId: string): Promise<boolean> {
  const jobs = await engine.query('select id from jobs where account_id = $1::bigint and kind = $2 limit 1', [
    accountId,
    refoldKind,
  ]);
  return jobs.length > 0;
}
