import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { toast } from './support/page-parts.ts';
import { cell, projectTables, row } from './support/project-tables.ts';
import { phone } from './support/signed-in-page.ts';

const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    "document.activeElement.closest('[data-peek]')?.dataset.peek ?? document.activeElement.tagName",
  );

const scrolled = (page: Page, name: string): Promise<number> =>
  page.evaluate<number>(`document.querySelector('[data-scroll="${name}"]').scrollTop`);

inBrowser('the way back', (web) => {
  const tables = projectTables(web);

  test('on a phone, Back closes a form and stays on the screen', async () => {
    await using opened = await web.openSignedIn('/tasks', phone);
    const { page } = opened;
    await page.goto(`${web.url}/calls`);
    await page.getByRole('button', { name: 'New' }).click();
    await page.getByRole('button', { name: 'Log call' }).click();
    await page.getByLabel('Outcome').waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/calls');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/tasks');
  });

  test('on a phone, Back asks before it drops what was typed', async () => {
    await using opened = await web.openSignedIn('/calls', phone);
    const { page } = opened;
    await page.getByRole('button', { name: 'New' }).click();
    await page.getByRole('button', { name: 'Log call' }).click();
    await page.getByLabel('Notes').fill('They want a budget.');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.goBack();
    expect(await page.getByLabel('Notes').inputValue()).toBe('They want a budget.');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/calls');
  });

  test('on a phone, a place under More leads there, and Back leads back at once', async () => {
    await using opened = await web.openSignedIn('/calls', phone);
    const { page } = opened;
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Companies' }).click();
    await expect.poll(() => page.title()).toContain('Companies');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/calls');
    await expect.poll(() => page.title()).toContain('Calls');
  });

  test('Back to a table finds it as it was left', async () => {
    await tables.make('Way', 60);
    await using opened = await tables.table('Way');
    const { page } = opened;
    await cell(page, 'Way 01', 1).getByRole('link').focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('PageDown');
    await row(page, 'Way 41').waitFor();
    const [at, place] = [await focused(page), await scrolled(page, 'grid')];
    expect(place).toBeGreaterThan(100);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Way 41' }).waitFor();
    expect(await focused(page)).not.toBe('BODY');
    await page.goBack();
    await row(page, 'Way 41').waitFor();
    await expect.poll(() => focused(page)).toBe(at);
    expect(await scrolled(page, 'grid')).toBe(place);
  });

  test('the arrow down enters a table at its first row, as J does, and the bar of a selection follows the table', async () => {
    const [id] = await tables.make('Door', 3);
    for (const key of ['ArrowDown', 'j']) {
      await using opened = await tables.table('Door');
      await opened.page.keyboard.press(key);
      await expect.poll(() => focused(opened.page)).toBe(`projects/${id}`);
      await opened.page.keyboard.press('x');
      await opened.page.getByRole('region', { name: 'Selection' }).waitFor();
      const order = `document.querySelector('[role=grid]').compareDocumentPosition(document.querySelector('section[aria-label=Selection]'))`;
      expect(await opened.page.evaluate(order)).toBe(4);
    }
  });

  test('a record from the command menu takes the focus', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Menu Depot' });
    await using opened = await web.openSignedIn('/pipeline?name=Menu Depot');
    const { page } = opened;
    await page.locator(`[data-card="${project.id}"]`).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Menu Depot');
    await page
      .getByRole('option', { name: /Menu Depot/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Menu Depot' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
  });

  test('the focus goes to the card beside one that closes, and to the card when that is undone', async () => {
    const ids = await tables.make('Beside', 2);
    await using opened = await web.openSignedIn('/pipeline?name[starts_with]=Beside&order=name');
    const { page } = opened;
    await page.locator(`[data-card="${ids[0]}"]`).focus();
    await page.keyboard.press('m');
    await page.keyboard.type('won');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await toast(page, 'Beside 01 closed as Won.');
    await expect.poll(() => focused(page)).toBe(`projects/${ids[1]}`);
    await page.keyboard.press('Control+z');
    await expect.poll(() => focused(page)).toBe(`projects/${ids[0]}`);
  });
});
