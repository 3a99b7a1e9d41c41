import { expect, test } from 'vitest';
import { bid, bids, bidsOn, day, refusal, tray } from './support/calendar-page.ts';
import { countInteractions, interactions } from './support/interactions.ts';
import { changeBefore, signIn } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';
import { drag, dragOnto, neverAnswer, rereads } from './support/page-parts.ts';

inBrowser('moving bids in the calendar', (web) => {
  const { project, read, calendar } = bids(web);

  test('moves a due date and keeps its hour, with one drag', async () => {
    const id = await project('Elm Depot', { bid_due_at: '2026-03-06T20:00:00Z' });
    await using opened = await calendar('Elm');
    const { page, wrong } = opened;
    await countInteractions(page);
    await dragOnto(page, bid(day(page, '2026-03-06'), 'Elm Depot'), day(page, '2026-03-13'));
    await page.getByText('Elm Depot is due Fri, Mar 13, 2:00 PM.').waitFor();
    expect(await interactions(page)).toEqual({ drags: 1, keys: 0, clicks: 0 });
    // Summer time begins on March 8, so 2 p.m. is an hour earlier in UTC.
    expect(await read(id)).toMatchObject({ bid_due_date: '2026-03-13', bid_due_at: '2026-03-13T19:00:00Z' });
    expect(await bidsOn(page, '2026-03-13')).toEqual(['2pElm Depot, due 2:00 PM']);
    await expect.poll(() => page.evaluate('document.activeElement.dataset.card')).toBe(id);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Elm Depot is as it was.').waitFor();
    expect(await read(id)).toMatchObject({ bid_due_date: '2026-03-06', bid_due_at: '2026-03-06T20:00:00Z' });
    await bid(day(page, '2026-03-06'), 'Elm Depot').waitFor();
    expect(wrong).toEqual([]);
  });

  test('moves a due date by days and keeps its hour, with 2 keys and 2 characters', async () => {
    const id = await project('Gum Depot', { bid_due_at: '2026-03-06T20:00:00Z' });
    const other = await project('Gum Annex', { bid_due_date: '2026-03-20' });
    await using opened = await calendar('Gum');
    const { page } = opened;
    await bid(page, 'Gum Depot').focus();
    await countInteractions(page);
    await page.keyboard.press('d');
    await page.keyboard.type('+7');
    await page.keyboard.press('Enter');
    await bid(day(page, '2026-03-13'), 'Gum Depot').waitFor();
    expect(await interactions(page)).toEqual({ drags: 0, keys: 4, clicks: 0 });
    await page.getByText('Gum Depot is due Fri, Mar 13, 2:00 PM.').waitFor();
    expect(await read(id)).toMatchObject({ bid_due_date: '2026-03-13', bid_due_at: '2026-03-13T19:00:00Z' });
    await expect.poll(() => page.evaluate('document.activeElement.dataset.card')).toBe(id);
    // A bid that leaves the screen leaves the focus to its neighbour.
    await page.keyboard.press('d');
    await page.keyboard.type('+60');
    await page.keyboard.press('Enter');
    await page.getByText('Gum Depot is due Tue, May 12, 2:00 PM.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.dataset.card')).toBe(other);
    await page.keyboard.press('Control+z');
    await page.getByText('Gum Depot is as it was.').waitFor();
    await bid(day(page, '2026-03-13'), 'Gum Depot').waitFor();
  });

  test('keeps the hour on the day on which summer time begins', async () => {
    const id = await project('Fig Depot', { bid_due_at: '2026-03-06T20:00:00Z' });
    await using opened = await calendar('Fig');
    const { page } = opened;
    await dragOnto(page, bid(page, 'Fig Depot'), day(page, '2026-03-08'));
    await page.getByText('Fig Depot is due Sun, Mar 8, 2:00 PM.').waitFor();
    expect(await read(id)).toMatchObject({ bid_due_date: '2026-03-08', bid_due_at: '2026-03-08T19:00:00Z' });
  });

  test('gives a refused bid back, says why, and offers another try', async () => {
    const id = await project('Birch Hall', { bid_due_date: '2026-03-10' });
    await using opened = await calendar('Birch');
    const { page } = opened;
    let isDown = true;
    await page.route('**/api/2023-01/projects/*', (route) =>
      isDown && route.request().method() === 'PATCH'
        ? route.fulfill({ status: 409, contentType: 'application/problem+json', body: refusal })
        : route.continue(),
    );
    await dragOnto(page, bid(page, 'Birch Hall'), day(page, '2026-03-12'));
    await page.getByText('Birch Hall was not changed. The date is locked.').waitFor();
    await bid(day(page, '2026-03-10'), 'Birch Hall').waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Birch Hall is due Thu, Mar 12.').waitFor();
    expect(await read(id)).toMatchObject({ bid_due_date: '2026-03-12', bid_due_at_includes_time: false });
  });

  test('has a tray of projects without a date, which a bid leaves and comes back to', async () => {
    const id = await project('Tray Mill');
    await project('Tray Barn');
    await using opened = await calendar('Tray');
    const { page } = opened;
    await tray(page).getByRole('button', { name: 'No due date 2' }).waitFor();
    await dragOnto(page, bid(tray(page), 'Tray Mill'), day(page, '2026-03-18'));
    await page.getByText('Tray Mill is due Wed, Mar 18.').waitFor();
    await tray(page).getByRole('button', { name: 'No due date 1' }).waitFor();
    expect((await read(id)).bid_due_date).toBe('2026-03-18');
    // The toast lies over the tray, and lets the bid through.
    await drag(page, bid(day(page, '2026-03-18'), 'Tray Mill'), tray(page));
    await page.mouse.up();
    await page.getByText('Tray Mill has no due date.').waitFor();
    await tray(page).getByRole('button', { name: 'No due date 2' }).waitFor();
    expect((await read(id)).bid_due_date).toBeNull();
  });

  test('shows the change of another browser at once, but not while a bid is dragged', async () => {
    const held = await project('Live Held', { bid_due_date: '2026-03-10' });
    const other = await project('Live Other', { bid_due_date: '2026-03-11' });
    await using first = await calendar('Live');
    await using second = await calendar('Live');
    await dragOnto(first.page, bid(first.page, 'Live Other'), day(first.page, '2026-03-12'));
    await bid(day(second.page, '2026-03-12'), 'Live Other').waitFor();
    const { page } = second;
    await drag(page, bid(page, 'Live Held'), day(page, '2026-03-17'));
    const heard = rereads(page, other);
    await web.service.first.patch(`/projects/${other}`, { project: { bid_due_date: '2026-03-26' } });
    await expect.poll(heard).toBeGreaterThan(0);
    expect(await bidsOn(page, '2026-03-12')).toHaveLength(1);
    await page.mouse.up();
    await bid(day(page, '2026-03-26'), 'Live Other').waitFor();
    await bid(day(page, '2026-03-17'), 'Live Held').waitFor();
    await page.getByText('Live Held is due Tue, Mar 17.').waitFor();
    expect((await read(held)).bid_due_date).toBe('2026-03-17');
  });

  test('asks which date holds when somebody else has changed it meanwhile', async () => {
    const id = await project('Clash Inn', { bid_due_date: '2026-03-10' });
    await using opened = await calendar('Clash');
    const { page } = opened;
    // The page does not hear of the change.
    await page.route('**/api/2023-01/projects?*', neverAnswer);
    await changeBefore(page, `/projects/${id}`, () =>
      web.service.first.patch(`/projects/${id}`, { project: { bid_due_date: '2026-03-20' } }),
    );
    await dragOnto(page, bid(page, 'Clash Inn'), day(page, '2026-03-12'));
    const dialog = page.getByRole('dialog', { name: 'Somebody has changed Clash Inn meanwhile' });
    await dialog.getByRole('radio', { name: /Mar 20 ?now, by/ }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Clash Inn is due Thu, Mar 12.').waitFor();
    expect((await read(id)).bid_due_date).toBe('2026-03-12');
  });

  test('gives a viewer nothing to change', async () => {
    const id = await project('Spruce Hall', { bid_due_date: '2026-03-10' });
    const viewer = { email: 'calendar-viewer@granite.example', password: 'correct horse battery' };
    await web.service.first.post('/users', { user: { ...viewer, role: 'viewer' } });
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await signIn(page, viewer);
    await page.getByRole('link', { name: 'Calendar' }).click();
    await bid(page, 'Spruce Hall').focus();
    await page.keyboard.press('d');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New project' }).count()).toBe(0);
    await bid(page, 'Spruce Hall').dragTo(day(page, '2026-03-12'));
    expect(await bid(day(page, '2026-03-12'), 'Spruce').count()).toBe(0);
    expect((await read(id)).bid_due_date).toBe('2026-03-10');
  });

  test('still moves bids while it reads those of other filters', async () => {
    const id = await project('Rowan Hall', { bid_due_date: '2026-03-10', amount: 5 });
    await using opened = await calendar('Rowan');
    const { page } = opened;
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    const narrowed = /projects\?.*amount.*bid_due_date%5Bgte/;
    await page.route(narrowed, async (route) => {
      await asked;
      await route.continue();
    });
    await page.keyboard.press('f');
    await page.keyboard.type('amount');
    await page.keyboard.press('Enter');
    await page.getByLabel('Value').fill('1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/amount/);
    await dragOnto(page, bid(page, 'Rowan Hall'), day(page, '2026-03-12'));
    await page.getByText('Rowan Hall is due Thu, Mar 12.').waitFor();
    await bid(day(page, '2026-03-12'), 'Rowan Hall').waitFor();
    const answered = page.waitForResponse(narrowed);
    answer();
    await answered;
    await bid(day(page, '2026-03-12'), 'Rowan Hall').waitFor();
    expect((await read(id)).bid_due_date).toBe('2026-03-12');
  });
});
