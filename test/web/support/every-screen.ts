import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { resourceOf } from '../../../src/resources/index.ts';
import { csv, upload } from '../../support/data/importing.ts';
import { fullBody, make } from '../../support/data/make.ts';
import { makePerson } from '../../support/service/browsing.ts';
import type { Client } from '../../support/service/client.ts';
import { makeToken } from '../../support/service/tokens.ts';

export const long = 'North Campus Laboratory Fit-out and Donaudampfschifffahrtsgesellschaft Headquarters';

/** As long as a name can be, without a blank in most of it. */
const endless = `North ${'W'.repeat(240)}`;

/** The ids of records that screens show, by plural; `webhook` and `import` too. */
export type ScreenIds = Readonly<Record<string, string>>;

/** Fills a firm so that every screen has something long to show. */
export async function makeFirm(client: Client): Promise<ScreenIds> {
  const ids: Record<string, string> = {};
  for (const plural of ['companies', 'contacts', 'projects', 'leads', 'tasks', 'calls', 'notes']) {
    const body = await fullBody(client, resourceOf(plural));
    const name = ['name', 'title'].find((key) => key in body);
    const named = name === undefined ? {} : { [name]: `Full ${endless}`.slice(0, 245) + plural };
    ids[plural] = (await make(client, plural, { ...body, ...named })).id;
  }
  const { user } = (await client.get('/users/me')).body;
  await make(client, 'leads', { name: `Open ${long}` });
  await make(client, 'tasks', { title: `Open ${endless}`, assigned_to_id: user.id, project_id: ids['projects'] });
  await make(client, 'calls', { notes: endless, project_id: ids['projects'] });
  const bid = { bid_due_at: '2026-03-06T20:00:00Z', amount: 9_999_999_999_999.99, company_id: ids['companies'] };
  await make(client, 'projects', { name: `Pursuit ${endless}`, ...bid });
  await client.delete(`/projects/${(await make(client, 'projects', { name: `Deleted ${long}` })).id}`);
  const url = `http://127.0.0.1:9/${'a-very-long-path/'.repeat(100)}`;
  ids['webhook'] = (await client.post('/webhooks', { webhook: { url } })).body.webhook.id;
  await client.post(`/webhooks/${ids['webhook']}/test`);
  await make(client, 'custom_fields', { name: long });
  await makeToken(client, { name: 'A program with a rather long name '.repeat(4).trim() });
  await makePerson(client, { first_name: long.slice(0, 60), last_name: 'W'.repeat(60), role: 'viewer' });
  const file = csv(['Project Name', long, 'Client'], [long, long, long]);
  ids['import'] = (await upload(client, 'projects', file)).id;
  return ids;
}

/** The address of every screen behind the sign-in, each with a text that shows that it is loaded. */
export function everyScreen(ids: ScreenIds): readonly (readonly [path: string, text: string | RegExp])[] {
  const of = (plural: string): string => ids[plural] ?? '';
  const record = (plural: string) => [`/${plural}/${of(plural)}`, 'created it'] as const;
  return [
    ...[['/monday', 'Pursuit North'] as const, ['/today', 'Pursuit North'] as const],
    ...[['/pipeline', 'Pursuit North'] as const, ['/pipeline?group=estimator', 'Nobody'] as const],
    ...[['/calendar', 'Pursuit North'] as const, ['/calendar?show=agenda', 'Pursuit North'] as const],
    ['/calendar?month=2031-01', 'Nothing is due in'] as const,
    ...[['/leads', 'Open North'] as const, ['/tasks', 'Open North'] as const, ['/trash', 'Deleted North'] as const],
    ...[['/projects', 'Pursuit North'] as const, ['/companies', 'Full North'] as const],
    ...[['/contacts', /\d contacts?$/] as const, ['/calls', /\d calls?$/] as const],
    ['/notes', /\d notes?$/] as const,
    ['/projects?amount[gt]=1&name=None', 'No project'] as const,
    ['/reports', 'No goal covers'] as const,
    ['/reports/pipeline?group_by=company_id', 'No goal covers'] as const,
    ...[['/reports/win_loss?every=month', 'Hit rates'] as const, ['/reports/bids_due', 'Load by week'] as const],
    ...[['/reports/attention', 'Pursuit North'] as const, ['/reports/backlog', 'Work to be earned'] as const],
    ['/reports/backlog/projects', 'Full North'] as const,
    ['/reports/pipeline_change?from=today-7&group_by=company_id', 'The ten largest'] as const,
    ['/reports/pipeline_change/projects?from=today-7&line=added', 'Pursuit North'] as const,
    ['/search?q=north', 'Pursuit North'] as const,
    ...['projects', 'companies', 'contacts', 'leads', 'tasks', 'calls', 'notes'].map(record),
    [`/projects?peek=${of('projects')}`, 'Pursuit North'] as const,
    [`/leads?peek=${of('leads')}`, 'created it'] as const,
    ...[['/settings', 'Audit log'] as const, ['/settings/me', 'Password'] as const],
    ...[['/settings/firm', 'Currency'] as const, ['/settings/stages', 'Estimating'] as const],
    ['/settings/goals', 'People'] as const,
    ...[['/settings/lists', 'Loss reasons'] as const, ['/settings/lists/loss_reasons', 'Price'] as const],
    ...[['/settings/fields', long] as const, ['/settings/users', 'Invite'] as const],
    ...[['/settings/tokens', 'Acts as'] as const, ['/settings/oauth-clients', 'New client'] as const],
    ['/settings/webhooks', 'a-very-long'] as const,
    [`/settings/webhooks/${of('webhook')}`, 'webhook.test'] as const,
    ...[['/import', 'Imports so far'] as const, [`/import/${of('import')}`, 'Some values'] as const],
    [`/import/${of('import')}?step=map`, 'Fill another field'] as const,
    [`/import/${of('import')}?step=check`, 'The dry run applies all rows'] as const,
    ...[['/settings/data', 'Take everything'] as const, ['/settings/backups', 'There is no backup'] as const],
    ...[['/settings/audit-log', 'signed in'] as const, ['/set-up', 'Continue'] as const],
  ];
}

/** Follows a link within the page, which spares a load. */
export async function goTo(page: Page, path: string, text: string | RegExp): Promise<void> {
  const [before, title] = [new URL(page.url()).pathname, await page.title()];
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  // The screen before may show the same text.
  if (path.split('?')[0] !== before) await expect.poll(() => page.title()).not.toBe(title);
  await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
}
