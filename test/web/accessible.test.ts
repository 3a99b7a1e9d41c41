import { beforeAll, expect, test } from 'vitest';
import { csv, upload } from '../support/data/importing.ts';
import { violations } from './support/violations.ts';
import { looks } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';

inBrowser('every screen is accessible', (web) => {
  let projectId: string;
  beforeAll(async () => {
    const company = await web.service.first.post('/companies', {
      company: { name: 'Granite Health', category: 'client' },
    });
    const project = {
      ...{ name: 'North Campus Lab Fit-out', project_number: '26-0412', company_id: company.body.company.id },
      ...{ amount: 4215000, bid_due_date: '2026-02-27' },
    };
    projectId = (await web.service.first.post('/projects', { project })).body.project.id;
  });

  test.each(looks)('the sign-in %s', async (_, options) => {
    await using opened = await web.open('/sign-in', options);
    await opened.page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await violations(opened.page)).toEqual([]);
  });

  test.each(looks)('the pipeline with its dialogs %s', async (_, options) => {
    await using opened = await web.openSignedIn('/pipeline', options);
    const { page } = opened;
    await page.locator('[data-card]').first().waitFor();
    expect(await violations(page)).toEqual([]);
    for (const key of ['m', 'a', 'd']) {
      await page.locator('[data-card]').first().focus();
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  test.each(looks)('the calendar %s', async (_, options) => {
    for (const path of ['/calendar?month=2026-02', '/calendar?month=2026-02&show=agenda', '/calendar?month=2031-01']) {
      await using opened = await web.openSignedIn(path, options);
      const { page } = opened;
      const shown = path.includes('2031') ? page.getByText('Nothing is due in') : page.locator('[data-card]').first();
      await shown.waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
    }
  });

  test.each(looks)('an import with its fields %s', async (_, options) => {
    const item = await upload(
      web.service.first,
      'projects',
      csv(['Job', 'Client', 'Bid Date'], ['Lab', 'Granite', '']),
    );
    for (const [path, shown] of [
      ['/import', 'Imports so far'],
      [`/import/${item.id}`, 'Some values'],
      [`/import/${item.id}?step=map`, 'The same in each row'],
      [`/import/${item.id}?step=check`, 'The dry run applies all rows'],
    ] as const) {
      await using opened = await web.openSignedIn(path, options);
      const { page } = opened;
      await page.getByText(shown).first().waitFor({ state: 'attached' });
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await violations(page)).toEqual([]);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
    }
  });

  test.each(looks)('a project %s', async (_, options) => {
    await using opened = await web.openSignedIn(`/projects/${projectId}`, options);
    const { page } = opened;
    await page.getByRole('heading', { name: 'North Campus Lab Fit-out' }).waitFor();
    const tab = page.getByRole('tab', { name: 'History' });
    if (options.viewport.width < 720) await tab.click();
    await page.getByText('created it').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    const width = options.viewport.width;
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});
