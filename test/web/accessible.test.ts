import { beforeAll, expect, test } from 'vitest';
import { violationsInBothColors } from './support/violations.ts';
import { screens } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';

inBrowser('the first screens are accessible', (web) => {
  beforeAll(async () => {
    const company = await web.service.first.post('/companies', {
      company: { name: 'Granite Health', category: 'client' },
    });
    const project = {
      ...{ name: 'North Campus Lab Fit-out', project_number: '26-0412', company_id: company.body.company.id },
      ...{ amount: 4215000, bid_due_date: '2026-02-27' },
    };
    await web.service.first.post('/projects', { project });
  });

  test.each(screens)('the sign-in %s, in light and dark', async (_, options) => {
    await using opened = await web.open('/sign-in', options);
    await opened.page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await violationsInBothColors(opened.page)).toEqual([]);
  });

  test.each(screens)('the pipeline with its dialogs %s, in light and dark', async (_, options) => {
    await using opened = await web.openSignedIn('/pipeline', options);
    const { page } = opened;
    await page.locator('[data-card]').first().waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    for (const key of ['m', 'a', 'd']) {
      await page.locator('[data-card]').first().focus();
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      expect(await violationsInBothColors(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});
