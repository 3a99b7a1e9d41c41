import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { violationsInBothColors } from './support/violations.ts';
import { everyScreen, goTo, makeFirm } from './support/every-screen.ts';
import { desk, phone } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';

inBrowser(
  'every screen is accessible',
  (web) => {
    test('every screen on a desk and on a phone, in light and dark', { timeout: 300_000 }, async () => {
      const ids = await makeFirm(web.service.first);
      await using opened = await web.openSignedIn('/tasks');
      const { page } = opened;
      for (const [path, text] of everyScreen(ids)) {
        await goTo(page, path, text);
        for (const summary of await page.locator('summary').all()) await summary.click();
        for (const { viewport } of [phone, desk]) {
          await page.setViewportSize(viewport);
          // Another width can show another screen, which loads.
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          expect(await violationsInBothColors(page), `${path} at ${viewport.width}`).toEqual([]);
          expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1);
          expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(viewport.width);
        }
      }
      expect(opened.wrong).toEqual([]);
    });
  },
  null,
  { WEBHOOKS_ALLOW_PRIVATE: '1' },
);

test('every screen of the page is among those', async () => {
  const source = async (path: string) => await readFile(new URL(`../../src/web/${path}`, import.meta.url), 'utf8');
  const routes = [...(await source('routes.tsx')).matchAll(/(?:screen|record)\('([^']+)'/g)].map(
    ([, path = '']) => path,
  );
  const settings = [...(await source('settings/settings-pages.ts')).matchAll(/path: '([^']+)'/g)].map(
    ([, path = '']) => `/settings/${path}`,
  );
  expect(routes.length).toBeGreaterThan(10);
  expect(settings.length).toBeGreaterThan(10);
  const looked = everyScreen(new Proxy({}, { get: () => '1' })).map(([path]) => path.split('?')[0]);
  const unseen = [...routes, ...settings].filter((route) => {
    const pattern = new RegExp(`^${route.replace(/\$\w+/g, '[^/]+')}$`);
    return !looked.some((path = '') => pattern.test(path));
  });
  expect(unseen).toEqual([]);
});
