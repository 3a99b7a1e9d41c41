import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { everyScreen, goTo, long, makeFirm, type ScreenIds } from './support/every-screen.ts';
import { inBrowser } from './support/in-browser.ts';
import { layoutFaults, leastTarget } from './support/layout-faults.ts';

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
    let ids: ScreenIds;
    beforeAll(async () => {
      ids = await makeFirm(web.service.first);
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

    test('screens', { timeout: 120_000 }, async () => {
      await using opened = await web.openSignedIn('/tasks');
      const tab = { page: opened.page, devtools: await opened.page.context().newCDPSession(opened.page) };
      for (const [path, text] of everyScreen(ids)) {
        await goTo(tab.page, path, text);
        await fitsEverywhere(tab, path);
      }
      expect(opened.wrong).toEqual([]);
    });

    test('screens with larger text in the browser', { timeout: 120_000 }, async () => {
      await using opened = await web.openSignedIn('/tasks');
      const { page } = opened;
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
      await page.reload();
      for (const [path, text] of everyScreen(ids)) {
        await goTo(page, path, text);
        await fits(page, 'on a desk', `${path} with larger text`);
      }
      await goTo(page, '/pipeline', 'Pursuit North');
      const size = (selector: string) => `getComputedStyle(document.querySelector('${selector}')).fontSize`;
      expect(await page.evaluate(size('h1'))).toBe('27px');
      const cards = page.locator('[data-card]');
      const tops = (await cards.all()).slice(0, 2).map(async (card) => (await card.boundingBox())?.y ?? 0);
      const [first = 0, second = 0] = await Promise.all(tops);
      expect(second - first).toBe(150);
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
        await goTo(tab.page, path, text);
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
