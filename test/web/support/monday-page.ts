import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The text of an element that people see, without that of screen readers. */
async function seen(element: Locator): Promise<string> {
  const hidden = await element.locator('.hidden-text').allTextContents();
  return inOneLine(hidden.reduce((text, one) => text.replace(one.trim(), ''), await element.innerText()));
}

/** The key figures, each as one text: `OPEN 4 · $4.25M`. */
export async function keyFigures(page: Page): Promise<string[]> {
  const cells = await page.getByRole('region', { name: 'Key figures' }).locator(':scope > div').all();
  return await Promise.all(cells.map((cell) => seen(cell)));
}

/** The gaps between texts of one line of the key figures, in pixels, that are wider than a space. */
export const gapsInKeyFigures = async (page: Page): Promise<number[]> =>
  await page.evaluate<number[]>(`(${gapsWithin})(document.querySelector('[aria-label="Key figures"]'))`);

/** The heights of the links among the key figures, in pixels. */
export const heightsOfKeyFigures = async (page: Page): Promise<number[]> => {
  const links = await page.getByRole('region', { name: 'Key figures' }).getByRole('link').all();
  return await Promise.all(links.map(async (link) => (await link.boundingBox())?.height ?? 0));
};

// Runs in the page, for which these tests have no types.
const gapsWithin = String.raw`(region) => {
  const gaps = [];
  for (const line of region.querySelectorAll('p')) {
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const boxes = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement.closest('.hidden-text')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      boxes.push(range.getBoundingClientRect());
    }
    boxes.slice(1).forEach((box, index) => {
      const gap = box.left - boxes[index].right;
      if (gap > 6) gaps.push(gap);
    });
  }
  return gaps;
}`;

/** The names of the parts whose figures the page is about to replace. */
export async function busyParts(page: Page): Promise<string[]> {
  const busy = await page.getByRole('main').locator('[aria-busy="true"]').all();
  return await Promise.all(busy.map(async (one) => (await one.getAttribute('aria-label')) ?? ''));
}

/** Waits until every part of Monday has arrived. */
export async function waitForMonday(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Ten largest pursuits' }).waitFor();
  await expect.poll(() => page.getByRole('main').getByText('Loading…').count()).toBe(0);
}

/** A figure that leads somewhere. */
interface LinkedFigure {
  readonly path: string;
  readonly text: string;
  /** Whether it is weighted: lists add up the amounts. */
  readonly isWeighted: boolean;
  /** The number of lines above it in its part. */
  readonly lines: number;
}

/** The links of Monday. */
const linksOf = (page: Page): Locator => page.getByRole('main').locator('a[href]');

async function figureOf(link: Locator): Promise<LinkedFigure> {
  const column = await link.locator('xpath=ancestor::td/preceding-sibling::*').count();
  const heads = await link.locator('xpath=ancestor::table').locator('thead th').allTextContents();
  const layer = await link.locator('xpath=ancestor::li').allTextContents();
  return {
    path: (await link.getAttribute('href')) ?? '',
    text: await seen(link),
    isWeighted: heads[column] === 'Weighted' || layer.some((text) => text.includes('Pursuits, weighted')),
    lines: await link.locator('xpath=ancestor::section').locator('tbody tr').count(),
  };
}

/** Clicks every link, and compares its figure with the list that opens. @returns the number of links. */
export async function clickEveryLink(page: Page): Promise<number> {
  await waitForMonday(page);
  const links = linksOf(page);
  const address = page.url();
  const count = await links.count();
  for (let index = 0; index < count; index += 1) {
    const figure = await figureOf(links.nth(index));
    await links.nth(index).click();
    await page.waitForURL((url) => url.href !== address);
    await expectToShow(page, figure);
    await page.goBack();
    await page.waitForURL(address);
    await waitForMonday(page);
    await expect.poll(() => links.count()).toBe(count);
  }
  return count;
}

/** The page of a project, a report, or a list with the number or the sum of the figure. */
async function expectToShow(page: Page, { path, text, isWeighted, lines }: LinkedFigure): Promise<void> {
  const main = page.getByRole('main');
  const number = Number(/\d+/.exec(text)?.[0]) + (text.startsWith('+ ') ? lines : 0);
  if (/^\/projects\/\d+(\?|$)/.test(path)) await expectProject(page, { path, text });
  else if (/^\/reports\/\w+\?/.test(path)) await expectInReport(page, text);
  else if (!text.includes('$'))
    await main
      .getByText(new RegExp(`^${number} projects?$`))
      .first()
      .waitFor();
  else if (isWeighted)
    await main
      .getByText(/^\d+ projects?$/)
      .first()
      .waitFor();
  else await expect.poll(async () => await sumsOf(page)).toContain(shortened(text));
}

/** The page of a project, at the instant of the page that leads to it. A deleted one can be restored, or was not there. */
async function expectProject(page: Page, { path, text }: Pick<LinkedFigure, 'path' | 'text'>): Promise<void> {
  const main = page.getByRole('main');
  const instant = new URL(path, 'http://page').searchParams.get('as_of');
  expect(new URL(page.url()).searchParams.get('as_of')).toBe(instant);
  const missing =
    instant === null ? main.getByRole('button', { name: 'Restore' }) : main.getByText(`${text} was deleted`);
  await main.getByRole('heading', { name: text, exact: true }).or(missing).waitFor();
}

/** A rule of attention has its figures in the table of its report; a table goes on in a report. */
async function expectInReport(page: Page, text: string): Promise<void> {
  if (text.startsWith('+ ')) {
    await page.getByRole('main').getByRole('table').first().waitFor();
    return;
  }
  const rows = page.getByRole('table', { name: 'Rules' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(2);
  const cells = await rows.last().getByRole('cell').allInnerTexts();
  expect(cells.map((cell) => shortened(inOneLine(cell)))).toContain(text);
}

/** The sums that the head of a list says. */
async function sumsOf(page: Page): Promise<string[]> {
  const texts = await page.getByRole('main').locator('header p').all();
  const said = await Promise.all(
    texts.map(async (one) => (await one.getAttribute('title')) ?? (await one.innerText())),
  );
  return said.flatMap((text) => text.match(/\$[\d.,]+/g) ?? []).map((sum) => shortened(sum));
}

const compact = new Intl.NumberFormat('en-US', {
  ...{ style: 'currency', currency: 'USD', notation: 'compact', maximumSignificantDigits: 3 },
});

/** `+$1,350,000.25`, `$1.35M committed` and `$1.35M of $10M` → `$1.35M`. Other texts stay. */
function shortened(text: string): string {
  const [, amount = '', unit = ''] = /\$([\d.,]+)([KMB]?)/.exec(text) ?? [];
  if (amount === '') return text;
  return unit === '' ? compact.format(Number(amount.replaceAll(',', ''))) : `$${amount}${unit}`;
}

/** The number of pages of a document that Chromium has printed. */
export const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
