import { beforeAll, expect, test } from 'vitest';
import { TenProjects } from '../api/reports/support/ten-projects.ts';
import { inBrowser } from './support/in-browser.ts';
import { layoutFaults, leastTarget } from './support/layout-faults.ts';
import { linesOf } from './support/report-page.ts';
import { phone, screens } from './support/signed-in-page.ts';
import { violationsInBothColors } from './support/violations.ts';

inBrowser('the past of ten projects', (web) => {
  let firm: TenProjects;

  beforeAll(async () => {
    firm = new TenProjects(web.service);
    await firm.begin();
    await firm.until('2026-03-29T18:00:00Z');
  });

  test('shows the table of a past day, which nobody can change', async () => {
    await using opened = await web.openSignedIn('/projects?sort=name');
    const { page } = opened;
    await page.getByRole('button', { name: 'As of now' }).click();
    await page.getByRole('option', { name: 'End of last week, Mar 22' }).click();
    await page.getByText('As of Sun, Mar 22, 2026. Names as of today.').waitFor();
    await page.getByText('8 projects').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'North Lab' });
    await row.getByText('$1M').or(row.getByText('$1,000,000')).first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await row.getByRole('gridcell').nth(3).dblclick();
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await page.keyboard.press('F2');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('searchbox').count()).toBe(0);
    await page.getByRole('button', { name: 'Show now' }).click();
    await page.getByText('9 projects').waitFor();
    await row.getByText('$1.2M').or(row.getByText('$1,200,000')).first().waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('shows a report of a past day, whose figures lead to the projects of that day', async () => {
    await using opened = await web.openSignedIn('/reports/pipeline?group_by=project_stage_id');
    const { page } = opened;
    await page.getByRole('button', { name: 'As of now' }).click();
    await page.getByRole('option', { name: 'Another day…' }).click();
    await page.getByLabel('Day').fill('3/22');
    await page.keyboard.press('Enter');
    await page
      .getByText(/^As of Mar 22.*11:59/)
      .first()
      .waitFor();
    await expect
      .poll(async () => (await linesOf(page, 'Open projects')).at(-1)?.slice(0, 4))
      .toEqual([...['All', '6', '$6,700,000', '$3,990,000']]);
    await page.getByRole('link', { name: 'Attention' }).click();
    await page.getByRole('button', { name: 'As of Mar 22' }).waitFor();
    await page.goBack();
    await page.getByRole('table', { name: 'Open projects' }).getByRole('link', { name: '6', exact: true }).click();
    await page.getByText('6 projects').waitFor();
    await page.getByText(/^As of Mar 22.*11:59.*Names as of today/).waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('shows a project of a past day, which nobody can change, and what is of today alone not at all', async () => {
    await using opened = await web.openSignedIn(`/projects/${firm.ids[1]}`);
    const { page } = opened;
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await page.getByRole('button', { name: 'As of now' }).click();
    await page.getByRole('option', { name: 'End of last week, Mar 22' }).click();
    await page.waitForURL(`**/projects/${firm.ids[1]}?as_of=2026-03-22`);
    await page.getByText('As of Sun, Mar 22, 2026. Names as of today.').waitFor();
    const main = page.getByRole('main');
    await main.getByText('$1,000,000').waitFor();
    for (const name of ['Tasks', 'Calls', 'Team']) expect(await main.getByRole('heading', { name }).count()).toBe(0);
    expect(await main.getByText('Next action').count()).toBe(0);
    expect(await main.locator('button:enabled').allInnerTexts()).toEqual([
      ...['As of Mar 22', '', 'As it is now', expect.stringMatching(/^\d+ empty fields$/)],
    ]);
    await main.getByRole('button', { name: 'More actions' }).click();
    expect(await page.getByRole('option').or(page.getByRole('menuitem')).allInnerTexts()).toEqual(['Copy link']);
    await page.keyboard.press('Escape');
    for (const key of ['m', 'Delete']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await main.getByRole('listitem').filter({ hasText: 'created it' }).count()).toBe(1);
    expect(await main.getByText('changed it').count()).toBe(0);
    await web.service.first.patch(`/projects/${firm.ids[1]}`, { project: { square_feet: 700 } });
    await page.getByRole('button', { name: 'As it is now' }).click();
    await main.getByText('$1,200,000').first().waitFor();
    await main.getByText('700').first().waitFor();
    await page.goBack();
    await main.getByText('$1,000,000').waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('keeps the present name of a project among the recent records', async () => {
    const path = `/projects/${firm.ids[5]}`;
    await using opened = await web.openSignedIn(`${path}?as_of=2026-03-28`);
    const { page } = opened;
    const { name } = (await web.service.first.get(path)).body.project;
    await page.getByRole('heading', { name }).waitFor();
    await web.service.first.patch(path, { project: { name: 'Renamed today' } });
    await page.getByRole('button', { name: 'As it is now' }).click();
    await page.getByRole('heading', { name: 'Renamed today' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name }).waitFor();
    await page.goto(`${web.url}/today`);
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.keyboard.press('Control+k');
    const recent = page.getByRole('group', { name: 'Recent' });
    await recent.getByText('Renamed today').waitFor();
    expect(await recent.getByText(name, { exact: true }).count()).toBe(0);
    await web.service.first.patch(path, { project: { name } });
  });

  test('says that a project was not there yet, or was deleted, with a way to the present one', async () => {
    await using opened = await web.openSignedIn(`/projects/${firm.ids[4]}?as_of=2026-03-22`);
    const { page } = opened;
    await page.getByText('Depot did not exist yet as of Sun, Mar 22, 2026.').waitFor();
    await page.getByRole('button', { name: 'As of Mar 22' }).click();
    await page.getByRole('option', { name: 'Now' }).click();
    await page.getByRole('heading', { name: 'Depot' }).waitFor();
    await page.goto(`${web.url}/projects/${firm.ids[7]}?as_of=2026-03-26`);
    await page.getByText('Garage was deleted as of Thu, Mar 26, 2026.').waitFor();
    await page.getByRole('link', { name: 'The project as it is now' }).click();
    await page.getByText('Garage is deleted.').waitFor();
    await page.goto(`${web.url}/projects/999999?as_of=2026-03-26`);
    await page.getByText('Your firm has no such project.').waitFor();
    await page.goto(`${web.url}/projects/${firm.ids[7]}?as_of=2026-03-25`);
    await page.getByRole('heading', { name: 'Garage' }).waitFor();
  });

  test('leads from an instant that the service refuses to the project as it is now', async () => {
    await using opened = await web.openSignedIn(`/projects/${firm.ids[1]}?as_of=soon`);
    const { page } = opened;
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'As of soon' }).click();
    await page.getByRole('option', { name: 'Now' }).click();
    await page.waitForURL(`**/projects/${firm.ids[1]}`);
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  });

  test('shows the history up to a past day of a project that has changed much since', async () => {
    for (let units = 1; units <= 45; units += 1) {
      await web.service.first.patch(`/projects/${firm.ids[2]}`, { project: { units } });
    }
    await using opened = await web.openSignedIn(`/projects/${firm.ids[2]}?as_of=2026-03-22`);
    const { page } = opened;
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'created it' }).waitFor();
    expect(await page.getByRole('main').getByText('Units: 44 → 45').count()).toBe(0);
    expect(opened.wrong).toEqual([]);
  });

  test('opens the projects of past lists and reports as they were', async () => {
    const past = 'as_of=2026-03-22';
    await using opened = await web.openSignedIn('/reports/attention?as_of=2026-03-28');
    const { page } = opened;
    const isPast = async (): Promise<void> => {
      await page.waitForURL('**/projects/*?as_of=*');
      await page.getByRole('main').getByText('Names as of today.').waitFor();
    };
    await page.getByRole('rowheader', { name: 'Depot' }).first().getByRole('link').click();
    await isPast();
    for (const path of [
      `/reports/backlog/projects?${past}&every=quarter`,
      '/reports/pipeline_change?from=2026-03-15&to=2026-03-24',
      '/reports/pipeline_change/projects?from=2026-03-15&to=2026-03-24&line=closing',
    ]) {
      await page.goto(web.url + path);
      await page.getByRole('rowheader').getByRole('link').first().click();
      await isPast();
    }
    const list = `/projects?${past}&sort=name`;
    await page.goto(web.url + list);
    await page.getByText('North Lab').first().click();
    const peek = page.getByRole('complementary', { name: 'Selected record' });
    await peek.getByText('As of Sun, Mar 22, 2026.').waitFor();
    await peek.getByText('$1,000,000').waitFor();
    expect(await peek.getByRole('button', { name: 'Move stage' }).count()).toBe(0);
    await peek.getByRole('link', { name: 'North Lab' }).click();
    await isPast();
    await page.goBack();
    await peek.getByRole('button', { name: 'As it is now' }).click();
    await page.waitForURL(`**/projects/${firm.ids[1]}`);
    await page.getByRole('button', { name: 'As of now' }).waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test.each(screens)('of a project is accessible and fits %s, in light and dark', async (_, options) => {
    await using opened = await web.openSignedIn(`/projects/${firm.ids[8]}?as_of=2026-03-22`, options);
    const { page } = opened;
    await page.getByText('As of Sun, Mar 22, 2026. Names as of today.').waitFor();
    await page.getByText('Verbal Award').first().waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(await layoutFaults(page, options === phone ? leastTarget.finger : leastTarget.mouse)).toEqual([]);
    expect(opened.wrong).toEqual([]);
  });

  test.each(screens)('is accessible and fits %s, in light and dark', async (_, options) => {
    await using opened = await web.openSignedIn('/projects?as_of=2026-03-22', options);
    const { page } = opened;
    await page.getByText('As of Sun, Mar 22, 2026. Names as of today.').waitFor();
    await page.getByText('North Lab').first().waitFor();
    await page.getByRole('button', { name: 'As of Mar 22' }).waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    const isPhone = options === phone;
    expect(await layoutFaults(page, isPhone ? leastTarget.finger : leastTarget.mouse)).toEqual([]);
    expect(opened.wrong).toEqual([]);
  });

  test('a project has its next step below its head, and a won job what is left to earn', async () => {
    await using opened = await web.openSignedIn(`/projects/${firm.ids[1]}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Edit Next step: Call' }).waitFor();
    expect(await page.getByText('late', { exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Edit Next step: Call' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Visit the site');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Edit Next step on/ }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('4/1/2026');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('late', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Edit Next step: Visit the site' }).waitFor();
    await page.goto(`${web.url}/projects/${firm.ids[9]}`);
    await page.getByRole('button', { name: 'Edit Remaining amount: $3,500,000' }).waitFor();
    await page.getByRole('button', { name: /^Edit Remaining as of: .*Feb 28/ }).waitFor();
    expect(await page.getByRole('button', { name: /Next step/ }).count()).toBe(0);
    expect(opened.wrong).toEqual([]);
  });
});
