import { fold } from '../../resources/vocabulary/formats.ts';
import type { Queryable } from '../../database/engine.ts';
import type { AccountSettings } from '../rows/directory.ts';
import { StatementError } from '../../database/engine-errors.ts';

/** An account's own settings. */
export interface StoredAccount extends AccountSettings {
  readonly version: number;
  /** 1 to 12. */
  readonly fiscal_year_starts_month: number;
}

const columns =
  'id, version, created_at, updated_at, name, time_zone, currency, project_number_pattern, fiscal_year_starts_month';

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

/** Writes an account's settings. Every process reloads the account's directory before its next request. */
export async function writeAccount(
  transaction: Queryable,
  accountId: string,
  account: StoredAccount,
  now: Date,
): Promise<StoredAccount & { readonly directory_version: string }> {
  const { name, time_zone: timeZone, currency, project_number_pattern: pattern } = account;
  const [written] = await transaction.query<StoredAccount & { directory_version: string }>(
    `update accounts set name = $2, time_zone = $3, currency = $4, project_number_pattern = $5,
      fiscal_year_starts_month = $6::integer, version = version + 1,
      updated_at = greatest(updated_at, $7::timestamptz), directory_version = directory_version + 1
    where id = $1::bigint returning ${columns}, directory_version`,
    [accountId, name, timeZone, currency, pattern, account.fiscal_year_starts_month, now.toISOString()],
  );
  if (!written) throw new Error(`account ${accountId} is gone`);
  return written;
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

/** A new account with its first admin. */
interface InsertedAccount {
  readonly name: string;
  readonly timeZone: string;
  readonly currency?: string | undefined;
  readonly adminEmail: string;
  readonly passwordHash: string;
}

/** Stores an account, its first admin and the hash of the admin's password. */
export async function insertAccount(
  transaction: Queryable,
  { name, timeZone, currency = 'USD', adminEmail, passwordHash }: InsertedAccount,
  now: Date,
): Promise<{ accountId: string; userId: string }> {
  const at = now.toISOString();
  const [{ id: accountId } = { id: '' }] = await transaction.query<{ id: string }>(
    `select nextval('accounts_id_seq') as id`,
  );
  await transaction.query(
    `insert into accounts (id, name, time_zone, currency, created_at, updated_at)
    values ($1::bigint, $2, $3, $4, $5::timestamptz, $5::timestamptz)`,
    [accountId, name, timeZone, currency, at],
  );
  const [{ id: userId } = { id: '' }] = await transaction.query<{ id: string }>(
    `insert into users (account_id, created_at, updated_at, name, name_folded, first_name, email, role)
    values ($1::bigint, $2::timestamptz, $2::timestamptz, $3, $4, $3, $5, 'admin') returning id`,
    [accountId, at, 'Admin', fold('Admin'), adminEmail],
  );
  await transaction.query(
    'insert into passwords (account_id, user_id, hash, updated_at) values ($1::bigint, $2::bigint, $3, $4::timestamptz)',
    [accountId, userId, passwordHash, at],
  );
  return { accountId, userId };
}

/** An account in a list. */
export type ListedAccount = Pick<StoredAccount, 'id' | 'name' | 'time_zone' | 'currency' | 'created_at'>;

/** Every account, the oldest first. */
export const listAccounts = (engine: Queryable): Promise<ListedAccount[]> =>
  engine.query<ListedAccount>('select id, name, time_zone, currency, created_at from accounts order by id');

/** Whether there is an account. */
export async function hasAccount(engine: Queryable): Promise<boolean> {
  return (await engine.query('select 1 as found from accounts limit 1')).length > 0;
}

/** Locks the table against other new accounts. */
export const lockAccounts = (transaction: Queryable): Promise<unknown> =>
  transaction.query('lock table accounts in share row exclusive mode');
