import type { Queryable } from '../../database/engine.ts';
import { StatementError } from '../../database/statement-error.ts';

/** An account's own settings. */
export interface StoredAccount {
  readonly id: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly time_zone: string;
  readonly currency: string;
}

const columns = 'id, version, created_at, updated_at, name, time_zone, currency';

/** Reads an account. `for update` keeps out all other changes in the account, because every change locks its row. */
export async function findAccount(
  engine: Queryable,
  accountId: string,
  lock: '' | 'for update' = '',
): Promise<StoredAccount> {
  const [account] = await engine.query<StoredAccount>(`select ${columns} from accounts where id = $1::bigint ${lock}`, [
    accountId,
  ]);
  if (!account) throw new Error(`account ${accountId} is gone`);
  return account;
}

type Settings = Pick<StoredAccount, 'name' | 'time_zone' | 'currency'>;

/** Writes an account's settings. Every process reloads the account's directory before its next request. */
export async function writeAccount(
  transaction: Queryable,
  accountId: string,
  { name, time_zone: timeZone, currency }: Settings,
  now: Date,
): Promise<StoredAccount> {
  const [account] = await transaction.query<StoredAccount>(
    `update accounts set name = $2, time_zone = $3, currency = $4, version = version + 1,
      updated_at = greatest(updated_at, $5::timestamptz), directory_version = directory_version + 1
    where id = $1::bigint returning ${columns}`,
    [accountId, name, timeZone, currency, now.toISOString()],
  );
  if (!account) throw new Error(`account ${accountId} is gone`);
  return account;
}

/** Whether the database knows a time zone: its time zone tables may be older than the machine's. */
export async function knowsTimeZone(engine: Queryable, timeZone: string): Promise<boolean> {
  try {
    await engine.query('select now() at time zone $1::text as local', [timeZone]);
    return true;
  } catch (error) {
    if (error instanceof StatementError && error.code === invalidParameter) return false;
    throw error;
  }
}

const invalidParameter = '22023';
