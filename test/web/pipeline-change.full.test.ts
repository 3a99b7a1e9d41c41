import { beforeAll, expect, test } from 'vitest';
import { startTenProjects } from '../api/reports/support/ten-projects.ts';
import { inBrowser } from './support/in-browser.ts';
import { clickEachFigure, expectReportsToFit, linesOf } from './support/report-page.ts';
import { screens } from './support/signed-in-page.ts';

inBrowser('the change of the pipeline of ten projects', (web) => {
  beforeAll(async () => {
    await startTenProjects(web.service);
  });

  const largest = 'The ten largest projects of each line';

  test('is a sum of seven lines with their reasons, a bridge, and the largest projects', async () => {
    await using opened = await web.openSignedIn('/reports/pipeline?group_by=project_stage_id');
    const { page } = opened;
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.waitForURL('**/reports/pipeline_change?from=2026-03-22');
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
    expect(await linesOf(page, 'Open projects')).toEqual([
      ['Opening', '6', '$6,700,000', '$3,990,000'],
      ['Added', '3', '$2,100,000.50', '$787,500.05'],
      ['Created', '2', '$1,150,000.50', '$75,000.05'],
      ['Reopened', '1', '$950,000', '$712,500'],
      ['Repriced', '3', '$250,000.25', '-$84,999.77'],
      ['Increased', '2', '$400,000', '$50,000'],
      ['Decreased', '1', '-$149,999.75', '-$134,999.77'],
      ['Won', '1', '$3,000,000', '$2,100,000'],
      ['Lost', '2', '$900,000', '$125,000'],
      ['Dropped', '2', '$900,000', '$165,000'],
      ['Cancelled', '1', '$300,000', '$45,000'],
      ['Deleted', '1', '$600,000', '$120,000'],
      ['Closing', '4', '$4,250,000.75', '$2,302,500.28'],
    ]);
    const marks = page.getByRole('list', { name: 'Open projects' }).getByRole('link');
    expect(await marks.locator('.hidden-text').allTextContents()).toEqual([
      'Opening: 6, $6,700,000',
      'Added: 3, $2,100,000.50',
      'Repriced: 3, $250,000.25',
      'Won: 1, $3,000,000',
      'Lost: 2, $900,000',
      'Dropped: 2, $900,000',
      'Closing: 4, $4,250,000.75',
    ]);
    expect(await marks.locator('text').allTextContents()).toEqual([
      ...['$6.7M', '+$2.1M', '+$250K', '−$3M', '−$900K', '−$900K', '$4.25M'],
    ]);
    const entries = await linesOf(page, largest);
    expect(entries.map((cells) => cells.slice(0, 3).join(' '))).toEqual([
      ...['School Added Reopened', 'Depot Added Created', 'Shop Added Created'],
      ...['Clinic Repriced Increased', 'North Lab Repriced Increased', 'Tower Repriced Decreased'],
      ...['Clinic Won –', 'Store Lost –', 'Shop Lost –', 'Garage Dropped Deleted', 'Bridge Dropped Cancelled'],
    ]);
    expect(entries[5]?.slice(4)).toEqual([...['$1,500,000 → $1,350,000.25', '-$149,999.75', '-$134,999.77']]);
    expect(opened.wrong).toEqual([]);
  });

  test('leads from each figure to its projects, by number, amount and weighted amount', async () => {
    await using opened = await web.openSignedIn('/reports/pipeline_change?from=2026-03-22');
    const { page } = opened;
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
    expect(await clickEachFigure(page, () => false)).toBe(13 * 3);
    expect(opened.wrong).toEqual([]);
  });

  test('has the lines of each group, and what moved between them', async () => {
    await using opened = await web.openSignedIn('/reports/pipeline_change?from=2026-03-22&to=2026-03-28');
    const { page } = opened;
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
    const groups = await page.getByLabel('Group by').locator('option').allTextContents();
    expect(groups).toEqual(expect.arrayContaining(['Estimator', 'Division', 'Amount']));
    expect(groups).not.toEqual(expect.arrayContaining(['Stage']));
    expect(groups).not.toEqual(expect.arrayContaining(['Loss reason']));
    await page.getByLabel('Group by').selectOption('Division');
    await page.getByRole('table', { name: 'By division', exact: true }).waitFor();
    expect(await linesOf(page, /^By division$/)).toEqual([
      [
        ...['Ground Up', '4 $5,900,000', '2 $1,700,000.50', '2 $400,000', '-1 -$1,500,000'],
        ...['1 $3,000,000', '0', '1 $600,000', '3 $2,900,000.50'],
      ],
      [
        ...['Interiors', '2 $800,000', '1 $400,000', '1 -$149,999.75', '1 $1,500,000'],
        ...['0', '2 $900,000', '1 $300,000', '1 $1,350,000.25'],
      ],
      [
        ...['All', '6 $6,700,000', '3 $2,100,000.50', '3 $250,000.25', '0 $0'],
        ...['1 $3,000,000', '2 $900,000', '2 $900,000', '4 $4,250,000.75'],
      ],
    ]);
    expect((await linesOf(page, 'By division, weighted'))[0]).toEqual([
      ...['Ground Up', '$3,820,000', '$787,500.05', '$50,000', '-$1,350,000', '$2,100,000', '$0', '$120,000'],
      '$1,087,500.05',
    ]);
    expect(await clickEachFigure(page, (column) => column === 'Moved')).toBe(39 + 3 * 22);
    await page.getByRole('table', { name: 'By division', exact: true }).getByRole('link', { name: '-1' }).click();
    await page.getByRole('heading', { name: 'Moved, Ground Up' }).waitFor();
    await page.getByText('Mar 22 – Mar 28. Projects that went to another group').waitFor();
    expect((await linesOf(page, 'Projects')).map(([name, , , , , amount]) => [name, amount])).toEqual([
      ['Tower', '-$1,500,000'],
    ]);
    expect(opened.wrong).toEqual([]);
  });

  test('lists the projects behind a figure by its own address, deleted ones too', async () => {
    await using opened = await web.openSignedIn('/reports/pipeline_change?from=2026-03-22');
    const { page } = opened;
    await page.getByRole('link', { name: 'Dropped: 2, $900,000' }).click();
    await page.waitForURL('**/reports/pipeline_change/projects?from=2026-03-22&line=dropped');
    await page.getByRole('heading', { name: 'Dropped' }).waitFor();
    await page.getByText('Mar 22 – now. Projects that left in another way').waitFor();
    await page.getByText('2 projects').waitFor();
    await page.getByText('$165,000 weighted').waitFor();
    expect(await linesOf(page, 'Projects')).toEqual([
      ['Garage', 'Dropped', 'Deleted', '–', '$600,000 → $600,000', '$600,000', '$120,000'],
      ['Bridge', 'Dropped', 'Cancelled', '–', '$300,000 → $300,000', '$300,000', '$45,000'],
    ]);
    expect(await page.getByRole('link', { name: 'CSV' }).getAttribute('href')).toContain(
      '/reports/pipeline_change/projects.csv?from=2026-03-22&line=dropped',
    );
    await page.getByRole('link', { name: 'Back to the report' }).click();
    await page.waitForURL('**/reports/pipeline_change?from=2026-03-22');
    expect(opened.wrong).toEqual([]);
  });

  test('keeps the first instant in its address, and takes others', async () => {
    await using opened = await web.openSignedIn('/reports/pipeline_change');
    const { page } = opened;
    await page.waitForURL('**/reports/pipeline_change?from=2026-03-22');
    await page.getByRole('button', { name: 'Mar 22 – now' }).click();
    await page.getByRole('option', { name: 'This quarter' }).click();
    await page.waitForURL('**/reports/pipeline_change?from=2025-12-31');
    await page.getByRole('button', { name: 'Dec 31, 2025 – now' }).click();
    await page.getByRole('option', { name: 'Last month' }).click();
    await page.waitForURL('**/reports/pipeline_change?from=2026-01-31&to=2026-02-28');
    await expect
      .poll(() => linesOf(page, 'Open projects'))
      .toEqual(expect.arrayContaining([['Lost', '1', '$900,000', '$225,000']]));
    await page.getByRole('button', { name: 'Jan 31 – Feb 28' }).click();
    await page.getByRole('option', { name: 'Other days…' }).click();
    await page.getByLabel('From the end of').fill('3/25');
    await page.getByLabel('To the end of').fill('3/25');
    await page.keyboard.press('Enter');
    await page.getByText('The first day must be before the last one.').waitFor();
    await page.getByLabel('To the end of').fill('3/30/2026');
    await page.getByText('This day is still to come.').waitFor();
    await page.getByLabel('To the end of').fill('');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/reports/pipeline_change?from=2026-03-25');
    expect(opened.wrong).toEqual([]);
  });

  test('keeps the filters and the past day of other reports, as its last day', async () => {
    await using opened = await web.openSignedIn('/reports/win_loss?every=quarter&assigned_to_id=null&as_of=2026-03-22');
    const { page } = opened;
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name, exact: true });
    await tab('Change').click();
    await page.waitForURL('**/reports/pipeline_change?assigned_to_id=null&to=2026-03-22&from=2026-03-15');
    await page.getByText('Mar 15, 2026, 11:59 PM – Mar 22, 2026, 11:59 PM').waitFor();
    expect(await page.getByRole('button', { name: /^As of/ }).count()).toBe(0);
    await tab('Backlog').click();
    await page.waitForURL('**/reports/backlog?assigned_to_id=null&as_of=2026-03-22&every=quarter');
    await page.getByRole('button', { name: 'Show now' }).click();
    await tab('Change').click();
    await page.waitForURL('**/reports/pipeline_change?assigned_to_id=null&from=2026-03-22');
    await page.getByText('Mar 22, 2026, 11:59 PM – Mar 29, 2026, 1:00 PM').waitFor();
    await tab('Backlog').click();
    await page.waitForURL('**/reports/backlog?assigned_to_id=null&every=quarter');
    await page.goto(`${web.url}/reports/pipeline?as_of=2026-03-20T12:00:00Z`);
    await tab('Change').click();
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-03-08');
    await page.getByText('Mar 8, 2026, 11:59 PM – Mar 20, 2026, 7:00 AM').waitFor();
    await page.goto(`${web.url}/reports/pipeline?as_of=today-7`);
    await tab('Change').click();
    await page.waitForURL('**/reports/pipeline_change?to=today-7&from=2026-03-15');
    await page.goto(`${web.url}/reports/pipeline_change?to=2026-03-24`);
    await page.waitForURL('**/reports/pipeline_change?from=2026-03-15&to=2026-03-24');
    await page.goto(`${web.url}/reports/pipeline_change?as_of=2026-03-22`);
    await page.getByText('The service refuses what is marked.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
  });

  test('breaks the first and the last mark where the changes are small, and says when nothing was open', async () => {
    await using opened = await web.openSignedIn(
      '/reports/pipeline_change?from=2026-03-26&name=Tower,North Lab,School,Depot',
    );
    const { page } = opened;
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
    expect((await linesOf(page, 'Open projects')).map(([name, count]) => `${name} ${count}`)).toEqual([
      ...['Opening 4', 'Added 0', 'Repriced 0', 'Won 0', 'Lost 0', 'Dropped 0', 'Closing 4'],
    ]);
    await page.getByText('No project was added, repriced or closed.').waitFor();
    await page.goto(`${web.url}/reports/pipeline_change?from=2026-03-26&name=Nothing`);
    await page.getByText('No project of this report matches the filters.').waitFor();
    await page.goto(`${web.url}/reports/pipeline_change?from=2026-03-29`);
    await page.getByText('must be before to').waitFor();
  });

  const paths = [
    ...['/reports/pipeline_change?from=2026-03-22&group_by=division_id', '/reports/pipeline_change?from=2026-03-25'],
    '/reports/pipeline_change/projects?from=2026-03-22&line=repriced',
  ];

  test.each(screens)('is accessible and fits %s, in light and dark', async (_, options) => {
    await expectReportsToFit(web, paths, options);
  });

  test('prints the two instants, and is a file', async () => {
    await using opened = await web.openSignedIn('/reports/pipeline_change?from=2026-03-22&group_by=division_id');
    const { page } = opened;
    await page.getByRole('table', { name: 'Open projects' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Excel', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('pipeline_change-2026-03-29.xlsx');
    await page.emulateMedia({ media: 'print' });
    await page.getByText('The change of the pipeline · Mar 22 – now · by division').waitFor();
    await page.getByText('Mar 22, 2026, 11:59 PM – Mar 29, 2026, 1:00 PM').waitFor();
    expect(await page.getByLabel('Group by').isVisible()).toBe(false);
    expect(opened.wrong).toEqual([]);
  });
});
