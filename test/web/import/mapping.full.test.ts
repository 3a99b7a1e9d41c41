import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { csv, done, upload } from '../../support/data/importing.ts';
import { make } from '../../support/data/make.ts';
import { makePerson, password } from '../../support/service/browsing.ts';
import { inBrowser } from '../support/in-browser.ts';
import { layoutFaults, leastTarget } from '../support/layout-faults.ts';
import { phone, signIn } from '../support/signed-in-page.ts';
import { violations } from '../support/violations.ts';

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

    test('names a mistake at its column, keeps it over a new visit, and takes the correction', async () => {
      const item = await upload(web.service.first, 'projects', csv(['Title', 'Due'], ['Depot', '3/14/2026']));
      await using opened = await web.openSignedIn(`/import/${item.id}?step=map`);
      const { page } = opened;
      await choose(page, 'Due', 'Start date');
      const due = column(page, 'Due');
      await due.getByText('Read as a date').click();
      await due.getByLabel('Date pattern').fill('M/d/yyyyy');
      await due.getByRole('alert').getByText('The pattern').waitFor();
      await page.reload();
      await due.getByRole('alert').getByText('The pattern').waitFor();
      await due.getByLabel('Date pattern').fill('M/d/yyyy');
      await due.getByRole('alert').waitFor({ state: 'detached' });
      await startDryRun(page);
      expect(await count(page, 'Created')).toContain('1');
    });

    test('matches companies by their names unless somebody chooses to make new ones', async () => {
      await make(web.service.first, 'companies', { name: 'Hensel Partners' });
      const item = await upload(web.service.first, 'companies', csv(['Company'], ['Hensel Partners']));
      await using opened = await web.openSignedIn(`/import/${item.id}?step=map`);
      const { page } = opened;
      await page.getByLabel('A row with a known name').selectOption('creates a new record');
      await startDryRun(page);
      expect(await count(page, 'Created')).toContain('1');
      await page.getByRole('link', { name: 'Back to the fields' }).click();
      await page.getByLabel('A row with a known name').selectOption('changes the record of that name');
      await startDryRun(page);
      expect(await count(page, 'Unchanged')).toContain('1');
    });

    test('gives records other names only if somebody confirms it', async () => {
      const { first } = web.service;
      const log = (name: string) => csv(['Job No.', 'Name'], ['W-1', name]);
      await done(first, (await upload(first, 'projects', log('Elm School'))).id, 'run');
      const item = await upload(first, 'projects', log('River Garage'));
      await using opened = await web.openSignedIn(`/import/${item.id}?step=check`);
      const { page } = opened;
      await page.getByRole('button', { name: 'Start the dry run' }).click();
      const run = page.getByRole('button', { name: 'Import 1 project' });
      await run.waitFor();
      expect(await run.isDisabled()).toBe(true);
      await page.getByLabel('The records get other names').check();
      await run.click();
      await page.getByText('The import is complete').waitFor();
      expect((await first.get('/projects?project_number=W-1')).body.projects).toMatchObject([{ name: 'River Garage' }]);
    });

    test('shows how dates and blank cells are read, and takes further forms by example or by hand', async () => {
      const text = csv(
        ['Title', 'Bid Due'],
        ['Depot', '3/14/26'],
        ['Mill', 'TBD'],
        ['Bank', '14-Mar-2026'],
        ['Inn', '2026_5_9'],
      );
      const item = await upload(web.service.first, 'projects', text);
      await using opened = await web.openSignedIn(`/import/${item.id}?step=map`);
      const { page } = opened;
      const due = column(page, 'Bid Due');
      await due
        .getByText('such as 3/14/2026, 3/14/26, 14-Mar-2026 or 14-Mar-26; TBD, TBA, TBC, N/A and 9 more are blank')
        .click();
      await due.getByLabel('Read other dates too, such as').selectOption({ label: 'Mar 14, 2026' });
      await due.getByLabel('Read other dates too, such as').selectOption({ label: 'A pattern by hand' });
      await due.getByLabel('Or pattern 6').fill('yyyy_M_d');
      await due.getByText('such as 2026_3_14').waitFor();
      await due.getByRole('button', { name: 'Do not read dates such as 14-Mar-26' }).click();
      await due.getByRole('list', { name: 'Texts that are blank' }).getByText('pending').waitFor();
      await due.getByRole('button', { name: 'Do not read pending as blank' }).click();
      await due.getByLabel('Another text that is blank').fill('ask');
      await due.getByRole('button', { name: 'Add' }).click();
      expect(await violations(page)).toEqual([]);
      await startDryRun(page);
      expect(await count(page, 'Created')).toContain('4');
      const { mapping } = (await web.service.first.get(`/imports/${item.id}`)).body.import;
      const [words, dates] = mapping.columns.find(({ to }: { to: string }) => to === 'bid_due_date').transform;
      expect(dates).toEqual({ date: ['M/d/yyyy', 'M/d/yy', 'd-MMM-yyyy', 'MMM d, yyyy', 'yyyy_M_d'] });
      expect(words.blank_words).toEqual(expect.arrayContaining(['TBD', 'ask']));
      expect(words.blank_words).not.toContain('pending');
    });

    test('keeps the chosen file if the upload fails, and goes on at the address of its import', async () => {
      await using opened = await web.openSignedIn('/import?as=companies');
      const { page } = opened;
      await page.route('**/imports?as=*', (route) => route.abort(), { times: 1 });
      const buffer = Buffer.from(csv(['Company Name'], ['Granite Health']));
      await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'firms.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Upload and check the file' }).click();
      await page.getByRole('alert').getByText('The service does not answer.').waitFor();
      await page.getByText('firms.csv').first().waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'firms.csv' }).waitFor();
      const address = page.url();
      await page.getByRole('link', { name: '3. Dry run' }).click();
      await startDryRun(page);
      await using later = await web.openSignedIn(new URL(address).pathname, phone);
      await later.page.getByRole('button', { name: 'Import 1 company' }).waitFor();
      expect(await violations(later.page)).toEqual([]);
      expect(await layoutFaults(later.page, leastTarget.finger)).toEqual([]);
      await later.page.getByRole('button', { name: 'Import 1 company' }).click();
      await later.page.getByText('The import is complete').waitFor();
      expect(await violations(later.page)).toEqual([]);
      expect(await layoutFaults(later.page, leastTarget.finger)).toEqual([]);
    });

    test('defines a field for each column that no field fits, whatever the script of its name', async () => {
      const { id: first } = await make(web.service.first, 'custom_fields', { model: 'company', name: 'Код' });
      const text = csv(['Company Name', 'Бюджет', 'Сумма'], ['Oak Street', '12', '34']);
      const item = await upload(web.service.first, 'companies', text);
      await using opened = await web.openSignedIn(`/import/${item.id}?step=map`);
      const { page } = opened;
      for (const name of ['Бюджет', 'Сумма']) {
        await choose(page, name, 'New field');
        await column(page, name)
          .getByRole('button', { name: `${name} fills ${name} (new). Change it` })
          .waitFor();
      }
      await startDryRun(page);
      await page.getByRole('button', { name: 'Import 1 company' }).click();
      await page.getByText('The import is complete').waitFor();
      const { custom_fields: fields } = (await web.service.first.get('/custom_fields?model=company')).body;
      const made = fields.filter(({ id }: { id: string }) => id !== first);
      expect(made.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Бюджет', 'Сумма']);
      const [company] = (await web.service.first.get('/companies?q=Oak+Street')).body.companies;
      const values = Object.fromEntries(
        made.map((one: { name: string; api_name: string }) => [one.name, company.custom_fields[one.api_name]]),
      );
      expect(values).toEqual({ Бюджет: 12, Сумма: 34 });
      expect(opened.wrong).toEqual([]);
      const member = await makePerson(web.service.first, { role: 'member' });
      await using other = await web.open(`/sign-in?next=/import/${item.id}`);
      await signIn(other.page, { email: member.email, password });
      await other.page.getByText('Only an admin may undo it or delete its file').waitFor();
      expect(await other.page.getByRole('button', { name: /^(Undo the import|Delete the file)$/ }).count()).toBe(0);
    });
  },
  { everyMs: 50 },
);
