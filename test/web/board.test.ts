import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './support/in-browser.ts';
import { phone } from './support/signed-in-page.ts';

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

  test('names the stage of each card where the columns are no stages, also on paper', async () => {
    await project('Stagehand Hall', 'Estimating', { bid_due_date: '2026-04-01' });
    await using opened = await web.openSignedIn('/pipeline?name[starts_with]=Stagehand&group=estimator');
    const { page } = opened;
    expect(await card(page, 'Stagehand Hall').locator('bdi').last().innerText()).toBe('Estimating');
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    const nobody = page.getByRole('table').last();
    expect(await nobody.getByRole('columnheader').allInnerTexts()).toEqual([
      'Name',
      'Number',
      'Client',
      'Stage',
      'Due',
      'Days in stage',
      'Amount',
    ]);
    await page.goto(`${web.url}/pipeline?name[starts_with]=Stagehand`);
    await card(page, 'Stagehand Hall').waitFor();
    expect(await card(page, 'Stagehand Hall').locator('bdi').last().innerText()).toBe('');
  });

  test('remembers a collapsed stage apart from a person and a week with the same id', async () => {
    await project('Twin Ids', 'Tracking', { bid_due_date: '2026-03-11' });
    await using opened = await web.openSignedIn('/pipeline?name[starts_with]=Twin');
    const { page } = opened;
    const stage = await column(page, 'Tracking').getAttribute('data-column');
    await page.getByRole('button', { name: /^Tracking/ }).click();
    const states = await page.evaluate<Record<string, boolean>>(`JSON.parse(localStorage['plumbline-columns'])`);
    expect(states).toMatchObject({ [stage ?? '']: true });
    await page.evaluate(`localStorage['plumbline-columns'] = '{"1":true}'`);
    await page.goto(`${web.url}/pipeline?name[starts_with]=Twin&group=week`);
    await page.locator('[data-column="1"] [data-card]').waitFor();
    await page.evaluate(`localStorage.removeItem('plumbline-columns')`);
  });

  test('folds weeks without bids, and begins on a phone at a column with cards', async () => {
    await project('Weekly Hall', 'Estimating', { bid_due_date: '2026-03-11' });
    const path = '/pipeline?name[starts_with]=Weekly&group=week';
    await using opened = await web.openSignedIn(path);
    await card(opened.page, 'Weekly Hall').waitFor();
    const toggle = (name: string) => opened.page.getByRole('button', { name: new RegExp(`^${name} `), exact: false });
    expect(await toggle('Week of Mar 2').getAttribute('aria-expanded')).toBe('false');
    expect(await toggle('Week of Mar 9').getAttribute('aria-expanded')).toBe('true');
    await using narrow = await web.openSignedIn(path, phone);
    await expect.poll(() => narrow.page.getByLabel('Column').inputValue()).toBe('1');
    await expect.poll(() => card(narrow.page, 'Weekly Hall').isVisible()).toBe(true);
  });
});
