import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { resourceOf } from '../../src/resources/index.ts';
import { fullBody, make } from '../support/data/make.ts';
import { csv, upload } from '../support/data/importing.ts';
import { inBrowser } from './support/in-browser.ts';
import { layoutFaults, leastTarget } from './support/layout-faults.ts';

const long = 'North Campus Laboratory Fit-out and Donaudampfschifffahrtsgesellschaft Headquarters';

/** A screen of 1280 pixels, the same at 200 %, which enlarges the text too, and one of 320 pixels for fingers. */
const looks = {
  'on a desk': { width: 1280, height: 800, by: 'mouse' },
  'on a desk at 200 %': { width: 640, height: 400, by: 'mouse' },
  'at 320 pixels': { width: 320, height: 640, by: 'finger' },
} as const;
type Look = keyof typeof looks;

inBrowser(
  'every screen fits at every width, nothing is cut off, and every target is large enough',
  (web) => {
    const ids: Record<string, string> = {};

    beforeAll(async () => {
      const { first } = web.service;
      const families = ['companies', 'contacts', 'projects', 'leads', 'tasks', 'calls'];
      for (const plural of families) {
        const body = await fullBody(first, resourceOf(plural));
        const name = ['name', 'title'].find((key) => key in body);
        const named = name === undefined ? {} : { [name]: `Full ${long}` };
        ids[plural] = (await make(first, plural, { ...body, ...named })).id;
      }
      const { user } = (await first.get('/users/me')).body;
      await make(first, 'leads', { name: `Open ${long}` });
      await make(first, 'tasks', { title: `Open ${long}`, assigned_to_id: user.id });
      const bid = { bid_due_at: '2026-03-06T20:00:00Z', amount: 123_456_789.01 };
      await make(first, 'projects', { name: `Pursuit ${long}`, ...bid });
      await first.delete(`/projects/${(await make(first, 'projects', { name: `Deleted ${long}` })).id}`);
      const url = `http://127.0.0.1:9/${'a-very-long-path/'.repeat(8)}`;
      ids['webhook'] = (await first.post('/webhooks', { webhook: { url } })).body.webhook.id;
      await first.post(`/webhooks/${ids['webhook']}/test`);
      await make(first, 'custom_fields', { name: long });
      const file = csv(['Project Name', long, 'Client'], [long, long, long]);
      ids['import'] = (await upload(first, 'projects', file)).id;
    });

    interface Opened {
      readonly page: Page;
      readonly devtools: CDPSession;
    }

    async function show({ page, devtools }: Opened, look: Look): Promise<void> {
      const { width, height, by } = looks[look];
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: by === 'finger' });
      await page.setViewportSize({ width, height });
      // The page measures itself after the next paint.
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    }

    const fits = (page: Page, look: Look, of: string) =>
      expect.poll(() => layoutFaults(page, leastTarget[looks[look].by]), { message: `${of} ${look}` }).toEqual([]);

    /** Checks each of the looks, and ends on a desk again. */
    async function fitsEverywhere(opened: Opened, of: string): Promise<void> {
      for (const look of Object.keys(looks) as Look[]) {
        await show(opened, look);
        await fits(opened.page, look, of);
      }
      await show(opened, 'on a desk');
    }

    /** Follows a link within the page, which spares a load. */
    async function go({ page }: Opened, path: string, text: string | RegExp): Promise<void> {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
      await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
    }

    test('screens', { timeout: 120_000 }, async () => {
      await using opened = await web.openSignedIn('/tasks');
      const tab = { page: opened.page, devtools: await opened.page.context().newCDPSession(opened.page) };
      const record = (plural: string) => [`/${plural}/${ids[plural] ?? ''}`, 'created it'] as const;
      const screens = [
        ...[['/pipeline', 'Pursuit North'] as const, ['/pipeline?group=estimator', 'Nobody'] as const],
        ...[['/calendar', 'Pursuit North'] as const, ['/calendar?show=agenda', 'Pursuit North'] as const],
        ...[['/leads', 'Open North'] as const, ['/tasks', 'Open North'] as const, ['/trash', 'Deleted North'] as const],
        ...[['/projects', 'Pursuit North'] as const, ['/companies', 'Full North'] as const],
        ...[['/contacts', /\d contacts?$/] as const, ['/calls', /\d calls?$/] as const],
        ['/projects?amount[gt]=1&name=None', 'No project'] as const,
        ['/search?q=north', 'Pursuit North'] as const,
        ...['projects', 'companies', 'contacts', 'leads', 'tasks', 'calls'].map(record),
        [`/projects?peek=${ids['projects'] ?? ''}`, 'Pursuit North'] as const,
        [`/leads?peek=${ids['leads'] ?? ''}`, 'created it'] as const,
        ...[['/settings', 'Audit log'] as const, ['/settings/me', 'Password'] as const],
        ...[['/settings/firm', 'Currency'] as const, ['/settings/stages', 'Estimating'] as const],
        ...[['/settings/lists', 'Loss reasons'] as const, ['/settings/lists/loss_reasons', 'Price'] as const],
        ...[['/settings/fields', long] as const, ['/settings/users', 'Invite'] as const],
        ...[['/settings/tokens', 'Acts as'] as const, ['/settings/oauth-clients', 'New client'] as const],
        ['/settings/webhooks', 'a-very-long'] as const,
        ...[['/import', 'Imports so far'] as const, [`/import/${ids['import'] ?? ''}`, 'Some values'] as const],
        [`/import/${ids['import'] ?? ''}?step=map`, 'Fill another field'] as const,
        [`/settings/webhooks/${ids['webhook'] ?? ''}`, 'webhook.test'] as const,
        ...[['/settings/audit-log', 'signed in'] as const, ['/set-up', 'Continue'] as const],
      ];
      for (const [path, text] of screens) {
        await go(tab, path, text);
        await fitsEverywhere(tab, path);
      }
      expect(opened.wrong).toEqual([]);
    });

    test('dialogs and editors', { timeout: 120_000 }, async () => {
      await using opened = await web.openSignedIn('/tasks');
      const { page } = opened;
      const tab = { page, devtools: await page.context().newCDPSession(page) };
      const press = (name: string | RegExp) => () => page.getByRole('button', { name, exact: true }).first().click();
      const onCard =
        (...keys: string[]) =>
        async () => {
          await page.locator('[data-card]').first().focus();
          for (const key of keys) await page.keyboard.press(key);
        };
      const places: readonly (readonly [string, string | RegExp, Readonly<Record<string, () => Promise<unknown>>>])[] =
        [
          [
            '/pipeline?amount[gt]=1',
            'Pursuit North',
            {
              'new project': () => page.keyboard.press('c'),
              'new call': () => page.keyboard.press('l'),
              keys: () => page.keyboard.press('?'),
              menu: () => page.keyboard.press('Control+k'),
              stages: onCard('m'),
              estimators: onCard('a'),
              'due date': onCard('d'),
              closing: async () => {
                await onCard('m')();
                await page.getByRole('dialog').waitFor();
                await page.keyboard.type('lo');
                await page.keyboard.press('Enter');
                await page.getByRole('dialog', { name: /^Close / }).waitFor();
              },
              filter: press('Filter'),
              views: press('Views'),
            },
          ],
          [
            '/projects',
            'Pursuit North',
            {
              columns: press('Columns'),
              change: async () => {
                await page.getByRole('gridcell').first().click();
                await press('Change')();
              },
            },
          ],
          [
            '/leads',
            'Open North',
            {
              snooze: async () => {
                await page.getByRole('article').waitFor();
                await page.keyboard.press('h');
              },
            },
          ],
          [
            `/projects/${ids['projects'] ?? ''}`,
            'created it',
            { address: press(/^Edit Address/), sector: press(/^Edit Division/) },
          ],
          ['/settings/users', 'Invite', { invite: press('Invite') }],
          ['/settings/webhooks', 'a-very-long', { 'new webhook': press('New webhook') }],
          ['/settings/tokens', 'Acts as', { 'new token': press('New token') }],
          ['/settings/fields', long, { 'new field': press(/^New /) }],
        ];
      for (const [path, text, dialogs] of places) {
        await go(tab, path, text);
        for (const [name, open] of Object.entries(dialogs)) {
          await open();
          await page.getByRole('dialog').waitFor();
          await fitsEverywhere(tab, `${path}: ${name}`);
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
      }
      await show(tab, 'at 320 pixels');
      for (const name of ['New', 'More']) {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name }).click();
        await page.getByRole('dialog').waitFor();
        await fits(page, 'at 320 pixels', name);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      expect(opened.wrong).toEqual([]);
    });
  },
  null,
  { WEBHOOKS_ALLOW_PRIVATE: '1' },
);
