import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { startTenProjects } from '../api/reports/support/ten-projects.ts';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { clickEachFigure, expectReportsToFit, linesOf } from './support/report-page.ts';
import { screens } from './support/signed-in-page.ts';

inBrowser('the reports of ten projects', (web) => {
  beforeAll(async () => {
    await startTenProjects(web.service);
  });

  test('show the pipeline by stage, with the goals of bookings', async () => {
    await using opened = await web.openSignedIn('/today');
    const { page } = opened;
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.waitForURL('**/reports/pipeline?group_by=project_stage_id');
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
    expect(await linesOf(page, 'Open projects')).toEqual([
      ['Qualifying', '1', '$750,000.50', '$75,000.05', '0', '0'],
      ['Estimating', '1', '$1,200,000', '$300,000', '0', '0'],
      ['Negotiating', '1', '$950,000', '$712,500', '0', '0'],
      ['Verbal Award', '1', '$1,350,000.25', '$1,215,000.23', '0', '0'],
      ['All', '4', '$4,250,000.75', '$2,302,500.28', '0', '0'],
    ]);
    expect(await linesOf(page, 'Goals of bookings')).toEqual([
      ['FY2026', '$10,000,000', '2 $9,000,000', '1 $1,350,000.25', '$1,000,000'],
      ['Q3 FY2026, number of projects', '3', '1 $3,000,000', '1 $1,350,000.25', '2'],
    ]);
    const bars = page.getByRole('list', { name: 'Open projects' }).getByRole('link');
    expect(await bars.allTextContents()).toContain('of $1.35MVerbal Award, amount: $1,350,000.25');
    expect(await clickEachFigure(page, (column) => column === 'Weighted')).toBe(15 + 8);
    expect(opened.wrong).toEqual([]);
  });

  test('show wins and losses, with the rates and the reasons', async () => {
    await using opened = await web.openSignedIn('/reports/win_loss?group_by=assigned_to_id');
    const { page } = opened;
    await page.getByRole('table', { name: 'Closed projects' }).waitFor();
    expect(await linesOf(page, 'Closed projects')).toEqual([
      ['Ann', '0', '2 $900,000', '1 $400,000', '0', '0', '0 of 2'],
      ['Bob', '2 $9,000,000', '0', '0', '0', '0', '2 of 2'],
      ['No estimator', '0', '0', '0', '1 $300,000', '0', '–'],
      ['All', '2 $9,000,000', '2 $900,000', '1 $400,000', '1 $300,000', '0', '2 of 4'],
    ]);
    expect(await linesOf(page, 'Hit rates')).toEqual([
      ['Of won and lost', '2 of 4', '$9,000,000 of $9,900,000'],
      ['Of won and competitive losses', '2 of 3', '$9,000,000 of $9,400,000'],
      ['Of all closed', '40% 2 of 5', '88% $9,000,000 of $10,200,000'],
    ]);
    expect(await linesOf(page, 'Reasons of the losses')).toEqual([
      ['Funding Not Secured', 'Owner', '1', '$500,000'],
      ['No reason', '–', '1', '$400,000'],
    ]);
    expect(await clickEachFigure(page, () => false)).toBe(4 + 2 + 2 + 8 + 4);
    expect(opened.wrong).toEqual([]);
  });

  test('divide wins and losses into bands and periods', async () => {
    await using opened = await web.openSignedIn('/reports/win_loss?every=quarter');
    const { page } = opened;
    await page.getByRole('table', { name: 'By quarter' }).waitFor();
    const [first, second] = await linesOf(page, 'By quarter');
    expect(first?.slice(0, 2)).toEqual(['Q3 FY2025', '0']);
    expect(second?.[0]).toBe('Q4 FY2025');
    const columns = page.getByRole('list', { name: 'By quarter' }).getByRole('link');
    expect(await columns.allTextContents()).toEqual([
      expect.stringContaining('Q1 FY2026: 1 won of 1'),
      expect.stringContaining('Q3 FY2026: 1 won of 3'),
    ]);
    await columns.last().click();
    await page.getByText('3 projects', { exact: true }).waitFor();
    await page.goBack();
    await page.getByLabel('Group by').selectOption('Amount');
    await page.getByRole('rowheader', { name: '$5M to $25M' }).waitFor();
    expect((await linesOf(page, 'Closed projects')).map(([label, , , , , , rate]) => [label, rate])).toEqual([
      ['Below $1M', '0 of 2'],
      ['$1M to $5M', '1 of 1'],
      ['$5M to $25M', '1 of 1'],
      ['All', '2 of 4'],
    ]);
    await page.getByRole('button', { name: 'Bands: $1M, $5M, $25M' }).click();
    await page.getByLabel('Bounds').fill('4m; 450k');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: '$450K to $4M' }).waitFor();
    expect(new URL(page.url()).searchParams.get('bands')).toBe('450000,4000000');
    expect(opened.wrong).toEqual([]);
  });

  test('count the days that somebody chooses', async () => {
    await using opened = await web.openSignedIn('/reports/win_loss');
    const { page } = opened;
    await page.getByRole('button', { name: 'Mar 30, 2025 – Mar 29' }).click();
    await page.getByRole('option', { name: 'This quarter' }).click();
    await page.getByRole('button', { name: 'Jan 1 – Mar 31' }).waitFor();
    await expect.poll(() => linesOf(page, 'Closed projects')).toEqual([expect.arrayContaining(['1 $3,000,000'])]);
    await page.getByRole('button', { name: 'Jan 1 – Mar 31' }).click();
    await page.getByRole('option', { name: 'Other days…' }).click();
    await page.getByLabel('First day').fill('8/1/2025');
    await page.getByLabel('Last day').fill('7/1/2025');
    await page.keyboard.press('Enter');
    await page.getByText('The last day is before the first.').waitFor();
    await page.getByLabel('Last day').fill('8/31/2025');
    await page.keyboard.press('Enter');
    await expect.poll(() => linesOf(page, 'Closed projects')).toEqual([expect.arrayContaining(['1 $6,000,000'])]);
    expect(opened.wrong).toEqual([]);
  });

  test('take filters, which stand in the links, and say when no project matches', async () => {
    await using opened = await web.openSignedIn('/reports/pipeline');
    const { page } = opened;
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.keyboard.type('interiors');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => linesOf(page, 'Open projects'))
      .toEqual([['All', '1', '$1,350,000.25', '$1,215,000.23', '0', '0']]);
    expect(await page.getByText('No goal covers this day').count()).toBe(1);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Field' }).fill('status');
    await page.getByText('Nothing is called “status”.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Wins and losses' }).click();
    await page.getByRole('table', { name: 'Closed projects' }).waitFor();
    await page.getByRole('button', { name: 'Division is Interiors', exact: true }).waitFor();
    await page.goto(`${web.url}/reports/pipeline?name=Nothing`);
    await page.getByText('No project of this report matches the filters.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('mark the figures of former parameters until the new ones have arrived', async () => {
    await using opened = await web.openSignedIn('/reports/pipeline');
    const { page } = opened;
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
    const busy = page.getByRole('main').locator('[aria-busy="true"]').getByRole('table', { name: 'Open projects' });
    expect(await busy.count()).toBe(0);
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/reports/*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Group by').selectOption('Estimator');
    await busy.waitFor();
    letGo();
    await page.getByRole('rowheader', { name: 'Ann' }).waitFor();
    expect(await busy.count()).toBe(0);
    expect(opened.wrong).toEqual([]);
  });

  test('say what the service refuses, at the filter or in the place of the report', async () => {
    await using opened = await web.openSignedIn('/reports/pipeline?amount[gt]=much');
    const { page } = opened;
    await page.getByText('The service refuses what is marked.').waitFor();
    await page.goto(`${web.url}/reports/pipeline?group_by=weather`);
    await page.getByRole('alert').getByText('cannot be').waitFor();
    await page.getByLabel('Group by').selectOption('Estimator');
    await page.getByRole('rowheader', { name: 'Ann' }).waitFor();
    await page.goto(`${web.url}/reports/weather`);
    await page.waitForURL('**/reports/pipeline?*');
  });

  test('have every dimension that the page offers', async () => {
    await make(web.service.first, 'custom_fields', {
      ...{ model: 'project', name: 'Roof', field_type: 'select', options: ['Flat', 'Steep'] },
    });
    await using opened = await web.openSignedIn('/reports/pipeline');
    const { page } = opened;
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
    const group = page.getByLabel('Group by');
    const names = await group.locator('option').allTextContents();
    expect(names).toEqual(expect.arrayContaining(['Stage', 'Estimator', 'Client', 'Amount', 'State', 'Roof']));
    for (const name of names.slice(1)) {
      await group.selectOption({ label: name });
      await page.getByRole('columnheader', { name, exact: true }).waitFor();
    }
    expect(opened.wrong).toEqual([]);
  });

  test('show the bids of the coming weeks and the load of each estimator', async () => {
    await using opened = await web.openSignedIn('/reports/bids_due');
    const { page } = opened;
    await page.getByRole('table', { name: 'Bids' }).waitFor();
    expect(await linesOf(page, 'Bids')).toEqual([
      ['Due in these days', '1', '$1,200,000'],
      ['Late, of any day', '1', '$750,000.50'],
    ]);
    const load = page.getByRole('table', { name: 'Load by week' });
    expect(
      (await load.getByRole('columnheader').allInnerTexts()).slice(0, 4).map((text) => text.toLowerCase()),
    ).toEqual([...['estimator', 'late', 'mar 23', 'mar 30']]);
    expect((await linesOf(page, 'Load by week')).map((cells) => cells.join(' '))).toEqual([
      'Ann 0 0 1 0 0 0 0 0 0 0',
      'Bob 1 0 0 0 0 0 0 0 0 0',
    ]);
    expect(await linesOf(page, 'By day')).toEqual([
      ['North Lab', 'Thu, Apr 2', '–', '–', 'Ann', 'Estimating', '$1,200,000', '–'],
    ]);
    expect(await clickEachFigure(page, () => false)).toBe(4 + 2);
    await page.getByRole('link', { name: 'Ann, due: 1' }).click();
    await page.getByText('1 project', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('rowheader', { name: 'North Lab' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'North Lab' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Mar 29 – May 23' }).click();
    await page.getByRole('option', { name: 'This month' }).click();
    await expect.poll(async () => (await linesOf(page, 'By day')).map(([name]) => name)).toEqual(['Depot']);
    await page.getByRole('button', { name: 'Mar 1 – Mar 31' }).click();
    await page.getByRole('option', { name: 'Next quarter' }).click();
    await page.getByRole('rowheader', { name: 'North Lab' }).waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('show what needs attention, by seven rules', async () => {
    await using opened = await web.openSignedIn('/reports/attention');
    const { page } = opened;
    await page.getByRole('table', { name: 'Rules' }).waitFor();
    expect(await linesOf(page, 'Rules')).toEqual([
      ['Bid is late', '1', '$750,000.50'],
      ['Bid is due soon', '1', '$1,200,000'],
      ['Next step is late', '1', '$1,200,000'],
      ['Too long in its stage', '1', '$1,350,000.25'],
      ['No result yet', '1', '$950,000'],
      ['No estimator', '1', '$1,350,000.25'],
      ['Lost without a reason', '1', '$400,000'],
    ]);
    const items = async () => (await linesOf(page, 'Projects')).map((cells) => cells.slice(0, 4));
    const all = await items();
    expect(all).toEqual([
      ['Depot', 'Bid is late', 'Mar 27', '2'],
      ['North Lab', 'Bid is due soon', 'Apr 2', '-4'],
      ['North Lab', 'Next step is late', 'Mar 27', '2'],
      ['Tower', 'Too long in its stage', 'Mar 2', '27'],
      ['School', 'No result yet', 'Jan 15', '73'],
      ['Tower', 'No estimator', 'Oct 1, 2025', '179'],
      ['Shop', 'Lost without a reason', 'Mar 27', '2'],
    ]);
    for (const [index, rule] of (await linesOf(page, 'Rules')).entries()) {
      await page.getByRole('link', { name: `${rule[0]}: 1, ${rule[2]}` }).click();
      await expect.poll(items).toEqual([all[index]]);
      await page.goBack();
      await expect.poll(items).toEqual(all);
    }
    await page.getByRole('combobox', { name: 'Rule' }).selectOption('No result yet');
    await expect.poll(items).toEqual([all[4]]);
    await page.getByRole('combobox', { name: 'Rule' }).selectOption('All');
    await page.getByRole('button', { name: 'Soon: 7 days · Result: 30 days' }).click();
    await page.getByLabel('A bid is due soon in').fill('3');
    await page.keyboard.press('Enter');
    await expect.poll(items).toEqual(all.filter(([, rule]) => rule !== 'Bid is due soon'));
    expect(opened.wrong).toEqual([]);
  });

  test('show the work to be earned, against the goals of work put in place', async () => {
    const address = '/reports/backlog?every=quarter&start=2026-01-01&buckets=4';
    await using opened = await web.openSignedIn(address);
    const { page } = opened;
    await page.getByRole('table', { name: 'Work to be earned' }).waitFor();
    expect(await linesOf(page, 'Work to be earned')).toEqual([
      ['Q3 FY2026, begun', '$702,665.69', '$0', '$0', '$702,665.69', '–', '–'],
      ['Q4 FY2026', '$2,348,201.11', '$462,488.14', '$0', '$2,810,689.25', '$3,000,000', '$189,310.75'],
      ['Q1 FY2027', '$2,478,064.18', '$846,876.32', '$378,242.53', '$3,703,183.03', '–', '–'],
      ['Q2 FY2027', '$971,069.02', '$40,635.79', '$559,409.77', '$1,571,114.58', '–', '–'],
      ['After', '$0', '$0', '$74,847.70', '$74,847.70', '–', '–'],
      ['Without days', '$0', '$0', '$75,000.05', '$75,000.05', '–', '–'],
      ['All', '$6,500,000', '$1,350,000.25', '$1,087,500.05', '$8,937,500.30', '–', '–'],
    ]);
    expect(await linesOf(page, 'Projects')).toEqual([
      ['Won', '2', '$6,500,000', '0', '0', '0'],
      ['Committed', '1', '$1,350,000.25', '0', '0', '0'],
      ['Pursuits, weighted', '3', '$1,087,500.05', '0', '0', '0'],
      ['All', '6', '$8,937,500.30', '0', '0', '0'],
    ]);
    expect(await clickEachFigure(page, () => false)).toBe(2 + 3 + 4 + 4 + 2 + 2 + 4 + 8);
    const goal = 'Q4 FY2026: $2,810,689.25, goal $3,000,000';
    await page.getByRole('link', { name: goal }).click();
    await page.getByRole('heading', { name: 'Work to be earned, Q4 FY2026' }).waitFor();
    await page.getByRole('link', { name: 'Back to the report' }).click();
    await page.getByRole('combobox', { name: 'Money of a job' }).selectOption('The same each day');
    await expect
      .poll(async () => (await linesOf(page, 'Work to be earned')).map((cells) => cells.slice(1, 4)))
      .toEqual([
        ['$507,009.35', '$0', '$0'],
        ['$2,207,326.01', '$531,147.64', '$0'],
        ['$2,645,168.77', '$678,688.65', '$405,973.76'],
        ['$1,140,495.87', '$140,163.96', '$508,736.18'],
        ['$0', '$0', '$97,790.06'],
        ['$0', '$0', '$75,000.05'],
        ['$6,500,000', '$1,350,000.25', '$1,087,500.05'],
      ]);
    await page.getByLabel('Group by').selectOption('Division');
    await page.getByRole('link', { name: 'Interiors, committed: $1,350,000.25' }).click();
    await page.getByRole('rowheader', { name: 'Tower' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: '4 from Jan 1' }).click();
    await page.getByLabel('Number of periods').fill('61');
    await page.keyboard.press('Enter');
    await page.getByText('Write a number from 1 to 60.').waitFor();
    await page.getByLabel('Number of periods').fill('2');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await linesOf(page, 'Work to be earned')).length).toBe(5);
    expect(opened.wrong).toEqual([]);
  });

  const paths = [
    ...['/reports/pipeline?group_by=division_id', '/reports/win_loss?every=month&group_by=assigned_to_id'],
    ...['/reports/bids_due', '/reports/attention', '/reports/backlog?group_by=division_id'],
    '/reports/backlog/projects?every=quarter&bucket=unscheduled',
  ];

  test.each(screens)('are accessible and fit %s, in light and dark', async (_, options) => {
    await expectReportsToFit(web, paths, options);
  });

  test('are files, with the parameters of the screen', async () => {
    await using opened = await web.openSignedIn('/reports/win_loss?group_by=division_id&assigned_to_id=me,null');
    const { page } = opened;
    await page.getByRole('table', { name: 'Closed projects' }).waitFor();
    for (const [label, file] of [
      ['CSV', 'win_loss-2026-03-29.csv'],
      ['Excel', 'win_loss-2026-03-29.xlsx'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: label, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(file);
      const saved = await readFile(await download.path());
      if (label === 'CSV') expect(saved.toString()).toMatch(/^\ufeffgroup_id,group,from,to,.*\n.*total/s);
      else expect(saved.subarray(0, 2).toString()).toBe('PK');
    }
    await page.goto(`${web.url}/reports/attention`);
    const excel = page.getByRole('link', { name: 'Excel', exact: true });
    expect(await excel.getAttribute('href')).not.toContain('per_page');
    expect(opened.wrong).toEqual([]);
  });

  test('print the firm, the parameters and the figures, and no controls', async () => {
    await using opened = await web.openSignedIn('/reports/win_loss?group_by=division_id&assigned_to_id=me,null');
    const { page } = opened;
    await page.getByRole('table', { name: 'Closed projects' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Wins and losses · Mar 30, 2025 – Mar 29 · by division').waitFor();
    await page.getByText(/^Estimator is .* or /).waitFor();
    expect(await page.getByLabel('Group by').isVisible()).toBe(false);
    expect(await page.getByRole('link', { name: 'Pipeline' }).filter({ visible: true }).count()).toBe(0);
    await page.getByRole('cell', { name: '1 $300,000' }).first().waitFor();
    await page.goto(`${web.url}/reports/attention?rule=no_result,unassigned&soon_days=3`);
    await page.getByText('Attention · No result yet, No estimator · Soon: 3 days · Result: 30 days').waitFor();
  });
});
