import type { Values } from '../domain/rule.ts';
import { scopes } from '../resources/choices.ts';
import { fold } from '../resources/fold.ts';
import { resourceOf } from '../resources/index.ts';
import { startingLists, startingLossReasons, startingStages } from '../resources/reference-data.ts';
import { readDirectory } from '../store/directories.ts';
import type { Directory } from '../store/directory.ts';
import type { Engine, Queryable } from '../store/engine.ts';
import { createToken } from '../store/tokens.ts';
import type { Call } from './call.ts';
import { changeWithin } from './change.ts';
import { hashPassword } from './passwords.ts';

export interface NewAccount {
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 4217 code. */
  readonly currency?: string | undefined;
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** Made unless given. */
  readonly token?: string | undefined;
}

async function insertAccount(transaction: Queryable, account: NewAccount, passwordHash: string, at: string) {
  const [{ id: accountId } = { id: '' }] = await transaction.query<{ id: string }>(
    `insert into accounts (name, time_zone, currency, created_at, updated_at)
    values ($1, $2, $3, $4::timestamptz, $4::timestamptz) returning id`,
    [account.name, account.timeZone, account.currency ?? 'USD', at],
  );
  const [{ id: userId } = { id: '' }] = await transaction.query<{ id: string }>(
    `insert into users (account_id, created_at, updated_at, name, name_folded, first_name, email, role)
    values ($1::bigint, $2::timestamptz, $2::timestamptz, $3, $4, $3, $5, 'admin') returning id`,
    [accountId, at, 'Admin', fold('Admin'), account.adminEmail],
  );
  await transaction.query(
    'insert into passwords (account_id, user_id, hash, updated_at) values ($1::bigint, $2::bigint, $3, $4::timestamptz)',
    [accountId, userId, passwordHash, at],
  );
  return { accountId, userId };
}

function startingEntries(): [plural: string, entries: readonly Values[]][] {
  return [
    ...Object.entries(startingLists).map(([plural, names]): [string, Values[]] => [
      plural,
      names.map((name) => ({ name })),
    ]),
    ['loss_reasons', startingLossReasons.map(([name, group]) => ({ name, group }))],
    ['project_stages', startingStages.map((stage, index) => ({ ...stage, position: index + 1 }))],
  ];
}

/** The call of whoever works at the command line: an admin of the account, with every scope. */
export function adminCall(directory: Directory, at: Date, userId?: string): Call {
  const users = [...directory.entries('users').values()];
  const admin = users.find((user) => user.deleted_at === null && user['role'] === 'admin');
  const actor = {
    accountId: directory.accountId,
    userId: userId ?? admin?.id ?? '',
    role: 'admin',
    viaUserId: null,
    tokenId: '0',
    scopes,
  } as const;
  return { actor, directory, at, source: 'cli', requestId: 'cli' };
}

async function fillLists(transaction: Queryable, accountId: string, now: Date): Promise<void> {
  for (const [plural, entries] of startingEntries()) {
    const call = adminCall(await readDirectory(transaction, accountId), now);
    await changeWithin(transaction, call, {
      resource: resourceOf(plural),
      action: 'create',
      items: entries.map((given) => ({ pointer: '', id: null, given, problems: [] })),
      answer: () => ({ status: 201 }),
    });
  }
}

/** A firm as it was made. */
export interface MadeAccount {
  readonly accountId: string;
  readonly userId: string;
  readonly tokenId: string;
  /** Shown this once; only its hash is kept. */
  readonly token: string;
}

/** Makes a firm with its first admin, a token of every scope and the lists it starts with: all or nothing. */
export async function createAccount(transaction: Queryable, account: NewAccount, now: Date): Promise<MadeAccount> {
  const passwordHash = await hashPassword(account.adminPassword);
  const made = await insertAccount(transaction, account, passwordHash, now.toISOString());
  const token = { ...made, name: 'First token', scopes, ...(account.token ? { text: account.token } : {}) };
  const { id: tokenId, text } = await createToken(transaction, token, now);
  await fillLists(transaction, made.accountId, now);
  return { ...made, tokenId, token: text };
}

/** Makes the first firm, unless there is one; of several processes that start at once, one does. */
export async function createFirstAccount(engine: Engine, account: NewAccount, now: Date): Promise<MadeAccount | null> {
  if (await hasAccount(engine)) return null;
  return await engine.transaction(async (transaction) => {
    await transaction.query('lock table accounts in share row exclusive mode');
    return (await hasAccount(transaction)) ? null : await createAccount(transaction, account, now);
  });
}

async function hasAccount(engine: Queryable): Promise<boolean> {
  return (await engine.query('select 1 as found from accounts limit 1')).length > 0;
}
