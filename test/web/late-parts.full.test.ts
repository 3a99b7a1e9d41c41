import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { hold, reader, toast } from './support/page-parts.ts';
import type { OpenedPage } from './support/signed-in-page.ts';

const dialogs = (page: Page): Promise<number> => page.getByRole('dialog').count();

inBrowser('a part of the page that is still loading', (web) => {
  const read = reader(web);

  /** Opens a path as on a slow network: a part waits until it is released. */
  async function without(part: string, path: string): Promise<OpenedPage & { release: () => void }> {
    const opened = await web.openSignedIn(path);
    const held = await hold(opened.page, 'GET', `/assets/${part}-`);
    await opened.page.reload();
    await opened.page.locator('h1').first().waitFor();
    return { ...opened, release: held.release };
  }

  test('gets the keys that are typed meanwhile: a form', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Latecomer Homes' });
    await using opened = await without('create-dialog', '/pipeline');
    const { page, release, wrong } = opened;
    await page.keyboard.press('c');
    await page.keyboard.type('Lated');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' gym');
    await page.keyboard.press('Tab');
    await page.keyboard.type('latecomer');
    expect(await dialogs(page)).toBe(0);
    release();
    await page.getByLabel('Name (required)').waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByRole('combobox', { name: 'Client' }).inputValue()).toBe('Latecomer Homes');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Late gym is added.');
    const { projects } = await read('/projects?name=Late gym');
    expect(projects[0].company.id).toBe(company.id);
    expect(new URL(page.url()).pathname).toBe('/pipeline');
    expect(wrong).toEqual([]);
  });

  test('gets the keys that are typed meanwhile: a form that begins with a list of choices', async () => {
    await using opened = await without('create-dialog', '/calls');
    const { page, release } = opened;
    await page.keyboard.press('l');
    await page.keyboard.type('con');
    await page.keyboard.press('Enter');
    await page.keyboard.type('They ask for a budget.');
    await page.keyboard.press('Control+Enter');
    release();
    await toast(page, 'The call is logged.');
    const { calls } = await read('/calls');
    expect(calls).toMatchObject([{ notes: 'They ask for a budget.', call_outcome: { name: 'Connected' } }]);
  });

  test('gets the keys that are typed meanwhile: the command menu, with the actions on the focused card', async () => {
    const { id } = await make(web.service.first, 'projects', { name: 'Late Depot' });
    await using opened = await without('command-menu', '/pipeline?name=Late Depot');
    const { page, release } = opened;
    await page.locator(`[data-card="${id}"]`).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('move to the next');
    await page.keyboard.press('Enter');
    release();
    await toast(page, /^Late Depot (?:is in|moved to) /);
  });

  test('gets the keys that are typed meanwhile: a popover', async () => {
    await using opened = await without('filter-popover', '/projects');
    const { page, release } = opened;
    await page.keyboard.press('f');
    await page.keyboard.type('qualif');
    await page.keyboard.press('Enter');
    release();
    await page.getByRole('button', { name: 'Stage is Qualifying', exact: true }).waitFor();
    expect(await dialogs(page)).toBe(0);
  });

  test('gets the chords of a text field, and Ctrl K writes nothing', async () => {
    await using opened = await without('create-dialog', '/pipeline');
    const { page, release } = opened;
    await page.keyboard.press('c');
    await page.keyboard.type('Wrong');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Late shed');
    await page.keyboard.press('Control+k');
    release();
    const name = page.getByLabel('Name (required)');
    await expect.poll(() => name.inputValue()).toBe('Late shed');
    expect(await dialogs(page)).toBe(1);
  });

  test('gets no more keys once somebody presses another place', async () => {
    await using opened = await without('create-dialog', '/pipeline');
    const { page } = opened;
    await page.keyboard.press('c');
    await page.keyboard.type('gl');
    await page.locator('h1').first().click();
    await page.keyboard.type('gt');
    await page.waitForURL('**/tasks');
  });

  test('lists the keys of the screen behind it', async () => {
    await make(web.service.first, 'projects', { name: 'Late Card' });
    await using opened = await without('key-help', '/pipeline');
    const { page, release } = opened;
    await page.locator('[data-column]').first().waitFor();
    await page.keyboard.press('?');
    release();
    await page.getByRole('dialog', { name: 'Keys' }).getByRole('region', { name: 'A card' }).waitFor();
  });

  test('closes with Escape, and keys act on the screen again', async () => {
    await using opened = await without('create-dialog', '/pipeline');
    const { page, release } = opened;
    await page.keyboard.press('c');
    await page.keyboard.type('gl');
    await page.keyboard.press('Escape');
    await page.keyboard.type('gt');
    await page.waitForURL('**/tasks');
    const loaded = page.waitForResponse(/\/assets\/create-dialog-/);
    release();
    await loaded;
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    expect(await dialogs(page)).toBe(0);
  });
});
