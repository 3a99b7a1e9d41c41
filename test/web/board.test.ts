import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './support/in-browser.ts';

const card = (page: Page, name: string) => page.locator('[data-card]', { hasText: name });
const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) });

inBrowser('the board as a whole', (web) => {
  /** Makes a project in an open stage, by its name. */
  async function project(name: string, stage: string, fields: object = {}): Promise<void> {
    const { body } = await web.service.first.get('/project_stages');
    const { id } = (body.project_stages as { id: string; name: string }[]).find((one) => one.name === stage) ?? {};
    await web.service.first.post('/projects', { project: { name, project_stage_id: id, ...fields } });
  }

  test('keeps filters and grouping of the board as a view', async () => {
    await project('Osage Depot', 'Estimating', { amount: 7_000_000 });
    await using opened = await web.openSignedIn('/pipeline?amount[gt]=6000000&group=week');
    const { page } = opened;
    await page.getByRole('button', { name: /^Amount above/ }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Save what is shown as a new view').fill('Large ones by week');
    await page.getByRole('button', { name: 'Save as' }).click();
    await page.getByRole('heading', { name: 'Large ones by week' }).waitFor();
    const { saved_views: views } = (await web.service.first.get('/saved_views')).body;
    expect(views).toMatchObject([{ query: 'amount[gt]=6000000', display: { screen: 'pipeline', group: 'week' } }]);
    await page.goto(`${web.url}/projects`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByText('No views yet.').waitFor();
    await page.goto(`${web.url}/pipeline`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'Large ones by week' }).click();
    await page.getByRole('heading', { name: 'Large ones by week' }).waitFor();
    await card(page, 'Osage Depot').waitFor();
    expect(new URL(page.url()).search).toBe(`?amount[gt]=6000000&group=week&saved=${views[0].id}`);
    expect(opened.wrong).toEqual([]);
  });

  test('prints a table for each stage, with all of its cards', async () => {
    for (let number = 1; number <= 30; number += 1) await project(`Printed ${number}`, 'Shortlisted');
    await project('Printed late', 'Estimating', { bid_due_date: '2020-01-02', amount: 1_000_000 });
    await using opened = await web.openSignedIn('/pipeline?name[starts_with]=Printed');
    const { page } = opened;
    await card(page, 'Printed 1').first().waitFor();
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    const [totals, late, , cards] = await page.getByRole('table').all();
    expect(await totals?.getByRole('row').allInnerTexts()).toEqual([
      'Stage\tProjects\tAmount\tWeighted',
      expect.stringMatching(/^Estimating\t1\t\$1,000,000\t/),
      expect.stringMatching(/^Shortlisted\t30\t\$0\t/),
      expect.stringMatching(/^All\t31\t\$1,000,000\t/),
    ]);
    await page.getByRole('heading', { name: 'Late: 1' }).waitFor();
    expect(await late?.getByRole('row').count()).toBe(2);
    expect(await late?.innerText()).toContain('Printed late');
    expect(await page.locator('main').innerText()).toContain('Granite Builders');
    expect(await cards?.getByRole('row').count()).toBe(31);
    await page.getByRole('heading', { name: /^Shortlisted: 30 · / }).waitFor();
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    await card(page, 'Printed 1').first().waitFor();
  });

  test('counts the cards of a week, which the service does not add up', async () => {
    await project('Week Mill', 'Estimating', { bid_due_date: '2026-03-04', amount: 1_000_000 });
    await using opened = await web.openSignedIn('/pipeline?group=week&assigned_to_id=null&name[starts_with]=Week');
    const { page } = opened;
    await card(page, 'Week Mill').waitFor();
    expect(
      await column(page, 'Week of Mar 2')
        .getByText(/^\$1M · /)
        .count(),
    ).toBe(1);
  });
});
