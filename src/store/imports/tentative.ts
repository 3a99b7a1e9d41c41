import type { Queryable } from '../../database/engine.ts';

/** Does work within an open transaction and takes everything back that it wrote. Ids that it took stay taken. */
export async function tentatively<Result>(transaction: Queryable, work: () => Promise<Result>): Promise<Result> {
  await transaction.query('savepoint tentative');
  try {
    return await work();
  } finally {
    await transaction.query('rollback to savepoint tentative');
  }
}
