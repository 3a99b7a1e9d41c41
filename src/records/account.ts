import type { Problem } from '../refusal.ts';
import type { Judged } from '../schema/validator.ts';
import { findAccount, knowsTimeZone, type StoredAccount, writeAccount } from '../store/accounts.ts';
import type { Queryable } from '../store/engine.ts';
import type { Store } from '../store/store.ts';
import type { Answer, Call } from './call.ts';
import { changeOnce } from './change-once.ts';
import type { ChangedFields } from './changed-fields.ts';
import { refuseOtherVersion } from './credential.ts';
import { refuseFaulty } from './judge.ts';
import { moveBids } from './move-bids.ts';

/** What a body asks of the account, and of which version of it. */
export interface AskedAccount extends Judged {
  readonly ifMatch?: string | undefined;
}

const settings = ['name', 'time_zone', 'currency'] as const;

function answerOf({ version, ...shown }: StoredAccount): Answer {
  const { id, created_at, updated_at, name, time_zone, currency } = shown;
  const account = { id, created_at, updated_at, name, time_zone, currency };
  return { status: 200, body: JSON.stringify({ account }), headers: { ETag: `"${version}"` } };
}

/** The firm's own settings. */
export const readAccount = async ({ engine }: Store, { actor }: Call): Promise<Answer> =>
  answerOf(await findAccount(engine, actor.accountId));

async function zoneProblems(engine: Queryable, { fields }: AskedAccount): Promise<Problem[]> {
  const zone = fields['time_zone'];
  if (typeof zone !== 'string' || (await knowsTimeZone(engine, zone))) return [];
  return [{ pointer: '/account/time_zone', code: 'not_allowed', message: 'is a time zone unknown to the database' }];
}

function changesOf(before: StoredAccount, { fields }: AskedAccount): ChangedFields {
  return Object.fromEntries(
    settings.flatMap((name) => {
      const to = fields[name];
      return typeof to === 'string' && to !== before[name] ? [[name, { from: before[name], to }] as const] : [];
    }),
  );
}

/** Changes the firm's settings. A changed time zone moves the instants of bids that have a day alone, never days. */
export async function updateAccount(store: Store, call: Call, asked: AskedAccount): Promise<Answer> {
  const { accountId } = call.actor;
  const wrongZone = await zoneProblems(store.engine, asked);
  return await changeOnce(store, call, async (transaction) => {
    const before = await findAccount(transaction, accountId, 'for update');
    refuseOtherVersion(asked.ifMatch, before.version, 'account');
    refuseFaulty([...asked.problems, ...wrongZone]);
    const fields = changesOf(before, asked);
    if (Object.keys(fields).length === 0) return { answer: answerOf(before), deed: null };
    const values = Object.fromEntries(Object.entries(fields).map(([name, { to }]) => [name, to]));
    const after = await writeAccount(transaction, accountId, { ...before, ...values }, call.at);
    if (after.time_zone !== before.time_zone) await moveBids(transaction, call, after.time_zone);
    return {
      answer: answerOf(after),
      deed: { resource: 'account', id: accountId, version: after.version, action: 'update', fields },
    };
  });
}
