import type { Queryable } from '../../database/engine.ts';

// The jobs that an upgrade stores for each account. No request waits for their end, so other jobs come first.

/** The kind of the jobs that write the sort keys and the search words of an account anew, after their rules changed. */
export const refoldKind = 'refold';

/** The kind of the jobs that make the past versions of the records of an account from its log. */
export const pastKind = 'past';

export const upgradeKinds: readonly string[] = [refoldKind, pastKind];

/** Whether a job of the kind has not ended in an account. */
export async function isUpgrading(engine: Queryable, accountId: string, kind: string): Promise<boolean> {
  const jobs = await engine.query('select id from jobs where account_id = $1::bigint and kind = $2 limit 1', [
    accountId,
    kind,
  ]);
  return jobs.length > 0;
}
