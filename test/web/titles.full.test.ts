import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './support/in-browser.ts';
import { screens } from './support/signed-in-page.ts';

const paths = [
  ...['/today', '/pipeline', '/calendar', '/leads', '/tasks', '/projects', '/companies', '/contacts', '/calls'],
  ...['/reports/pipeline', '/import', '/trash'],
];

/** The middle of the title, and its left edge. */
const titleOf = async (page: Page) => {
  const box = await page.locator('h1').first().boundingBox();
  return box && { middle: Math.round(box.y + box.height / 2), left: Math.round(box.x) };
};

inBrowser('the titles of the screens', (web) => {
  test.each(screens)('stand at one place %s', async (_, options) => {
    await using opened = await web.openSignedIn('/today', options);
    const { page } = opened;
    const places: Record<string, unknown> = {};
    for (const path of paths) {
      await page.goto(web.url + path);
      await page.locator('h1').first().waitFor();
      places[path] = await titleOf(page);
    }
    expect(places).toEqual(Object.fromEntries(paths.map((path) => [path, places['/today']])));
  });
});
