import { type Problem, Refusal, refuseFaulty } from '../../refusal.ts';
import type { JudgedBody } from '../../schema/validator.ts';
import { findAccount, knowsTimeZone, type StoredAccount, writeAccount } from '../../store/access/accounts.ts';
import { countGoalsBeside } from '../../store/query/goals.ts';
import type { AccountSettings } from '../../store/rows/directory.ts';
import type { Queryable } from '../../database/engine.ts';
import type { ChangeContext, StoreContext } from '../request-context.ts';
import type { ChangeOutcome, VersionedValue } from '../results.ts';
import { auditedChange, refuseOtherVersion } from '../changing/audited-change.ts';
import type { ChangedFields } from '../changing/changed-fields.ts';
import { moveBids } from '../operations/move-bids.ts';
import { changeNext, numberingProblems } from './project-numbers.ts';

/** The requested change of the account, and the versions that the request accepts. */
export interface AskedAccount extends JudgedBody {
  readonly versions?: readonly number[] | undefined;
}

const settings = ['name', 'time_zone', 'currency', 'project_number_pattern', 'fiscal_year_starts_month'] as const;

/** The settings that answers show on request. */
export const includableSettings = ['fiscal_year_starts_month'] as const;

type IncludedSetting = (typeof includableSettings)[number];

type ShownAccount = AccountSettings & Partial<Pick<StoredAccount, IncludedSetting>>;

function shown(account: StoredAccount, include: readonly string[] = []): VersionedValue<ShownAccount> {
  const { version, ...all } = account;
  const hidden = new Set<string>(includableSettings.filter((name) => !include.includes(name)));
  const value = Object.fromEntries(Object.entries(all).filter(([name]) => !hidden.has(name)));
  return { version, value: value as unknown as ShownAccount };
}

/** The account's settings. @param include names of `includableSettings`. */
export const readAccount = async (
  { store, actor }: StoreContext,
  include: readonly string[],
): Promise<VersionedValue<ShownAccount>> => shown(await findAccount(store.engine, actor.accountId), include);

/** @throws {Refusal} `in_use` if live goals would begin no period of the new fiscal year. */
async function refuseStrandedGoals(transaction: Queryable, accountId: string, changed: ChangedFields): Promise<void> {
  const firstMonth = changed['fiscal_year_starts_month']?.to;
  if (typeof firstMonth !== 'number') return;
  const uses = await countGoalsBeside(transaction, accountId, firstMonth);
  if (uses === 0) return;
  const detail = `${uses === 1 ? '1 goal' : `${uses} goals`} would no longer begin on the first day of a fiscal period. Delete them first.`;
  throw new Refusal('in_use', detail, { members: { uses } });
}

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
      const to = fields[name] as string | number | null | undefined;
      return to !== undefined && to !== before[name] ? [[name, { from: before[name], to }] as const] : [];
    }),
  );
}

/**
 * Changes the account's settings. A new time zone moves the instants of bids that have only a day; days never move. A
 * new pattern of project numbers begins its own count.
 */
export async function updateAccount(
  context: ChangeContext<VersionedValue<AccountSettings>>,
  asked: AskedAccount,
): Promise<ChangeOutcome<VersionedValue<AccountSettings>>> {
  const { accountId } = context.actor;
  const wrongZone = await zoneProblems(context.store.engine, asked);
  return await auditedChange(context, async (transaction) => {
    const before = await findAccount(transaction, accountId, 'for update');
    refuseOtherVersion(asked.versions, before.version, 'account');
    refuseFaulty([...asked.problems, ...wrongZone, ...numberingProblems(before, asked.fields)]);
    const changed = changesOf(before, asked);
    await refuseStrandedGoals(transaction, accountId, changed);
    const wanted = { ...before, ...Object.fromEntries(Object.entries(changed).map(([name, { to }]) => [name, to])) };
    const fields = { ...changed, ...(await changeNext(transaction, context.at, { before, wanted, asked })) };
    if (Object.keys(fields).length === 0) return { value: shown(before), entry: null };
    const { directory_version: directoryVersion, ...after } = await writeAccount(
      transaction,
      accountId,
      wanted,
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
