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

/** Does work within an open transaction, and takes everything back that it wrote unless the result is to be kept. */
export async function keptIf<Result>(
  transaction: Queryable,
  work: () => Promise<Result>,
  isKept: (result: Result) => boolean,
): Promise<Result> {
  await transaction.query('savepoint kept');
  const result = await work();
  if (!isKept(result)) await transaction.query('rollback to savepoint kept');
  await transaction.query('release savepoint kept');
  return result;
}
