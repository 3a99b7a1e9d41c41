import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { readCsv, readXlsx } from '../support/data/tables.ts';
import { violationsInBothColors } from './support/violations.ts';
import { desk, screens } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';

const names = (page: Page): Promise<string[]> => page.getByRole('grid').getByRole('link').allInnerTexts();

const queryOf = (page: Page): string => decodeURIComponent(new URL(page.url()).search);

inBrowser('lists as tables', (web) => {
  beforeAll(async () => {
    const { first } = web.service;
    const company = (await first.post('/companies', { company: { name: 'Granite Health' } })).body.company;
    const rows = [
      { name: 'North Campus Lab', amount: 4215000, company_id: company.id },
      { name: '=SUM(A1)', amount: 250.5, project_number: 'a "b", c' },
      { name: 'Harbor Tower', amount: 900000, bid_due_date: '2026-03-14' },
    ];
    for (const project of rows) await first.post('/projects', { project });
    await first.post('/calls', { call: { notes: 'Left a message', company_id: company.id } });
  });

  test('shows the exact number of records, and sorts by a pressed head', async () => {
    await using opened = await web.openSignedIn('/projects');
    const { page } = opened;
    await page.getByText('3 projects', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Amount' }).click();
    await page.waitForURL(/sort=amount/);
    await expect.poll(() => names(page)).toEqual(['=SUM(A1)', 'Harbor Tower', 'North Campus Lab']);
    await page.getByRole('button', { name: 'Amount' }).click();
    await expect.poll(() => names(page)).toEqual(['North Campus Lab', 'Harbor Tower', '=SUM(A1)']);
    expect(await page.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending');
    expect(await page.getByRole('columnheader', { name: 'Client' }).getByRole('button').count()).toBe(0);
  });

  test('moves from cell to cell by the arrows, and searches by /', async () => {
    await using opened = await web.openSignedIn('/projects?sort=name');
    const { page } = opened;
    await page.getByRole('link', { name: '=SUM(A1)' }).focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'End', 'Home']) await page.keyboard.press(key);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Harbor Tower');
    await page.keyboard.press('/');
    await page.keyboard.type('harb');
    await page.waitForURL(/q=harb/);
    await expect.poll(() => names(page)).toEqual(['Harbor Tower']);
    expect(queryOf(page)).toBe('?q=harb');
  });

  test('adds a filter by keyboard, shows it as a chip and takes it away', async () => {
    await using opened = await web.openSignedIn('/projects');
    const { page } = opened;
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('f');
    await page.getByRole('combobox', { name: 'Field' }).fill('amount');
    await page.keyboard.press('Enter');
    await page.getByLabel('Value').fill('0.9m');
    await page.keyboard.press('Enter');
    await page.waitForURL(/amount/);
    expect(queryOf(page)).toBe('?amount[gte]=900000');
    await page.getByText('2 projects', { exact: true }).waitFor();
    await page.getByText('$5.12M in all').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Amount at least $900,000' }).click();
    await page.getByText('3 projects', { exact: true }).waitFor();
  });

  test('names a record of a large list in a chip', async () => {
    const { body } = await web.service.first.get('/companies');
    await using opened = await web.openSignedIn(`/projects?company_id=${String(body.companies[0].id)}`);
    await opened.page.getByRole('button', { name: 'Client is Granite Health', exact: true }).waitFor();
    await opened.page.getByText('1 project', { exact: true }).waitFor();
  });

  test('shows a refused parameter with the words of the service, and the rows once it is gone', async () => {
    await using opened = await web.openSignedIn('/projects?amout[gt]=1');
    const { page } = opened;
    await page.getByText('no field to filter by is called "amout"; did you mean amount?').waitFor();
    await page.getByRole('button', { name: /Remove the filter amout/ }).click();
    await page.getByText('3 projects', { exact: true }).waitFor();
  });

  test('says that nothing matches the filters, not that there is nothing', async () => {
    await using opened = await web.openSignedIn('/projects?amount[gt]=99999999');
    const { page } = opened;
    await page.getByText('No projects match these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByText('3 projects', { exact: true }).waitFor();
    await page.goto(`${web.url}/contacts`);
    await page.getByText('No contacts yet.').waitFor();
  });

  test('keeps the chosen columns and their order in the address', async () => {
    await using opened = await web.openSignedIn('/projects?fields=name,amount');
    const { page } = opened;
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Square feet' }).click();
    await expect
      .poll(() => page.getByRole('list', { name: 'Shown', exact: true }).getByRole('listitem').count())
      .toBe(3);
    expect(await page.getByRole('checkbox', { name: 'Square feet' }).and(page.locator(':focus')).count()).toBe(1);
    await page.getByRole('button', { name: 'Move Square feet up' }).click();
    await page.waitForURL(/square_feet,amount/);
    await page.keyboard.press('Escape');
    expect(queryOf(page)).toBe('?fields=name,square_feet,amount');
    await expect
      .poll(() => page.getByRole('columnheader').allInnerTexts())
      .toEqual(['', 'NAME', 'SQUARE FEET', 'AMOUNT']);
  });

  test('saves a view, marks it when it is altered, and shares it', async () => {
    await using opened = await web.openSignedIn('/projects?amount[gt]=1000');
    const { page } = opened;
    await page.getByText('2 projects', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Save what is shown as a new view').fill('Large ones');
    await page.getByRole('button', { name: 'Save as' }).click();
    await page.getByRole('heading', { level: 1, name: 'Large ones' }).waitFor();
    await page.getByRole('button', { name: 'Amount', exact: true }).click();
    await page.getByRole('img', { name: 'altered' }).waitFor();
    await page.getByRole('button', { name: /Views/ }).click();
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByRole('img', { name: 'altered' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Share with everybody' }).click();
    await page.getByRole('button', { name: 'Stop sharing' }).waitFor();
    const { body } = await web.service.first.get('/saved_views');
    expect(body.saved_views).toMatchObject([
      { name: 'Large ones', query: 'amount[gt]=1000&sort=amount', shared: true },
    ]);
  });

  test('saves the matching rows of the shown columns as CSV, Excel and NDJSON, without formulas', async () => {
    await using opened = await web.openSignedIn('/projects?fields=name,project_number,amount,bid_due_date&sort=name');
    const { page } = opened;
    await page.getByRole('grid').waitFor();
    const saved = async (format: string, ending: string, isForImport = false): Promise<Buffer> => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByLabel(/change and import again/).setChecked(isForImport);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: format, exact: true }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(new RegExp(`^projects-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`));
      return await readFile(await file.path());
    };
    const labels = ['Name', 'Number', 'Amount', 'Bid due date', 'Bid due time'];
    const shown = readCsv((await saved('CSV', 'csv')).toString('utf8'));
    expect(Object.keys(shown[0] ?? {})).toEqual(labels);
    expect(shown.map(({ Name, Amount }) => [Name, Amount])).toContainEqual(['Harbor Tower', '900000']);
    const rows = readCsv((await saved('CSV', 'csv', true)).toString('utf8')) as { name: string; amount: string }[];
    expect(Object.keys(rows[0] ?? {}).slice(0, 5)).toEqual(['id', 'name', 'project_number', 'amount', 'bid_due_date']);
    expect(Object.keys(rows[0] ?? {})).not.toContain('version');
    expect(rows.map(({ name, amount }) => [name, amount])).toEqual([
      ["'=SUM(A1)", '250.5'],
      ['Harbor Tower', '900000'],
      ['North Campus Lab', '4215000'],
    ]);
    const lines = (await saved('NDJSON', 'ndjson')).toString('utf8').trim().split('\n');
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ name: 'Harbor Tower', amount: 900_000 });
    expect(Object.keys(readXlsx(await saved('Excel', 'xlsx'))[0] ?? {})).toEqual(labels);
  });

  test.each(screens)('is accessible and as wide as the screen %s, in light and dark', async (_, options) => {
    await using opened = await web.openSignedIn('/calls', options);
    const { page } = opened;
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(await page.getByRole('searchbox').count()).toBe(0);
    for (const path of ['/calls', '/projects?amount[gt]=1&amout=2', '/projects?assigned_to_id=null']) {
      await page.goto(web.url + path);
      await page.getByText(/\d (call|project)/).waitFor();
      expect(await violationsInBothColors(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    }
    const rows = page.getByRole('grid').or(page.getByRole('list', { name: 'Projects' }));
    // The title and the tools take two lines on a phone.
    expect((await rows.boundingBox())?.y).toBeLessThan(options === desk ? 110 : 180);
    const isFolded = await page.getByRole('button', { name: 'More actions' }).isVisible();
    expect(isFolded).toBe(options !== desk);
    for (const name of [/^Filter/, 'Columns', 'Views']) {
      if (isFolded && name === 'Columns') await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violationsInBothColors(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});
