import { type Problem, refuseFaulty } from '../../refusal.ts';
import type { JudgedBody } from '../../schema/validator.ts';
import { findAccount, knowsTimeZone, type StoredAccount, writeAccount } from '../../store/access/accounts.ts';
import type { AccountSettings } from '../../store/rows/directory.ts';
import type { Queryable } from '../../database/engine.ts';
import type { ChangeContext, StoreContext } from '../request-context.ts';
import type { ChangeOutcome, VersionedValue } from '../results.ts';
import { auditedChange, refuseOtherVersion } from '../changing/audited-change.ts';
import type { ChangedFields } from '../changing/changed-fields.ts';
import { moveBids } from '../operations/move-bids.ts';

/** The requested change of the account, and the versions that the request accepts. */
export interface AskedAccount extends JudgedBody {
  readonly versions?: readonly number[] | undefined;
}

const settings = ['name', 'time_zone', 'currency'] as const;

const shown = ({ version, ...value }: StoredAccount): VersionedValue<AccountSettings> => ({ version, value });

/** The account's settings. */
export const readAccount = async ({ store, actor }: StoreContext): Promise<VersionedValue<AccountSettings>> =>
  shown(await findAccount(store.engine, actor.accountId));

async function zoneProblems(engine: Queryable, { fields }: AskedAccount): Promise<Problem[]> {
  const zone = fields['time_zone'];
  if (typeof zone !== 'string' || (await knowsTimeZone(engine, zone))) return [];
  return [
    { pointer: '/account/time_zone', code: 'not_allowed', message: 'is a time zone that the database does not know' },
  ];
}

function changesOf(before: StoredAccount, { fields }: AskedAccount): ChangedFields {
  return Object.fromEntries(
    settings.flatMap((name) => {
      const to = fields[name];
      return typeof to === 'string' && to !== before[name] ? [[name, { from: before[name], to }] as const] : [];
    }),
  );
}

/** Changes the account's settings. A new time zone moves the instants of bids that have only a day; days never move. */
export async function updateAccount(
  context: ChangeContext<VersionedValue<AccountSettings>>,
  asked: AskedAccount,
): Promise<ChangeOutcome<VersionedValue<AccountSettings>>> {
  const { accountId } = context.actor;
  const wrongZone = await zoneProblems(context.store.engine, asked);
  return await auditedChange(context, async (transaction) => {
    const before = await findAccount(transaction, accountId, 'for update');
    refuseOtherVersion(asked.versions, before.version, 'account');
    refuseFaulty([...asked.problems, ...wrongZone]);
    const fields = changesOf(before, asked);
    if (Object.keys(fields).length === 0) return { value: shown(before), entry: null };
    const values = Object.fromEntries(Object.entries(fields).map(([name, { to }]) => [name, to]));
    const { directory_version: directoryVersion, ...after } = await writeAccount(
      transaction,
      accountId,
      { ...before, ...values },
      context.at,
    );
    context.onDirectoryChange?.(directoryVersion);
    if (after.time_zone !== before.time_zone) await moveBids(transaction, context, after.time_zone);
    return {
      value: shown(after),
      entry: { resource: 'account', id: accountId, version: after.version, action: 'update', fields },
    };
  });
}
