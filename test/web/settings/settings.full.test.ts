import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { lists } from '../../../src/resources/lists.ts';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { admin, signIn } from '../support/signed-in-page.ts';
import { violations } from '../support/violations.ts';
import { inBrowser } from '../support/in-browser.ts';

inBrowser('the settings', (web) => {
  beforeAll(async () => {
    await make(web.service.first, 'custom_fields', { model: 'company', name: 'Vendor number', field_type: 'text' });
  });

  const named = async (plural: string): Promise<string[]> => {
    const { body } = await web.service.first.get(`/${plural}?per_page=500`);
    return (body[plural] as { name: string }[]).map(({ name }) => name);
  };
  const one = async (plural: string, name: string): Promise<Json> => {
    const { body } = await web.service.first.get(`/${plural}?name=${encodeURIComponent(name)}&include=version`);
    return body[plural][0];
  };
  const row = (page: Page, name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Delete ${name}`, exact: true }) });
  const focused = (page: Page): Promise<string | null> =>
    page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');

  describe('stages', () => {
    test('change in place, field by field', async () => {
      await using opened = await web.openSignedIn('/settings/stages');
      const { page } = opened;
      await row(page, 'Shortlisted').getByRole('button', { name: 'Edit Name: Shortlisted' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Interview');
      await page.keyboard.press('Enter');
      await row(page, 'Interview').getByRole('button', { name: 'Edit Probability: 45%' }).click();
      await page.getByRole('textbox', { name: 'Probability' }).fill('50');
      await page.keyboard.press('Enter');
      await row(page, 'Interview').getByRole('button', { name: 'Edit Probability: 50%' }).waitFor();
      await expect.poll(async () => (await one('project_stages', 'Interview')).default_probability).toBe(0.5);
      await page.keyboard.press('Control+z');
      await row(page, 'Interview').getByRole('button', { name: 'Edit Probability: 45%' }).waitFor();
      expect(opened.wrong).toEqual([]);
    });

    test('keep their category while projects are in them, and say why', async () => {
      const stage = await one('project_stages', 'Budgeting');
      await make(web.service.first, 'projects', { name: 'Ridge School', project_stage_id: stage.id });
      await using opened = await web.openSignedIn('/settings/stages');
      const { page } = opened;
      await row(page, 'Budgeting').getByRole('button', { name: 'Edit Category: Open' }).click();
      await page.getByRole('option', { name: 'Lost' }).click();
      await page.getByText('1 record uses this entry, so it cannot be given another category.').waitFor();
      await page.keyboard.press('Escape');
      await row(page, 'Budgeting').getByRole('button', { name: 'Edit Category: Open' }).waitFor();
    });

    test('are deleted once their projects have another one', async () => {
      const stage = await make(web.service.first, 'project_stages', { name: 'Site visit' });
      for (const name of ['Mill Loft', 'Mill Yard']) {
        await make(web.service.first, 'projects', { name, project_stage_id: stage.id });
      }
      await using opened = await web.openSignedIn('/settings/stages');
      const { page } = opened;
      await row(page, 'Site visit').getByRole('button', { name: 'Delete Site visit' }).click();
      await page.getByText('2 projects use Site visit.').waitFor();
      await page.getByRole('button', { name: 'Move and delete' }).click();
      await page.getByText('Choose the project stage that takes its place.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('Move them to').selectOption('Estimating');
      await page.getByRole('button', { name: 'Move and delete' }).click();
      await page.getByText('Site visit is deleted.').waitFor();
      expect(await named('project_stages')).not.toContain('Site visit');
      const { projects } = (await web.service.first.get('/projects?name[in]=Mill Loft,Mill Yard')).body;
      const stages = (projects as { project_stage: { name: string } }[]).map((project) => project.project_stage.name);
      expect(stages).toEqual(['Estimating', 'Estimating']);
    });

    test('are deleted after a change that is under way', async () => {
      await make(web.service.first, 'project_stages', { name: 'Draft' });
      await using opened = await web.openSignedIn('/settings/stages');
      const { page } = opened;
      await page.route('**/project_stages/*', (route) => setTimeout(() => void route.continue(), 300));
      await row(page, 'Draft').getByRole('button', { name: 'Edit Name: Draft' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Sketch');
      await page.keyboard.press('Enter');
      await row(page, 'Sketch').getByRole('button', { name: 'Delete Sketch' }).click();
      await page.getByText('Sketch is deleted.').waitFor();
    });
  });

  describe('lists', () => {
    test('are all there, as they are declared', async () => {
      await using opened = await web.openSignedIn('/settings/lists');
      const { page } = opened;
      const hrefs = await page
        .locator('main main, main')
        .getByRole('link')
        .evaluateAll((links) =>
          links.map((link) => link.getAttribute('href')).filter((href) => href?.startsWith('/settings/lists/')),
        );
      expect(hrefs.toSorted()).toEqual(lists.map(({ plural }) => `/settings/lists/${plural}`).toSorted());
    });

    test('take new entries with the fields of the list, and give deleted ones back', async () => {
      await using opened = await web.openSignedIn('/settings/lists/loss_reasons');
      const { page } = opened;
      await page.getByRole('button', { name: 'New loss reason' }).click();
      await page.getByLabel('Name (required)').fill('Price');
      await page.keyboard.press('Control+Enter');
      await page.getByText(/Name is already/).waitFor();
      await page.getByLabel('Name (required)').fill('Weather');
      await page.getByLabel('Group', { exact: true }).selectOption('Owner');
      await page.keyboard.press('Control+Enter');
      await row(page, 'Weather').getByRole('button', { name: 'Edit Group: Owner' }).waitFor();
      const all = await named('loss_reasons');
      const after = all[all.indexOf('Weather') + 1] ?? all.at(-2);
      await row(page, 'Weather').getByRole('button', { name: 'Delete Weather' }).click();
      await page.getByText('Weather is deleted.').waitFor();
      await expect.poll(() => focused(page)).toBe(`Delete ${after}`);
      await page.getByText('Deleted', { exact: true }).click();
      await page.getByRole('button', { name: 'Restore Weather' }).click();
      await row(page, 'Weather').waitFor();
    });
  });

  test('custom fields have choices, one a line, in the order of the lines', async () => {
    await using opened = await web.openSignedIn('/settings/fields');
    const { page } = opened;
    await page.getByRole('button', { name: 'New custom field' }).click();
    await page.getByLabel('Record (required)').selectOption('Project');
    await page.getByLabel('Name (required)').fill('Bond');
    await page.getByLabel('Type (required)').selectOption('One choice');
    await page.keyboard.press('Control+Enter');
    await page.getByText('must not be empty').first().waitFor();
    await page.getByRole('textbox', { name: 'Choices' }).fill('None\nBid, 5%');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Project' }).getByRole('button', { name: 'Edit Name: Bond' }).waitFor();
    await page.getByRole('button', { name: 'Edit Choices: None · Bid, 5%' }).click();
    await page.getByRole('textbox', { name: 'Choices' }).fill('Bid, 5%\nNone');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await one('custom_fields', 'Bond')).options).toEqual(['Bid, 5%', 'None']);
  });

  test('the firm has a name, a zone and a currency, which every page shows', async () => {
    await using opened = await web.openSignedIn('/settings/firm');
    const { page } = opened;
    await page.getByRole('button', { name: 'Edit Name: Granite Builders' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Granite & Co');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).getByText('Granite & Co').waitFor();
    await page.getByRole('button', { name: 'Edit Time zone: America/Chicago' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('new york');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edit Time zone: America/New York' }).waitFor();
    const { account } = (await web.service.first.get('/account')).body;
    expect(account).toMatchObject({ name: 'Granite & Co', time_zone: 'America/New_York' });
    expect(opened.wrong).toEqual([]);
  });

  test('a viewer reads them and has nothing to change', async () => {
    const viewer = { email: 'viewer@granite.example', password: admin.password };
    await web.service.first.post('/users', { user: { ...viewer, role: 'viewer' } });
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await signIn(page, viewer);
    const pages = { stages: 'Estimating', 'lists/loss_reasons': 'Price', fields: 'Vendor number', firm: 'USD' };
    for (const [path, text] of Object.entries(pages)) {
      await page.goto(`${web.url}/settings/${path}`);
      await page.locator('main').getByText(text).first().waitFor();
      expect(await page.locator('main').getByRole('button').count(), path).toBe(0);
    }
    await page.goto(`${web.url}/set-up`);
    await page.getByText('Only an admin of your firm can set it up.').waitFor();
  });
});
