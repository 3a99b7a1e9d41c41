import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { layoutFaults, leastTarget } from './layout-faults.ts';
import { phone, type WebService } from './signed-in-page.ts';
import { violationsInBothColors } from './violations.ts';

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The lines of a table of a report, each with the texts of its cells. */
export async function linesOf(page: Page, table: string | RegExp): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: table }).locator('tbody tr').all();
  return await Promise.all(
    rows.map(async (row) => (await row.locator('th, td').allInnerTexts()).map((text) => inOneLine(text))),
  );
}

/** The number of projects, or a sum of their amounts, that the open table says. */
async function listSays(page: Page, figure: string): Promise<void> {
  const main = page.getByRole('main');
  const sum = ['in all', 'weighted'].reduce(
    (found, words) => found.or(main.getByText(`${figure} ${words}`, { exact: true })),
    main.getByTitle(figure, { exact: true }),
  );
  if (/^-?\$/.test(figure)) await sum.first().waitFor();
  else await main.getByText(new RegExp(`^${figure} projects?$`)).waitFor();
}

/**
 * Clicks each figure of the report, and goes back. The list behind it has that number of projects, or that sum.
 * @param isOther figures that neither count projects nor add up their amounts: their list has projects.
 * @returns the number of figures.
 */
export async function clickEachFigure(page: Page, isOther: (column: string) => boolean): Promise<number> {
  const links = page.getByRole('main').locator('td').getByRole('link');
  await links.first().waitFor();
  const count = await links.count();
  const address = page.url();
  for (let index = 0; index < count; index += 1) {
    await clickFigure(page, links.nth(index), isOther);
    await page.goBack();
    await page.waitForURL(address);
    await expect.poll(() => links.count()).toBe(count);
  }
  return count;
}

async function clickFigure(page: Page, link: Locator, isOther: (column: string) => boolean): Promise<void> {
  const figure = inOneLine(await link.innerText());
  const column = (await link.locator('xpath=ancestor::td').getAttribute('data-label')) ?? '';
  await link.click();
  await page.waitForURL(/\/projects\?/);
  if (isOther(column))
    await page
      .getByRole('main')
      .getByText(/^\d+ projects?$/)
      .waitFor();
  else await listSays(page, figure);
}

/** Expects reports to be accessible in both colors, and to fit the window. @param options those of a new tab. */
export async function expectReportsToFit(
  web: WebService,
  paths: readonly string[],
  options: Parameters<WebService['openSignedIn']>[1],
): Promise<void> {
  await using opened = await web.openSignedIn(paths[0] ?? '', options);
  const { page } = opened;
  for (const path of paths) {
    await page.goto(web.url + path);
    await page.getByRole('table').first().waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(await layoutFaults(page, options === phone ? leastTarget.finger : leastTarget.mouse)).toEqual([]);
  }
  expect(opened.wrong).toEqual([]);
}
