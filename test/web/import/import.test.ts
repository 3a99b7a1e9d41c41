import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { csv, done, upload } from '../../support/data/importing.ts';
import { makePerson, password } from '../../support/service/browsing.ts';
import { inBrowser } from '../support/in-browser.ts';
import { signIn } from '../support/signed-in-page.ts';

/** A report of a program: a line above the names, semicolons, days first, decimal commas, blanks and repetitions. */
const messy = [
  'Report of bids;;;;;',
  'Ref;Working title;Customer;Bid Date;Bid Amount;Remarks',
  'M-1;Lab Fit-out;Granite Health;14.03.2026;"1.250.000,50";first',
  'M-2;Oak Tower;Oak Street Partners;02.04.2026;380000;',
  'M-3;;Granite Health;02.05.2026;12;no name',
  'M-1;North Campus Lab;Granite Health;15.03.2026;"1.300.000,00";second',
].join('\r\n');

const column = (page: Page, name: string): Locator => page.locator(`[data-column="${name}"]`);

const choose = async (page: Page, name: string, field: string): Promise<void> => {
  await column(page, name)
    .getByRole('button', { name: /^(Choose a field for|.* fills .*\. Change it)/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'Field' }).fill(field);
  await page.keyboard.press('Enter');
};

const count = (page: Page, result: string): Promise<string> =>
  page.getByRole('button', { name: new RegExp(`^${result} `) }).innerText();

const startDryRun = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Start the dry run' }).click();
  await page.getByText('Rows read').waitFor();
};

inBrowser(
  'the import of a file',
  (web) => {
    beforeAll(async () => {
      // The first page of a browser takes longer than the others: sign-in, scripts.
      await (await web.openSignedIn('/pipeline'))[Symbol.asyncDispose]();
    });

    const names = async (): Promise<string[]> =>
      (await web.service.first.get('/projects')).body.projects.map(({ name }: { name: string }) => name).toSorted();

    test('leads from a messy file to its report, and back by an undo', async () => {
      await using opened = await web.openSignedIn('/projects');
      const { page } = opened;
      await page.getByRole('link', { name: 'Import projects from a file' }).click();
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'bids.csv', mimeType: 'text/csv', buffer: Buffer.from(messy) });
      await page.getByRole('button', { name: 'Upload and check the file' }).click();
      await page.getByText('The row above is skipped').waitFor();
      expect(await page.getByLabel('Between two cells').inputValue()).toBe(';');
      await page.getByRole('link', { name: 'Continue to the fields' }).click();
      await choose(page, 'Ref', 'External id');
      await page.getByLabel('Name is required. Take it from').selectOption('Working title');
      await page.getByLabel('The same', { exact: true }).getByRole('combobox').selectOption('External id');
      await startDryRun(page);
      expect(await count(page, 'Created')).toContain('2');
      expect(await count(page, 'Superseded')).toContain('1');
      expect(await count(page, 'Rejected')).toContain('1');
      await page
        .getByRole('list', { name: 'Rows that are rejected' })
        .getByText(/^Working title .*required/)
        .waitFor();
      expect(await names()).toEqual([]);
      await page.getByRole('button', { name: 'Import 2 projects' }).click();
      await page.getByText('The import is complete').waitFor();
      expect(await names()).toEqual(['North Campus Lab', 'Oak Tower']);
      const [lab] = (await web.service.first.get('/projects?external_id=M-1')).body.projects;
      expect(lab).toMatchObject({ amount: 1_300_000, bid_due_date: '2026-03-15', company: { name: 'Granite Health' } });
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Save the rejected rows as a file' }).click();
      expect(await readFile(await (await download).path(), 'utf8')).toContain('M-3');
      await page.getByRole('link', { name: 'Show the new projects' }).click();
      await page.getByText('2 projects', { exact: true }).waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Undo the import' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('It deletes what the import made: 2 projects, 2 companies.').waitFor();
      await dialog.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('The import is undone').waitFor();
      expect(await names()).toEqual([]);
      // The first mapping lacked the name.
      expect(opened.wrong.filter((text) => !text.includes('422'))).toEqual([]);
    });

    test('leads from a rejected row to its column, where the values are replaced', async () => {
      const text = csv(['Title', 'Stage'], ['Bank', 'Estimating'], ['Barn', 'Take-off']);
      const item = await upload(web.service.first, 'projects', text);
      await done(web.service.first, item.id, 'check');
      await using opened = await web.openSignedIn(`/import/${item.id}`);
      const { page } = opened;
      await page
        .getByText(/Take-off/)
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Change how Stage is read' }).click();
      const stage = column(page, 'Stage');
      await stage.getByLabel('Read it in another way').selectOption({ label: 'Replace values' });
      await stage.getByLabel('“Take-off” becomes').selectOption('Estimating');
      await startDryRun(page);
      expect(await count(page, 'Created')).toContain('2');
      expect(await count(page, 'Rejected')).toContain('0');
      await page.getByText('No row is rejected.').waitFor();
    });

    test('is not for viewers', async () => {
      const item = await upload(web.service.first, 'companies', csv(['Company Name'], ['Oak Street']));
      const viewer = await makePerson(web.service.first, { role: 'viewer' });
      await using opened = await web.open(`/sign-in?next=/import/${item.id}`);
      const { page } = opened;
      await signIn(page, { email: viewer.email, password });
      await page.getByText('Ask a member or an admin to import a file.').waitFor();
      expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
      expect(await page.getByRole('heading', { name: item.name }).count()).toBe(0);
    });
  },
  { everyMs: 50 },
);
