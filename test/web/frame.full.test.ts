import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, screens } from './support/signed-in-page.ts';
import { violationsInBothColors } from './support/violations.ts';
import { inBrowser } from './support/in-browser.ts';
import { account } from './support/page-parts.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Records and commands' });

inBrowser('the frame around the screens', (web) => {
  test('G and a letter go to a screen, and the first address leads to the last one', async () => {
    await using opened = await web.openSignedIn('/');
    const { page } = opened;
    await page.waitForURL('**/today');
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.waitForURL('**/leads');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL('**/tasks');
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto(`${web.url}/companies?q=steel`);
    await page.getByRole('heading', { name: 'Companies' }).waitFor();
    await page.goto(web.url);
    await page.waitForURL('**/companies?q=steel');
    expect(opened.wrong).toEqual([]);
  });

  test('the key help lists the keys of the screen, and switches single keys off', async () => {
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    // The keys of cards come with the columns.
    await page.locator('[data-column]').first().waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.waitFor();
    const groups = help.getByRole('region');
    expect(await groups.getByRole('heading').allInnerTexts()).toEqual([
      'ON THIS SCREEN',
      'A CARD',
      'EVERYWHERE',
      'GO TO',
    ]);
    expect(await help.getByRole('region', { name: 'A card' }).innerText()).toMatch(
      /Move to the next stage\s+Shift\s+→/,
    );
    await help.getByRole('switch', { name: /^Single keys/ }).uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('h1').waitFor();
    for (const key of ['?', 'c', 'g', 't']) await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await field(page).fill('keys');
    await page.getByRole('option', { name: 'Show all keys' }).click();
    await help.waitFor();
    expect(page.url()).toMatch(/\/pipeline$/);
    await help.getByRole('switch', { name: /^Single keys/ }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New project' }).waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('a pinned view is one click away on every screen, or two keys', async () => {
    const view = { name: 'Big bids', resource: 'projects', query: 'amount[gt]=1000000', shared: true };
    const { body } = await web.service.first.post('/saved_views', { saved_view: view });
    await using opened = await web.openSignedIn('/projects');
    const { page } = opened;
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Pin Big bids to the navigation' }).click();
    await page.keyboard.press('Escape');
    const pinned = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Big bids' });
    await pinned.waitFor();
    await page.goto(`${web.url}/tasks`);
    await pinned.click();
    await page.getByRole('heading', { name: 'Big bids' }).waitFor();
    expect(new URL(page.url()).search).toBe(`?amount[gt]=1000000&saved=${body.saved_view.id}`);
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL('**/tasks');
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByRole('heading', { name: 'Big bids' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Pin Big bids to the navigation', pressed: true }).click();
    await pinned.waitFor({ state: 'detached' });
    expect(opened.wrong).toEqual([]);
  });

  test('the navigation can be narrowed, and stays so', async () => {
    await using opened = await web.openSignedIn('/tasks');
    const { page } = opened;
    const rail = page.getByRole('navigation', { name: 'Main' });
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Narrow the navigation' }).click();
    await stored;
    await page.reload();
    await rail.getByRole('link', { name: 'Leads' }).waitFor();
    expect((await rail.boundingBox())?.width).toBe(52);
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('dialog').getByRole('option', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Widen the navigation' }).click();
    await expect.poll(async () => (await rail.boundingBox())?.width).toBe(208);
    expect(opened.wrong).toEqual([]);
  });

  test('a phone has a bar, whose plus makes records and whose More has the other screens', async () => {
    await using opened = await web.openSignedIn('/pipeline', phone);
    const { page } = opened;
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.getByRole('button', { name: 'New' }).tap();
    await page.getByRole('button', { name: 'New task' }).tap();
    await page.getByRole('dialog', { name: 'New task' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await bar.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Companies' }).tap();
    await page.getByRole('heading', { name: 'Companies' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await field(page).waitFor();
    await page.getByRole('button', { name: 'Close' }).tap();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.viewport.width);
    const sizes = await bar.getByRole('link').or(bar.getByRole('button')).all();
    for (const one of sizes) expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(opened.wrong).toEqual([]);
  });

  test('a page whose files are gone says so, and reloads only on request', async () => {
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await page.route('**/assets/tasks-screen-*', (route) => route.fulfill({ status: 404 }));
    await page.evaluate('window.isSamePage = true');
    await page.getByRole('link', { name: /^Tasks/ }).click();
    await page.getByRole('button', { name: 'Reload to update' }).waitFor();
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await page.unroute('**/assets/tasks-screen-*');
    await page.getByRole('button', { name: 'Reload to update' }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    expect(await page.evaluate('window.isSamePage')).toBeUndefined();
  });

  test('a first load that failed can be tried again', async () => {
    await using opened = await web.openSignedIn('/tasks');
    const { page } = opened;
    await page.route('**/directory', (route) => route.abort());
    await page.reload();
    await page.getByText('The service does not answer.').waitFor();
    await page.unroute('**/directory');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  });

  test('a sign-out that does not reach the service says so', async () => {
    await using opened = await web.openSignedIn('/tasks');
    const { page } = opened;
    await page.route('**/session', (route) => route.abort());
    await account(page, 'Sign out');
    await page.getByText('You are still signed in.').waitFor();
    await page.unroute('**/session');
    // The session serves the other tests: the service answers, but does not end it.
    await page.route('**/session', (route) => route.fulfill({ status: 204 }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/sign-in');
    expect(opened.wrong.filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
  });

  test('a stream that has fallen silent is opened again, although this tab leads', async () => {
    await using opened = await web.openSignedIn('/tasks');
    const { page } = opened;
    // The page that is left may still ask for a stream, and holds the lock of the browser's only one.
    await page.goto('about:blank');
    let streams = 0;
    await page.route('**/events', async (route) => {
      streams += 1;
      // The first one never hears anything.
      if (streams > 1) await route.continue();
    });
    await page.goto(`${web.url}/tasks`);
    await expect.poll(() => streams).toBe(1);
    const waits = async (): Promise<number> => {
      await page.clock.fastForward(60_000);
      return streams;
    };
    await expect.poll(waits).toBeGreaterThan(1);
  });

  test.each(screens)('its menus are accessible %s, in light and dark', async (_, options) => {
    await using opened = await web.openSignedIn('/search?q=lab', options);
    const { page } = opened;
    const isPhone = options.viewport.width < 720;
    expect(await violationsInBothColors(page)).toEqual([]);
    const opening = ['Control+k', '?', ...(isPhone ? ['New', 'More'] : [])];
    for (const name of opening) {
      if (/^[A-Z][a-z]+$/.test(name)) await page.getByRole('button', { name, exact: true }).tap();
      else await page.keyboard.press(name);
      await page.getByRole('dialog').waitFor();
      expect(await violationsInBothColors(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  });
});
