import { Temporal } from 'temporal-polyfill';
import { beforeAll, expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { bid, bids, day } from './support/calendar-page.ts';
import { inBrowser } from './support/in-browser.ts';
import { dragOnto, edit, field, reader, toast } from './support/page-parts.ts';
import { cell, row } from './support/project-tables.ts';
import { changeBefore, desk } from './support/signed-in-page.ts';

/** Chicago's summer time begins two and a half hours later. */
const now = '2026-03-08T05:30:00Z';

/** Firms whose day is another one than that of the browser. */
const ends = [
  { firm: 'Pacific/Kiritimati', browser: 'Etc/GMT+12', today: '2026-03-08', moment: 'Mar 8, 7:30 PM' },
  { firm: 'Etc/GMT+12', browser: 'Pacific/Kiritimati', today: '2026-03-07', moment: 'Mar 7, 5:30 PM' },
] as const;
const chicago = {
  firm: 'America/Chicago',
  browser: 'Pacific/Kiritimati',
  today: '2026-03-07',
  moment: 'Mar 7, 11:30 PM',
};

inBrowser('a browser in another time zone than the firm', (web) => {
  const { project, read: stored } = bids(web);
  const read = reader(web);

  /** What a test writes in a firm of a zone. */
  const within = (firm: string) => ({
    word: `Zone ${firm.replaceAll(/\W/g, '')}`,
    /** The instant of a local time of the firm. */
    at: (local: string): string => Temporal.PlainDateTime.from(local).toZonedDateTime(firm).toInstant().toString(),
    begin: () => web.service.first.patch('/account', { account: { time_zone: firm } }),
  });

  beforeAll(() => web.service.clock.set(now));

  test.each([...ends, chicago])(
    'shows the day that was typed and stored: firm in $firm',
    async ({ firm, browser, today, moment }) => {
      const { word, at, begin } = within(firm);
      await begin();
      const id = await project(`${word} typed`);
      const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
      await using opened = await web.openSignedIn(`/projects/${id}`, { ...desk, timezoneId: browser });
      const { page, wrong } = opened;
      const set = async (name: string, text: string): Promise<void> => {
        await edit(page, name).click();
        await field(page, name).fill(text);
        await page.keyboard.press('Enter');
      };
      await page.getByRole('button', { name: /empty fields$/ }).click();
      await set('Start date', 'today');
      await set('End date', '2026-11-01');
      await set('Bid due', '2026-03-08 2p');
      await page.getByRole('button', { name: 'Edit End date: Sun, Nov 1' }).waitFor();
      await page.getByRole('button', { name: 'Edit Bid due: Sun, Mar 8, 2:00 PM' }).waitFor();
      await expect
        .poll(() => stored(id))
        .toMatchObject({
          ...{ start_date: today, end_date: '2026-11-01' },
          ...{ bid_due_date: '2026-03-08', bid_due_at: at('2026-03-08T14:00') },
        });
      const [change] = (await read(`/projects/${id}/history`)).changes;
      const time = page.getByRole('main').locator(`time[datetime="${change.at}"]`).first();
      await expect.poll(() => time.innerText()).toBe(moment);
      await page.getByText('Bid due date: – → Sun, Mar 8').waitFor();

      await page.goto(`${web.url}/projects?name[starts_with]=${word}&fields=name,start_date,bid_due_at,bid_due_date`);
      await cell(page, word, 3).getByText('Sun, Mar 8, 2:00 PM').waitFor();
      await cell(page, word, 2).dblclick();
      await field(page, 'Start date').fill('2026-03-09');
      await page.keyboard.press('Enter');
      await cell(page, word, 2).getByText('Mon, Mar 9').waitFor();
      await cell(page, word, 4).dblclick();
      await field(page, 'Bid due date').fill('2026-03-10');
      await page.keyboard.press('Enter');
      await cell(page, word, 3).getByText('Tue, Mar 10, 2:00 PM').waitFor();
      await expect
        .poll(() => stored(id))
        .toMatchObject({
          ...{ start_date: '2026-03-09', bid_due_date: '2026-03-10', bid_due_at: at('2026-03-10T14:00') },
        });

      await page.goto(`${web.url}/calendar?month=2026-03&name[starts_with]=${word}`);
      await dragOnto(page, bid(day(page, '2026-03-10'), word), day(page, '2026-03-08'));
      await toast(page, `${word} typed is due Sun, Mar 8, 2:00 PM.`);
      expect(await stored(id)).toMatchObject({ bid_due_date: '2026-03-08', bid_due_at: at('2026-03-08T14:00') });
      await bid(day(page, '2026-03-08'), word).focus();
      await page.keyboard.press('d');
      await page.keyboard.type('yesterday');
      await page.keyboard.press('Enter');
      await bid(day(page, yesterday), word).waitFor();
      await expect.poll(async () => (await stored(id)).bid_due_at).toBe(at(`${yesterday}T14:00`));
      expect(wrong).toEqual([]);
    },
  );

  test.each(ends)('means the day of the firm by today: firm in $firm', async ({ firm, browser, today, moment }) => {
    const { word, begin } = within(firm);
    const after = (days: number): string => Temporal.PlainDate.from(today).add({ days }).toString();
    const minutesFromNow = (minutes: number): string => Temporal.Instant.from(now).add({ minutes }).toString();
    await begin();
    const bidsDue = {
      'late day': { bid_due_date: after(-1) },
      'late hour': { bid_due_at: minutesFromNow(-10) },
      'this day': { bid_due_date: today },
      'this hour': { bid_due_at: minutesFromNow(10) },
      week: { bid_due_date: after(7) },
      'in 14 days': { bid_due_date: after(14) },
      'in 15 days': { bid_due_date: after(15) },
    };
    const ids = new Map<string, string>();
    for (const [name, fields] of Object.entries(bidsDue)) ids.set(name, await project(`${word} due ${name}`, fields));
    const { user } = await read('/users/me');
    for (const [title, deadline] of [
      ['late', after(-1)],
      ['now', today],
    ] as const) {
      await make(web.service.first, 'tasks', { title: `${word} ${title}`, deadline, assigned_to_id: user.id });
    }
    const filter = `name[starts_with]=${word} due`;
    await using opened = await web.openSignedIn(`/pipeline?${filter}`, { ...desk, timezoneId: browser });
    const { page, wrong } = opened;
    const due = (name: string): Promise<string | null> =>
      page.locator('li[data-due]', { hasText: `due ${name}` }).getAttribute('data-due');
    await page.getByRole('button', { name: 'Overdue 2' }).waitFor();
    await page.getByRole('button', { name: 'Due today 2' }).waitFor();
    await page.getByRole('button', { name: 'Next 7 days 1' }).waitFor();
    const marks = async (names: readonly string[]): Promise<(string | null)[]> => await Promise.all(names.map(due));
    expect(await marks(Object.keys(bidsDue).slice(0, 6))).toEqual([
      'overdue',
      'overdue',
      'soon',
      'soon',
      'soon',
      'later',
    ]);
    await bid(page, 'due this day').focus();
    await page.keyboard.press('m');
    await page.keyboard.type('wo');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^Close / }).waitFor();
    await page.keyboard.press('Enter');
    await toast(page, /closed as Won\.$/);
    expect((await stored(ids.get('this day') ?? '')).award_date).toBe(today);

    await page.goto(`${web.url}/calendar?${filter}`);
    await bid(day(page, today), 'due late hour').waitFor();
    expect(await page.locator('[data-today="true"]').getAttribute('data-day')).toBe(today);
    expect(await marks(['late day', 'late hour', 'this hour'])).toEqual(['overdue', 'overdue', 'soon']);

    await page.goto(`${web.url}/projects?${filter}&bid_due_date[lte]=today%2B14&bid_due_date[gt]=today`);
    await row(page, 'due in 14 days').waitFor();
    expect(await page.getByRole('row').filter({ hasText: word }).count()).toBe(2);

    await page.goto(`${web.url}/tasks`);
    const bucket = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
    await bucket('Today')
      .getByRole('link', { name: `${word} now` })
      .waitFor();
    await bucket('Overdue')
      .getByRole('link', { name: `${word} late` })
      .waitFor();

    await page.goto(`${web.url}/settings/audit-log?resource=projects`);
    const entries = page.getByRole('list', { name: 'Changes' }).locator('> li');
    await expect.poll(() => entries.first().innerText()).toContain(moment);
    expect(wrong).toEqual([]);
  });

  test('messages name the time of the firm', async () => {
    const { word, begin } = within(chicago.firm);
    await begin();
    const id = await project(`${word} clash`);
    const path = `/projects?name[starts_with]=${word} clash&fields=name,amount`;
    await using opened = await web.openSignedIn(path, { ...desk, timezoneId: chicago.browser });
    const { page } = opened;
    const theirs = (): Promise<unknown> => web.service.first.patch(`/projects/${id}`, { project: { amount: 300 } });
    await changeBefore(page, `/projects/${id}`, theirs);
    await cell(page, word, 2).dblclick();
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await row(page, word).getByText('has changed it at 11:30 PM.').waitFor();
    // An admin cannot make a link for their own user.
    await make(web.service.first, 'users', { email: 'zoned@example.com' });
    await page.goto(`${web.url}/settings/users`);
    await page
      .getByRole('button', { name: /^New link/ })
      .first()
      .click();
    // 72 hours later, by summer time.
    await page.getByText('It works once, until Mar 11, 2026, 12:30 AM.').waitFor();
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    await page.getByText(/^Offline since 11:\d\d PM\./).waitFor();
  });
});
