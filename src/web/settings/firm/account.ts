import type { Schemas } from '../../../client/operations.ts';
import { queryOptions } from '@tanstack/react-query';
import { Refused } from '../../../client/problem.ts';
import { text } from '../../../resources/fields.ts';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { sessionQuery } from '../../data/session.ts';
import type { FieldView } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/field-views.ts';
import { labelOf } from '../../../resources/labels.ts';
import type { PageField } from '../../fields/page-field.ts';
import type { Option } from '../../parts/picker/picker.tsx';

/** The settings of the firm. */
export type Account = Pick<Schemas['Account'], 'name' | 'time_zone' | 'currency' | 'project_number_pattern'>;

/** With the setting that the service shows on request. */
type FullAccount = Account & Required<Pick<Schemas['AccountRead'], FiscalYear>>;

type FiscalYear = 'fiscal_year_starts_month';

/** The settings of the firm that change. */
export type AccountChange = Partial<FullAccount> & Pick<Schemas['AccountUpdate'], 'project_number_next'>;

export interface VersionedAccount {
  readonly account: FullAccount;
  readonly version: number;
}

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }): Promise<VersionedAccount> => {
    const query = { include: 'fiscal_year_starts_month' };
    const { body, version } = await api.send('GET /account', { query, signal });
    return { account: { fiscal_year_starts_month: 1, ...body.account }, version: version ?? 0 };
  },
});

/**
 * Changes the settings of the firm. If somebody has changed only others meanwhile, sends it again with the new version.
 * After a refusal, the page has the settings as they are now.
 * @throws {Refused} @throws {Unreachable}
 */
export async function changeAccount(fields: AccountChange): Promise<void> {
  const seen = await queryClient.query({ ...accountQuery, staleTime: 'static' });
  try {
    await sendAccount(fields, seen);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const now = await queryClient.query({ ...accountQuery, staleTime: 0 });
    if (error.status !== 412 || clash(fields, seen.account, now.account)) throw error;
    await sendAccount(fields, now);
  }
  // The session names the firm too.
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

async function sendAccount(account: AccountChange, before: VersionedAccount): Promise<void> {
  const { body, version } = await api.send('PATCH /account', { body: { account }, version: before.version });
  const { fiscal_year_starts_month: month = before.account.fiscal_year_starts_month } = account;
  queryClient.setQueryData(accountQuery.queryKey, {
    // The answer to a change does not show it.
    account: { fiscal_year_starts_month: month, ...body.account },
    version: version ?? before.version,
  });
}

/** Whether somebody else has changed one of the fields. */
const clash = (fields: AccountChange, seen: FullAccount, now: FullAccount): boolean =>
  ([...facts, 'project_number_pattern', 'fiscal_year_starts_month'] as const).some(
    (name) => name in fields && seen[name] !== now[name],
  );

/** `3:14 PM`: the time in a zone; null if the browser does not know the zone. */
export function timeNow(timeZone: string, now: Date): string | null {
  try {
    return new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone }).format(now);
  } catch {
    return null;
  }
}

/** The zones in which most firms are. */
const commonZones = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
  ...['America/Anchorage', 'Pacific/Honolulu', 'America/Toronto', 'America/Vancouver'],
];

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zones that the browser knows: the firm's own, the browser's and common ones first. */
export const zoneOptions = (current: string): readonly Option[] =>
  optionsOf([browserZone(), ...commonZones, ...Intl.supportedValuesOf('timeZone'), 'UTC'], current, (zone) =>
    zone.replaceAll('_', ' '),
  );

const currencyNames = new Intl.DisplayNames(undefined, { type: 'currency' });

/** `USD, US Dollar`. */
const currencyName = (code: string): string => `${code}, ${currencyNames.of(code) ?? code}`;

export const currencyOptions = (current: string): readonly Option[] =>
  optionsOf(Intl.supportedValuesOf('currency'), current, currencyName);

const optionsOf = (keys: readonly string[], current: string, nameOf: (key: string) => string): readonly Option[] =>
  [...new Set([current, ...keys])].map((key) => ({ key, name: nameOf(key), isCurrent: key === current }));

const picked = (show: (key: string) => string, options: (current: string) => readonly Option[]): FieldView => ({
  show: (value) => show(String(value)),
  edit: { by: 'pick', options: (value) => options(String(value)), send: (key) => key },
});

const field = text({ required: true });

const facts = ['name', 'time_zone', 'currency'] as const;

type AccountFact = (typeof facts)[number];

const views: Readonly<Record<AccountFact, FieldView>> = {
  name: viewOf(field),
  time_zone: picked((zone) => zone.replaceAll('_', ' '), zoneOptions),
  currency: picked(currencyName, currencyOptions),
};

/** The settings as fields, which are edited in place. */
export const accountFields: readonly (PageField & { readonly name: AccountFact })[] = facts.map((name) => ({
  name,
  path: name,
  label: labelOf(name),
  field,
  view: views[name],
}));

const monthNames = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' });

const monthName = (month: number): string => monthNames.format(Date.UTC(2000, month - 1));

/** The first month of the fiscal year, as a field. */
export const fiscalYearField: PageField = {
  name: 'fiscal_year_starts_month',
  path: 'fiscal_year_starts_month',
  label: labelOf('fiscal_year_starts_month'),
  field,
  view: {
    show: (value) => monthName(Number(value)),
    edit: {
      by: 'pick',
      options: (value) =>
        Array.from({ length: 12 }, (_, index) => ({
          key: String(index + 1),
          name: monthName(index + 1),
          isCurrent: value === index + 1,
        })),
      send: Number,
    },
  },
};
