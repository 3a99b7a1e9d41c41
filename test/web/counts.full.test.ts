import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { toast } from './support/page-parts.ts';
import { bar, projectTables } from './support/project-tables.ts';

/** A figure of the strip: `2` of `OPEN 2`. */
const figure = (page: Page, name: string): Promise<string> =>
  page
    .locator('dl > div', { hasText: new RegExp(`^${name}`, 'i') })
    .locator('dd')
    .innerText();

const due = (page: Page, name: string): Promise<string> =>
  page.getByRole('button', { name: new RegExp(`^${name}`) }).innerText();

const columns = (page: Page): Promise<string[]> => page.locator('[data-column] h2').allInnerTexts();

inBrowser('counts and sums', (web) => {
  const tables = projectTables(web);

  test('those of the board are of the words of its address', async () => {
    const late = { bid_due_date: '2020-01-01', amount: 2_000_000 };
    await make(web.service.first, 'projects', { name: 'Quartz North', ...late });
    await make(web.service.first, 'projects', { name: 'Quartz South', amount: 3_000_000 });
    await make(web.service.first, 'projects', { name: 'Basalt', ...late });
    await using opened = await web.openSignedIn('/pipeline?q=quartz');
    const { page } = opened;
    await expect.poll(() => figure(page, 'Open')).toBe('2');
    await expect.poll(() => figure(page, 'Amount')).toBe('$5M');
    await expect.poll(() => due(page, 'Overdue')).toMatch(/1$/);
    await expect.poll(() => columns(page)).toContainEqual(expect.stringMatching(/^Tracking\s+2$/));
    await page.keyboard.press('1');
    await expect.poll(() => figure(page, 'Open')).toBe('1');
    await expect.poll(() => columns(page)).toContainEqual(expect.stringMatching(/^Tracking\s+1$/));
    await page.goto(`${web.url}/pipeline?q=nosuchstone`);
    await expect.poll(() => figure(page, 'Open')).toBe('0');
    await page.getByText('No open pursuit matches these filters.').waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('change with a bulk change, and with its undo', async () => {
    await tables.make('Shale', 3, { amount: 1_000_000 });
    await using board = await web.openSignedIn('/pipeline?q=shale');
    await expect.poll(() => figure(board.page, 'Amount')).toBe('$3M');
    await using opened = await tables.table('Shale', '&amount[lt]=2000000');
    const { page } = opened;
    const count = (): Promise<string> => page.getByRole('status').filter({ hasText: 'projects' }).first().innerText();
    await expect.poll(count).toBe('3 projects');
    await page.getByRole('link', { name: 'Shale 01' }).focus();
    await page.keyboard.press('Control+a');
    await bar(page).getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Field to change').selectOption('Amount');
    await dialog.getByLabel('Amount', { exact: true }).fill('4m');
    await dialog.getByRole('button', { name: 'Change 3 projects' }).click();
    await toast(page, '3 projects are changed.');
    await expect.poll(count).toBe('0 projects');
    await expect.poll(() => figure(board.page, 'Amount')).toBe('$12M');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(count).toBe('3 projects');
    await expect.poll(() => figure(board.page, 'Amount')).toBe('$3M');
  });
});
