import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { makePerson, password } from '../support/service/browsing.ts';
import { clientOf } from '../support/service/tokens.ts';
import type { Json } from '../support/service/client.ts';
import { violationsInBothColors } from './support/violations.ts';
import { screens, signIn } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';

inBrowser('the trash', (web) => {
  beforeAll(async () => {
    // The first page of a browser takes longer than the others: sign-in, scripts.
    await (await web.openSignedIn('/pipeline'))[Symbol.asyncDispose]();
  });

  const status = async (path: string): Promise<number> => (await web.service.first.get(path)).status;

  const trashed = async (plural: string, fields: object, by = web.service.first): Promise<Json> => {
    const record = await make(web.service.first, plural, { ...fields });
    expect((await by.delete(`/${plural}/${record.id}`)).status).toBe(204);
    return record;
  };

  const texts = (page: Page): Promise<string[]> => page.getByRole('listitem').locator('[dir=auto]').allInnerTexts();

  test('says when and by whom a record was deleted, restores it and opens it', async () => {
    const maria = await makePerson(web.service.first, { first_name: 'Maria', last_name: 'Diaz' });
    const { client } = await clientOf(web.service, { userId: maria.id });
    const project = await trashed('projects', { name: 'Oak Tower' }, client);
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByText(/^Deleted Mar 2, 9:00 AM by Maria Diaz$/).waitFor();
    await page.getByRole('button', { name: 'Restore Oak Tower' }).click();
    await page.getByText('Oak Tower is back.').waitFor();
    await page.getByText('Nothing here.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Trash');
    expect(await status(`/projects/${project.id}`)).toBe(200);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Oak Tower' }).waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('restores many at once, and says why one stays', async () => {
    const rows = ['Alder', 'Birch', 'Cedar'];
    const made: Json[] = [];
    for (const name of rows) made.push(await trashed('companies', { name, external_id: `C-${name}` }));
    // A live company has taken the id of one meanwhile.
    await make(web.service.first, 'companies', { name: 'Other Birch', external_id: 'C-Birch' });
    await using opened = await web.openSignedIn('/trash?of=companies');
    const { page } = opened;
    await page.getByText('Cedar', { exact: true }).waitFor();
    await page.getByLabel('All that are shown').check();
    await page.getByRole('button', { name: 'Restore 3' }).click();
    await page.getByText('2 companies are back.').waitFor();
    await page.getByText(/^Not restored\./).waitFor();
    await expect.poll(() => texts(page)).toEqual(['Birch']);
    expect(await page.evaluate('document.activeElement.closest("li")?.dataset.row')).toBe(made[1].id);
    expect(await Promise.all(made.map(({ id }) => status(`/companies/${id}`)))).toEqual([200, 404, 200]);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('2 companies', { exact: true }).waitFor();
  });

  test('says record by record what a lost connection has left, and keeps earlier reasons', async () => {
    for (const name of ['Ann', 'Bob', 'Cy', 'Dee']) await trashed('divisions', { name });
    await make(web.service.first, 'divisions', { name: 'Dee' });
    await using opened = await web.openSignedIn('/trash?of=divisions');
    const { page } = opened;
    await page.getByRole('button', { name: 'Restore Dee' }).click();
    await page.getByText(/^Not restored\. .*already/).waitFor();
    let sent = 0;
    await page.route('**/restore', (route) => ((sent += 1) === 1 ? route.continue() : route.abort()));
    const [restored, ...left] = (await texts(page)).filter((name) => name !== 'Dee');
    for (const name of ['Ann', 'Bob', 'Cy']) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Restore 3' }).click();
    await page.getByText(`${restored} is back.`).waitFor();
    await page.getByText('2 could not be restored. The list says why.').waitFor();
    await expect.poll(async () => (await texts(page)).toSorted()).toEqual(['Dee', ...left].toSorted());
    for (const reason of [/already/, /does not answer/, /It was not sent/]) {
      expect(
        await page
          .getByText(/^Not restored\./)
          .filter({ hasText: reason })
          .count(),
      ).toBe(1);
    }
  });

  test('shows what somebody else deletes meanwhile', async () => {
    await using opened = await web.openSignedIn('/trash?of=calls');
    const { page } = opened;
    await page.getByText('Nothing here.').waitFor();
    await trashed('calls', { notes: 'Wrong number' });
    await page.getByText('Wrong number', { exact: true }).waitFor();
  });

  test('is reached from the page of a deleted record', async () => {
    const lead = await trashed('leads', { name: 'Depot Roof' });
    await using opened = await web.openSignedIn(`/leads/${lead.id}`);
    const { page } = opened;
    await page.getByRole('link', { name: 'Open the trash' }).click();
    await page.getByText('Depot Roof', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?of=leads');
  });

  test('has deleted entries of the lists for an admin', async () => {
    await trashed('divisions', { name: 'Winter work' });
    await using opened = await web.openSignedIn('/trash');
    const { page } = opened;
    await page.getByRole('combobox', { name: 'Lists of the settings' }).selectOption('Divisions');
    await page.getByRole('button', { name: 'Restore Winter work' }).click();
    await page.getByText('Winter work is back.').waitFor();
  });

  test('shows a viewer who deleted a record, and nothing to change', async () => {
    await trashed('tasks', { title: 'Walk the site' });
    const viewer = await makePerson(web.service.first, { role: 'viewer' });
    await using opened = await web.open('/sign-in?next=/trash?of=tasks');
    const { page } = opened;
    await signIn(page, { email: viewer.email, password });
    await page.getByText(/^Deleted .* by /).waitFor();
    expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('combobox', { name: 'Lists of the settings' }).count()).toBe(0);
  });

  test.each(screens)('is accessible %s, in light and dark', async (_, options) => {
    await trashed('contacts', {
      first_name: 'Bartholomew-Maximilian',
      last_name: 'Featherstonehaugh '.repeat(6).trim(),
    });
    await using opened = await web.openSignedIn('/trash?of=contacts', options);
    const { page } = opened;
    await page
      .getByText(/^Deleted/)
      .first()
      .waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
  });
});
