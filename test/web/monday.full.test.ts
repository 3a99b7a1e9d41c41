import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { startTenProjects } from '../api/reports/support/ten-projects.ts';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { layoutFaults, leastTarget } from './support/layout-faults.ts';
import {
  busyParts,
  clickEveryLink,
  gapsInKeyFigures,
  heightsOfKeyFigures,
  keyFigures,
  pagesOf,
  waitForMonday,
} from './support/monday-page.ts';
import { linesOf } from './support/report-page.ts';
import { phone, screens, signIn } from './support/signed-in-page.ts';
import { violationsInBothColors } from './support/violations.ts';

/** The texts that a person reads on the page, in the order of the parts. */
const regions = async (page: Page): Promise<string[]> =>
  await page.getByRole('main').getByRole('region').getByRole('heading').allInnerTexts();

/** The number of times that the page has been printed. */
async function countPrints(page: Page): Promise<() => Promise<number>> {
  await page.evaluate('window.prints = 0; window.print = () => { window.prints += 1; }');
  return () => page.evaluate<number>('window.prints');
}

inBrowser('Monday of ten projects', (web) => {
  beforeAll(async () => {
    await startTenProjects(web.service);
  });

  test('says what there is, why it changed, what is due and whether the year will be made', async () => {
    await using opened = await web.openSignedIn('/today');
    const { page } = opened;
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.waitForURL('**/monday');
    await waitForMonday(page);
    expect(await page.getByRole('status').first().innerText()).toMatch(
      / · Sunday, Mar 29, 2026 · as of 1:00\sPM CDT · change since Sun, Mar 22$/,
    );
    expect(await keyFigures(page)).toEqual([
      'OPEN 4 · $4.25M $2.3M weighted',
      'BOOKED FY2026 $9M of $10M $1.35M committed',
      'BACKLOG $6.5M to earn 2 won jobs',
      'HIT RATE, 12 MONTHS 2 of 4',
      'BIDS, 14 DAYS 1 · 1 overdue $1.2M',
    ]);
    expect(await linesOf(page, /^Changes$/)).toEqual([
      ['Opening', '6', '$6,700,000', '$3,990,000'],
      ['Added', '3', '+$2,100,000.50', '+$787,500.05'],
      ['Repriced', '3', '+$250,000.25', '−$84,999.77'],
      ['Won', '1', '−$3,000,000', '−$2,100,000'],
      ['Lost', '2', '−$900,000', '−$125,000'],
      ['Dropped', '2', '−$900,000', '−$165,000'],
      ['Closing', '4', '$4,250,000.75', '$2,302,500.28'],
    ]);
    expect(await linesOf(page, 'Largest changes')).toEqual([
      ['Clinic Won', '−$3,000,000'],
      ['School Reopened', '+$950,000'],
      ['Depot Created', '+$750,000.50'],
      ['Garage Deleted', '−$600,000'],
      ['Store Lost', '−$500,000'],
      ['Shop Created', '+$400,000'],
      ['Shop Lost', '−$400,000'],
      ['Bridge Cancelled', '−$300,000'],
      ['Clinic Increased', '+$200,000'],
      ['North Lab Increased', '+$200,000'],
    ]);
    await page
      .getByRole('region', { name: /^Changes/ })
      .getByRole('link', { name: '+ 1 more' })
      .waitFor();
    expect((await linesOf(page, 'Pipeline by stage')).map((cells) => cells.slice(0, 4))).toEqual([
      ['Qualifying', '1', '$750K', '$75K'],
      ['Estimating', '1', '$1.2M', '$300K'],
      ['Negotiating', '1', '$950K', '$713K'],
      ['Verbal Award', '1', '$1.35M', '$1.22M'],
      ['All', '4', '$4.25M', '$2.3M'],
    ]);
    const earned = page.getByRole('list', { name: 'Work to be earned' }).getByRole('link');
    expect(await earned.allTextContents()).toEqual([
      expect.stringContaining('Q3 FY2026: $702,665.69'),
      expect.stringMatching('Q4 FY2026: \\$2,810,689.25, goal \\$3,000,000.*\\$2.81M of \\$3M'),
      expect.stringContaining('Q1 FY2027: $3,703,183.03'),
      expect.stringContaining('Q2 FY2027: $1,571,114.58'),
    ]);
    expect((await linesOf(page, 'Needs attention')).map((cells) => cells.join(' '))).toEqual([
      'Bid is late 1 $750K',
      'Bid is due soon 1 $1.2M',
      'Next step is late 1 $1.2M',
      'Too long in its stage 1 $1.35M',
      'No result yet 1 $950K',
      'No estimator 1 $1.35M',
      'Lost without a reason 1 $400K',
    ]);
    expect(await linesOf(page, 'Bids due')).toEqual([['Thu, Apr 2', '', 'North Lab', '', 'Ann', '$1.2M']]);
    expect(await linesOf(page, 'Ten largest pursuits')).toEqual([
      ['Tower', '', 'Verbal Award', '$1.35M', '90%', '', ''],
      ['North Lab', '', 'Estimating', '$1.2M', '25%', 'Call', '! Mar 27 late'],
      ['School', '', 'Negotiating', '$950K', '75%', '', ''],
      ['Depot', '', 'Qualifying', '$750K', '10%', '', ''],
    ]);
    expect(opened.wrong).toEqual([]);
  });

  test('has links to exactly what its figures count, now and as of a past day', async () => {
    await using opened = await web.openSignedIn('/monday');
    const { page } = opened;
    const links = await clickEveryLink(page);
    expect(links).toBeGreaterThan(75);
    expect(await page.getByRole('main').locator('a[href*="as_of="]').count()).toBe(0);
    await page.goto(`${web.url}/monday?as_of=2026-03-22`);
    await clickEveryLink(page);
    expect(await page.getByRole('main').locator('a[href*="as_of="]').count()).toBeGreaterThan(20);
    expect(await page.getByRole('main').locator('a[href^="/projects/"]:not([href*="as_of=2026-03-22"])').count()).toBe(
      0,
    );
    // The page of the deleted project.
    expect(opened.wrong.filter((one) => !/There is no project|status of 404/.test(one))).toEqual([]);
  }, 300_000);

  test('prints the page of last week in two clicks', async () => {
    await using opened = await web.openSignedIn('/monday');
    const { page } = opened;
    await waitForMonday(page);
    const prints = await countPrints(page);
    await page.getByRole('button', { name: 'As of now' }).click();
    await page.getByRole('option', { name: 'End of last week, Mar 22' }).click();
    await page.getByRole('button', { name: 'Print' }).click();
    await expect.poll(prints).toBe(1);
    await page.getByText('As of Sun, Mar 22, 2026. Names as of today.').waitFor();
    expect((await keyFigures(page))[0]).toBe('OPEN 6 · $6.7M $3.99M weighted');
    await page.emulateMedia({ media: 'print' });
    const [, address = ''] = /(http\S+)$/.exec(await page.getByText('Names as of Mar 29.').innerText()) ?? [];
    await page.emulateMedia({ media: 'screen' });
    await page.goto(address);
    await waitForMonday(page);
    expect((await keyFigures(page))[0]).toBe('OPEN 6 · $6.7M $3.99M weighted');
    expect(await page.getByRole('status').first().innerText()).toContain('change since Sun, Mar 15');
  });

  test('goes from week to week and prints by keys, and compares with any day', async () => {
    await using opened = await web.openSignedIn('/monday');
    const { page } = opened;
    await waitForMonday(page);
    const prints = await countPrints(page);
    await page.keyboard.press('[');
    await page.waitForURL('**/monday?as_of=2026-03-22');
    await waitForMonday(page);
    await page.keyboard.press('[');
    await page.waitForURL('**/monday?as_of=2026-03-15');
    await waitForMonday(page);
    await page.keyboard.press(']');
    await page.waitForURL('**/monday?as_of=2026-03-22');
    await waitForMonday(page);
    await page.keyboard.press(']');
    await page.waitForURL('**/monday');
    await waitForMonday(page);
    await page.keyboard.press('p');
    await expect.poll(prints).toBe(1);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog');
    for (const does of ['Print the page', 'Go a week back', 'Go a week forward']) await help.getByText(does).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Since Sun, Mar 22' }).click();
    await page.getByRole('option', { name: /^End of last month/ }).click();
    await page.getByRole('region', { name: 'Changes since Sat, Feb 28' }).waitFor();
    expect(new URL(page.url()).searchParams.get('since')).toBe('2026-02-28');
    expect(opened.wrong).toEqual([]);
  });

  test('compares a past page only with days before it', async () => {
    await using opened = await web.openSignedIn('/monday?as_of=2026-03-15');
    const { page } = opened;
    await waitForMonday(page);
    await page.getByRole('button', { name: 'Since Sun, Mar 8' }).click();
    await page.getByRole('option', { name: 'End of last week, Mar 8' }).waitFor();
    await page.getByRole('option', { name: 'Another day…' }).click();
    await page.getByLabel('The end of the day').fill('3/15');
    await page.keyboard.press('Enter');
    await page.getByText('The day must be before Mar 15.').waitFor();
    await page.getByLabel('The end of the day').fill('3/14');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Changes since Sat, Mar 14' }).waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('goes two weeks back while the first one is still being read', async () => {
    await using opened = await web.openSignedIn('/monday');
    const { page } = opened;
    await waitForMonday(page);
    const slow = '**/reports/pipeline?*as_of=2026-03-22*';
    await page.route(slow, () => {});
    await page.keyboard.press('[');
    await page.waitForURL('**/monday?as_of=2026-03-22');
    await page.keyboard.press('[');
    await page.waitForURL('**/monday?as_of=2026-03-15');
    await page.keyboard.press(']');
    await page.waitForURL('**/monday?as_of=2026-03-22');
    await page.keyboard.press(']');
    await page.waitForURL('**/monday');
    await waitForMonday(page);
    await page.unroute(slow);
  });

  test('takes the filters of the address, and says what the service refuses', async () => {
    await using opened = await web.openSignedIn('/monday?assigned_to_id=null');
    const { page } = opened;
    await waitForMonday(page);
    expect((await keyFigures(page))[1]).toBe('BOOKED FY2026 0 · $0 No goal is set.');
    await page.getByRole('button', { name: /^Remove the filter/ }).click();
    await expect.poll(async () => (await keyFigures(page))[0]).toBe('OPEN 4 · $4.25M $2.3M weighted');
    await page.goto(`${web.url}/monday?description[contains]=roof`);
    await page
      .getByText(/the past of this text is not indexed/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^Remove the filter/ }).click();
    await expect.poll(async () => (await keyFigures(page))[0]).toBe('OPEN 4 · $4.25M $2.3M weighted');
    await page.goto(`${web.url}/monday?amount[gt]=much`);
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.getByRole('button', { name: /^Remove the filter/ }).click();
    await waitForMonday(page);
  });

  test('marks the figures of former filters until the new ones have arrived', async () => {
    await using opened = await web.openSignedIn('/monday');
    const { page } = opened;
    await waitForMonday(page);
    expect(await busyParts(page)).toEqual([]);
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const reports = '**/reports/*';
    await page.route(reports, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.keyboard.type('interiors');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/monday?division_id=*');
    const all = ['Key figures', 'Changes since Sun, Mar 22', 'Pipeline by stage', 'Work to be earned'];
    await expect.poll(() => busyParts(page)).toEqual([...all, 'Needs attention', 'Bids due', 'Ten largest pursuits']);
    expect((await keyFigures(page))[0]).toBe('OPEN 4 · $4.25M $2.3M weighted');
    letGo();
    await expect.poll(() => busyParts(page)).toEqual([]);
    expect((await keyFigures(page))[0]).toBe('OPEN 1 · $1.35M $1.22M weighted');
    await page.unroute(reports);
    expect(opened.wrong).toEqual([]);
  });

  test('shows and sends both spellings of a filter, now and of a past day', async () => {
    const { body } = await web.service.first.get('/project_stages');
    const stages = body.project_stages as { id: string; name: string }[];
    const [one, other] = ['Estimating', 'Negotiating'].map((name) => stages.find((stage) => stage.name === name)?.id);
    const both = `project_stage_id=${one}&project_stage_id[in]=${one},${other}`;
    for (const [screen, past] of [
      ['/monday', 'OPEN 1 · $1M $250K weighted'],
      ['/reports/pipeline', ['All', '1', '$1,000,000', '$250,000', '0', '0']],
      ['/reports/pipeline_change', ['Closing', '1', '$1,000,000', '$250,000']],
      ['/projects', '1 project'],
    ] as const) {
      const isChange = screen.endsWith('change');
      await using opened = await web.openSignedIn(
        `${screen}?${both}&${isChange ? 'from=2026-03-15&to' : 'as_of'}=2026-03-22`,
      );
      const { page } = opened;
      await page.getByRole('button', { name: 'Stage is Estimating', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Stage is Estimating or Negotiating', exact: true }).waitFor();
      if (screen === '/monday') await expect.poll(async () => (await keyFigures(page))[0]).toBe(past);
      else if (typeof past === 'string') await page.getByText(past, { exact: true }).waitFor();
      else await expect.poll(async () => (await linesOf(page, 'Open projects')).at(-1)).toEqual(past);
      await page.getByRole('button', { name: 'Stage is Estimating or Negotiating', exact: true }).click();
      await page.getByRole('option', { name: /^Negotiating/ }).click();
      await page.waitForURL((url) => url.searchParams.get('project_stage_id[in]') === one);
      expect(new URL(page.url()).searchParams.get('project_stage_id')).toBe(one);
      await page.keyboard.press('Escape');
      const remove = page.getByRole('button', { name: 'Remove the filter Stage is Estimating', exact: true });
      await expect.poll(() => remove.count()).toBe(2);
      await remove.first().click();
      await page.waitForURL((url) => !url.searchParams.has('project_stage_id'));
      expect(new URL(page.url()).searchParams.get('project_stage_id[in]')).toBe(one);
      await expect.poll(() => remove.count()).toBe(1);
      expect(opened.wrong).toEqual([]);
    }
  });

  test('takes a filter that an address repeats as any of its values', async () => {
    await using opened = await web.openSignedIn('/monday?name=Tower&name=School&as_of=2026-03-29');
    const { page } = opened;
    await waitForMonday(page);
    await page.getByRole('button', { name: 'Name is Tower or School', exact: true }).waitFor();
    expect((await keyFigures(page))[0]).toMatch(/^OPEN 2 /);
    expect(opened.wrong).toEqual([]);
  });

  test('reads as sentences on a phone, with links that a finger can press', async () => {
    await using opened = await web.openSignedIn('/monday', phone);
    const { page } = opened;
    await waitForMonday(page);
    expect(await gapsInKeyFigures(page)).toEqual([]);
    const heights = await heightsOfKeyFigures(page);
    expect(heights.length).toBeGreaterThan(8);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(leastTarget.finger);
  });

  test.each([
    ['pipeline', 'Pipeline by stage'],
    ['attention', 'Needs attention'],
  ])('shows the other parts if the report on %s fails', async (report, part) => {
    await using opened = await web.openSignedIn('/search');
    const { page } = opened;
    await page.route(`**/reports/${report}?*`, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${web.url}/monday`);
    const failed = page.getByRole('region', { name: part });
    await failed.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 60_000 });
    await page.getByRole('table', { name: 'Changes', exact: true }).waitFor();
    await page.getByRole('table', { name: 'Ten largest pursuits' }).waitFor();
    await page.unroute(`**/reports/${report}?*`);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.getByRole('table').waitFor();
  });

  test('says in each part that the service does not answer, and reads all of them again', async () => {
    await using opened = await web.openSignedIn('/search');
    const { page } = opened;
    const reports = '**/reports/*';
    await page.route(reports, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${web.url}/monday`);
    const parts = page.getByRole('main').getByRole('region');
    const again = parts.getByRole('button', { name: 'Try again' });
    await expect.poll(() => again.count(), { timeout: 60_000 }).toBe(6);
    expect(await page.getByRole('main').getByText('Loading…').count()).toBe(0);
    await page.unroute(reports);
    await again.last().click();
    await page.getByRole('table', { name: 'Ten largest pursuits' }).waitFor();
    await waitForMonday(page);
    expect((await keyFigures(page))[0]).toBe('OPEN 4 · $4.25M $2.3M weighted');
    expect(await again.count()).toBe(0);
  }, 120_000);

  test('follows the changes of other people', async () => {
    await using opened = await web.openSignedIn('/monday');
    const { page } = opened;
    await waitForMonday(page);
    const { id } = await make(web.service.first, 'projects', { name: 'Extension', amount: 1_000_000 });
    await expect
      .poll(async () => {
        await page.clock.fastForward(31_000);
        return (await keyFigures(page))[0];
      })
      .toMatch(/^OPEN 5 · \$5\.25M/);
    await web.service.first.delete(`/projects/${id}`);
  });

  test.each(screens)('is accessible and fits %s, in light and dark', async (_, options) => {
    await using opened = await web.openSignedIn('/monday', options);
    const { page } = opened;
    await waitForMonday(page);
    expect((await regions(page)).filter((name) => !/^[A-Z, 0-9]+$/.test(name))).toEqual([
      ...['Changes since Sun, Mar 22', 'Pipeline by stage', 'Work to be earned four quarters', 'Needs attention'],
      ...['Bids due 14 days', 'Ten largest pursuits'],
    ]);
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(await layoutFaults(page, options === phone ? leastTarget.finger : leastTarget.mouse)).toEqual([]);
    expect(opened.wrong).toEqual([]);
  });
});

/** A name that no table has room for. */
const long =
  'Interdisciplinary Research and Outpatient Treatment Pavilion, Phase 2B, with a Parking Structure for Visitors';

inBrowser('Monday on paper', (web) => {
  /** The numbers of pages of the printed screen on both papers. @param foot its last line. */
  const print = async (path: string, foot = /as_of=\S+$/): Promise<number[]> => {
    await using opened = await web.openSignedIn(path);
    const { page } = opened;
    await waitForMonday(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText(/^Names as of/).innerText()).toMatch(foot);
    await page.emulateMedia({ media: null });
    const papers = [await page.pdf({ format: 'Letter' }), await page.pdf({ format: 'A4' })];
    expect(opened.wrong).toEqual([]);
    return papers.map(pagesOf);
  };

  test('is one page for a firm without projects, which it leads to its first ones', async () => {
    await using opened = await web.openSignedIn('/monday');
    await opened.page.getByRole('link', { name: 'Import projects from a file' }).waitFor();
    await opened.page.getByText('No project needs attention.').waitFor();
    expect(await print('/monday')).toEqual([1, 1]);
  });

  test('is one page for a firm with many projects and long names', async () => {
    const { first } = web.service;
    const company = await make(first, 'companies', { name: `${long}, ${long}` });
    const user = await make(first, 'users', { first_name: long.slice(0, 80), last_name: long.slice(0, 80) });
    for (const name of ['1', '2', '3', '4', '5']) {
      await make(first, 'project_stages', { name: `${name} ${long}`, category: 'open', default_probability: 0.3 });
    }
    await first.patch('/account', { account: { name: `${long} Incorporated` } });
    await make(first, 'goals', { period: 'year', starts_on: '2026-01-01', measure: 'booked_amount', target: 9e10 });
    await make(first, 'goals', { period: 'quarter', starts_on: '2026-04-01', measure: 'earned_amount', target: 9e10 });
    const stages = (await first.get('/project_stages')).body.project_stages as { id: string; category: string }[];
    const open = stages.filter(({ category }) => category === 'open');
    expect(open.length).toBeGreaterThan(13);
    const projects = Array.from({ length: 1000 }, (_, index) => ({
      ...{ name: `${index} ${long}`, company_id: company.id, assigned_to_id: user.id, amount: 999_999_999.99 + index },
      ...{
        project_stage_id: open[index % open.length]?.id,
        probability: 0.37,
        next_step: long,
        next_step_on: '2026-02-02',
      },
      ...(index % 3 === 0 && { bid_due_at: `2026-03-${String(1 + (index % 15)).padStart(2, '0')}T15:30:00Z` }),
      ...{ start_date: '2026-05-01', end_date: '2027-05-01' },
    }));
    for (let from = 0; from < projects.length; from += 200) {
      const { status, text } = await first.post('/projects/bulk', { projects: projects.slice(from, from + 200) });
      expect(status, text).toBeLessThan(300);
    }
    expect(await print('/monday')).toEqual([1, 1]);
    const filters = `assigned_to_id=${user.id}&amount[gt]=1000&name[contains]=Pavilion&company_id=${company.id}`;
    expect(await print(`/monday?${filters}&since=2026-01-31`)).toEqual([1, 1]);
    const made = (await first.get('/projects?fields=id&per_page=500')).body.projects as { id: string }[];
    const ids = made.map(({ id }) => id);
    for (const [count, foot] of [
      [50, /id=\d+,.*&as_of=\S+$/],
      [500, /has 2,\d{3} characters, too many for the foot.$/],
    ] as const) {
      const path = `/monday?${filters}&id=${ids.slice(0, count).join(',')}&since=2026-01-31`;
      expect(await print(path, foot)).toEqual([1, 1]);
    }
    await using opened = await web.openSignedIn('/monday');
    const { page } = opened;
    await waitForMonday(page);
    for (const [part, link] of [
      ['Pipeline by stage', /^\+ \d more$/],
      ['Bids due', /^\+ \d+ more$/],
      ['Ten largest pursuits', '+ 990 more'],
      [/^Changes/, '+ 990 more'],
    ] as const) {
      await page.getByRole('region', { name: part }).getByRole('link', { name: link }).waitFor();
    }
    await page
      .getByRole('region', { name: 'Bids due' })
      .getByRole('link', { name: / more$/ })
      .click();
    await page
      .getByText(/^\d+ projects$/)
      .first()
      .waitFor();
    expect(opened.wrong).toEqual([]);
  }, 180_000);
});

inBrowser('The first screen of a viewer', (web) => {
  test('is Monday, also on a phone, where the bar has it', async () => {
    const viewer = { email: 'owner@granite.example', password: 'correct horse battery' };
    await web.service.first.post('/users', { user: { ...viewer, role: 'viewer' } });
    await using opened = await web.open('/', phone);
    const { page } = opened;
    await signIn(page, viewer);
    await page.waitForURL('**/monday');
    await waitForMonday(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Monday' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    expect(await page.getByRole('dialog').getByRole('link', { name: 'Monday' }).count()).toBe(0);
    expect(opened.wrong).toEqual([]);
  });
});
