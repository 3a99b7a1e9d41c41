import { expect, test } from 'vitest';
import { bid, bids, bidsOn, day, tray } from './support/calendar-page.ts';
import { desk, phone } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';

inBrowser('the calendar', (web) => {
  const { project, read, calendar } = bids(web);

  test('shows the tray page by page', async () => {
    const names = Array.from({ length: 51 }, (_, index) => ({ name: `Page ${index}` }));
    await web.service.first.post('/projects/bulk', { projects: names });
    await using opened = await calendar('Page');
    const { page } = opened;
    await tray(page).getByRole('button', { name: 'No due date 51' }).waitFor();
    expect(await tray(page).locator('[data-card]').count()).toBe(50);
    await tray(page).getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => tray(page).locator('[data-card]').count()).toBe(51);
    expect(await tray(page).getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('shows late bids first and submitted ones last, and says which are which', async () => {
    await project('Order C', { bid_due_at: '2026-02-27T16:00:00Z' });
    await project('Order B', { bid_due_at: '2026-02-27T15:00:00Z', submitted_at: '2026-02-27T14:00:00Z' });
    await project('Order A', { bid_due_date: '2026-02-27' });
    await using opened = await web.openSignedIn('/calendar?month=2026-02&name[starts_with]=Order');
    const { page } = opened;
    await bid(page, 'Order A').waitFor();
    expect(await bidsOn(page, '2026-02-27')).toEqual([
      '!Order A, overdue',
      '!10aOrder C, due 10:00 AM, overdue',
      '9aOrder B, due 9:00 AM, submitted',
    ]);
    expect(await page.locator('[data-today="true"]').count()).toBe(0);
    await page.keyboard.press('.');
    await page.getByRole('heading', { name: 'Calendar, March 2026' }).waitFor();
    expect(await day(page, '2026-03-02').getAttribute('data-today')).toBe('true');
    expect(await day(page, '2026-03-02').innerText()).toContain('Today, Mon, Mar 2');
  });

  test('opens a day that has more bids than fit', async () => {
    const names = Array.from({ length: 9 }, (_, index) => ({ name: `Full ${index}`, bid_due_date: '2026-03-19' }));
    await web.service.first.post('/projects/bulk', { projects: names });
    await using opened = await calendar('Full');
    const { page } = opened;
    const more = day(page, '2026-03-19').getByRole('button', { name: /^\+\d+ more on Thu, Mar 19$/ });
    await more.click();
    expect(await bidsOn(page, '2026-03-19')).toHaveLength(9);
    await day(page, '2026-03-19').getByRole('button', { name: 'Show fewer on Thu, Mar 19' }).click();
    await more.waitFor();
    // Keys reach every bid, also those that do not fit.
    await bid(page, 'Full 0').focus();
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Full 8');
  });

  test('walks from bid to bid and from day to day', async () => {
    await project('Walk A', { bid_due_date: '2026-03-10' });
    await project('Walk B', { bid_due_date: '2026-03-10' });
    await project('Walk C', { bid_due_date: '2026-03-24' });
    await project('Walk D');
    await using opened = await calendar('Walk');
    const { page } = opened;
    await bid(page, 'Walk D').waitFor();
    const walked: unknown[] = [];
    for (const key of ['j', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'k']) {
      await page.keyboard.press(key);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      walked.push(await page.evaluate('document.activeElement.textContent'));
    }
    expect(walked).toEqual(['A', 'B', 'C', 'D', 'C', 'A', 'A'].map((name) => expect.stringMatching(`^Walk ${name}`)));
  });

  test('leads an empty month to the next bid', async () => {
    const id = await project('Next Court', { bid_due_date: '2026-05-20' });
    await using opened = await web.openSignedIn('/calendar?month=2026-04&assigned_to_id=null&name=Next Court');
    const { page } = opened;
    await page.getByText('No bid that matches the filters is due in April. Next bid: Next Court, May 20.').waitFor();
    expect(await page.getByRole('link', { name: 'Next Court' }).getAttribute('href')).toBe(`/projects/${id}`);
    await page.getByRole('link', { name: 'May 20' }).click();
    await bid(day(page, '2026-05-20'), 'Next Court').waitFor();
    expect(new URL(page.url()).searchParams.get('month')).toBe('2026-05');
    await page.goto(`${web.url}/calendar?month=2031-01`);
    await page.getByText('Nothing is due in January 2031.').waitFor();
  });

  test('reads only the weeks that it shows, and walks the months with keys', async () => {
    await project('Span Inn', { bid_due_date: '2026-03-31' });
    await using opened = await calendar('Span');
    const { page } = opened;
    const read = new Set<string>();
    page.on('request', (request) => {
      const { searchParams: query } = new URL(request.url());
      if (query.has('bid_due_date[gte]'))
        read.add(`${query.get('bid_due_date[gte]')} ${query.get('bid_due_date[lte]')}`);
    });
    await page.keyboard.press(']');
    await page.getByRole('heading', { name: 'Calendar, April 2026' }).waitFor();
    // March 31 is in the first week of April, and known already.
    expect(await bidsOn(page, '2026-03-31')).toHaveLength(1);
    await expect.poll(() => read).toContain('2026-03-29 2026-05-02');
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await page.getByRole('heading', { name: 'Calendar, February 2026' }).waitFor();
    await expect.poll(() => read).toContain('2026-02-01 2026-02-28');
    // The stream of events begins with another read of the month.
    read.delete('2026-03-01 2026-04-04');
    expect(read.size).toBe(2);
    await page.goBack();
    await page.getByRole('heading', { name: 'Calendar, March 2026' }).waitFor();
  });

  test('narrows the days by the filters of its address, and shows what the service refuses', async () => {
    await project('Sift Near', { bid_due_date: '2026-03-05' });
    await project('Sift Far', { bid_due_date: '2026-03-25' });
    await project('Sift None');
    await using opened = await calendar('Sift', '&bid_due_date[lte]=today%2B7');
    const { page } = opened;
    expect(await page.locator('[data-card]').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove the filter Bid due date until 7 days from now' }).click();
    await bid(day(page, '2026-03-25'), 'Sift Far').waitFor();
    await bid(tray(page), 'Sift None').waitFor();
    await page.goto(`${web.url}/calendar?bid_due_date[lte]=soon`);
    await page.getByRole('group', { name: 'Filters' }).getByText('Bid due date until soon').waitFor();
    await page.getByRole('alert').getByText('The service refuses what is marked.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.locator('[data-card]').first().waitFor();
  });

  test('is an agenda on a phone, where two taps lead to the due date', async () => {
    const id = await project('Yew House', { bid_due_at: '2026-03-06T20:00:00Z' });
    await project('Yew Without');
    const search = '/calendar?show=month&name[starts_with]=Yew';
    await using opened = await web.openSignedIn(search, phone);
    const { page } = opened;
    const friday = page.getByRole('region', { name: 'Fri, Mar 6' });
    await bid(friday, 'Yew House').waitFor();
    await bid(tray(page), 'Yew Without').waitFor();
    await page.getByRole('region', { name: 'Mon, Mar 2' }).getByText('Nothing is due today.').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByRole('button', { name: 'Actions for Yew House' }).tap();
    await page.getByRole('option', { name: 'Due date' }).tap();
    await page.getByRole('textbox', { name: 'Due' }).fill('3/9');
    await page.getByRole('button', { name: 'Set the date' }).tap();
    await bid(page.getByRole('region', { name: 'Mon, Mar 9' }), 'Yew House').waitFor();
    await page.getByText('Yew House is due Mon, Mar 9, 2:00 PM.').waitFor();
    expect((await read(id)).bid_due_at).toBe('2026-03-09T19:00:00Z');
  });

  test('opens a bid by a plain link', async () => {
    const id = await project('Link Yard', { bid_due_date: '2026-03-10' });
    await using opened = await calendar('Link');
    const { page } = opened;
    expect(await bid(page, 'Link Yard').getAttribute('href')).toBe(`/projects/${id}`);
    await bid(page, 'Link Yard').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/projects/${id}`);
  });

  test('prints every bid of the month in black on white', async () => {
    const names = Array.from({ length: 9 }, (_, index) => ({ name: `Paper ${index}`, bid_due_date: '2026-03-19' }));
    await web.service.first.post('/projects/bulk', { projects: names });
    await using opened = await web.openSignedIn('/calendar?name[starts_with]=Paper', {
      ...desk,
      colorScheme: 'dark',
    });
    const { page } = opened;
    await bid(page, 'Paper 0').waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('[data-card]:visible').count()).toBe(9);
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    const colours = `[...document.querySelectorAll('[data-card], [data-day] time')].map((element) => getComputedStyle(element).color)`;
    expect(new Set(await page.evaluate<string[]>(colours))).toEqual(new Set(['rgb(0, 0, 0)']));
  });

  test('shows the week in which the month ends as a whole, also as an agenda', async () => {
    await project('Turning Point', { bid_due_date: '2026-04-03' });
    await using opened = await web.openSignedIn('/calendar?show=agenda&name[starts_with]=Turning&month=2026-03');
    await opened.page.getByRole('region', { name: 'Fri, Apr 3' }).getByText('Turning Point').waitFor();
  });
});
