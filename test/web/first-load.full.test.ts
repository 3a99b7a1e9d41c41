import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './support/in-browser.ts';
import { phone } from './support/signed-in-page.ts';

/** Holds back requests until `release`. */
function held(): { readonly hold: (route: Route) => Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  const free = new Promise<void>((resolve) => (release = resolve));
  const hold = async (route: Route): Promise<void> => {
    await free;
    await route.fallback();
  };
  return { hold, release };
}

inBrowser('the first load of the page', (web) => {
  test.each([
    ['on a desk', undefined],
    ['on a phone', phone],
  ])('shows a frame before the script and the session arrive, %s', async (_, options) => {
    await using opened = await web.openSignedIn('/search', options);
    const { page } = opened;
    const frame = page.locator('.first-frame');
    const [script, session] = [held(), held()];
    await page.route('**/assets/index-*.js', script.hold);
    await page.route('**/session', session.hold);
    await page.goto(`${web.url}/pipeline`, { waitUntil: 'commit' });
    await frame.getByText('Plumbline loads…').waitFor();
    const asked = page.waitForRequest('**/session');
    script.release();
    await asked;
    expect(await frame.isVisible()).toBe(true);
    session.release();
    await page.locator('h1').waitFor();
    expect(await frame.isVisible()).toBe(false);
    expect(opened.wrong).toEqual([]);
  });

  test('shows no frame to somebody who is not signed in', async () => {
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    const script = held();
    await page.route('**/assets/index-*.js', script.hold);
    await page.goto(`${web.url}/sign-in`, { waitUntil: 'commit' });
    await page.locator('.first-frame').waitFor({ state: 'attached' });
    expect(await page.locator('.first-frame').isVisible()).toBe(false);
    script.release();
    await page.getByLabel('Password').waitFor();
  });

  test('loads the font with the style, not after it', async () => {
    await using opened = await web.openSignedIn('/search');
    const { page } = opened;
    const style = held();
    await page.route('**/assets/index-*.css', style.hold);
    const font = page.waitForRequest('**/ibm-plex-sans-latin-standard*');
    await page.goto(`${web.url}/pipeline`, { waitUntil: 'commit' });
    await font;
    style.release();
    await page.locator('h1').waitFor();
  });

  test('the files of signed-in people do not count for their address', async () => {
    await using opened = await web.openSignedIn('/pipeline');
    const statuses = await opened.page.evaluate<number[]>(
      `Promise.all(Array.from({ length: 250 }, async () => (await fetch(document.scripts[0].src, { cache: 'no-store' })).status))`,
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
