import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import type { Json } from '../support/service/client.ts';
import { edit, reader, toast } from './support/page-parts.ts';

inBrowser('records, leads, tasks and calls on the page', (web) => {
  const read = reader(web);

  test('the keyboard alone enters an invitation to bid, with a new client', async () => {
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await page.keyboard.press('c');
    await page.getByLabel('Name (required)').waitFor();
    await page.keyboard.type('North Lab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Granite Health');
    await page.getByRole('option', { name: 'Make the company “Granite Health”' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox', { name: 'companies found' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Tab');
    await page.keyboard.type('2031-03-14 2p');
    await page.keyboard.press('Tab');
    await page.keyboard.type('4.2m');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'North Lab is added.');
    const { projects } = await read('/projects?name=North Lab');
    expect(projects).toHaveLength(1);
    expect(projects[0]).toMatchObject({
      company: { name: 'Granite Health' },
      bid_due_date: '2031-03-14',
      bid_due_at_includes_time: true,
      amount: 4_200_000,
    });
    expect(opened.wrong).toEqual([]);
  });

  test('a form keeps what was typed until it is sent, and shows all faults at once', async () => {
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'Bid due' }).fill('Monday, March 14, 2031');
    await page.getByRole('textbox', { name: 'Amount' }).fill('much');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.getByRole('alert').getByRole('listitem').allInnerTexts()).toHaveLength(3);
    const fault = page.getByRole('paragraph').filter({ hasText: 'March 14, 2031 is a Friday.' });
    await fault.waitFor();
    await page.getByRole('textbox', { name: 'Bid due' }).fill('Friday, March 14, 2031 at 3:00 p.m. ET');
    await page.getByText('Fri, Mar 14, 2031, 2:00 PM').waitFor();
    expect(await fault.count()).toBe(0);
    const kept = "Object.entries(localStorage).filter(([key]) => key.endsWith(':new-project')).join()";
    await expect.poll(() => page.evaluate<string | null>(kept)).toContain('much');
    await page.reload();
    await page.locator('h1').waitFor();
    await page.keyboard.press('c');
    await page.getByText(/^Draft of .* restored\./).waitFor();
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('much');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('');
    await page.getByRole('textbox', { name: 'Amount' }).fill('more');
    await expect.poll(() => page.evaluate<string | null>(kept)).toContain('more');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate<string | null>(kept)).toBe('');
  });

  test('a call is logged for the company of the page', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Harbor Trust' });
    await using opened = await web.openSignedIn(`/companies/${company.id}`);
    const { page } = opened;
    await page.keyboard.press('l');
    await page.getByLabel('Outcome').waitFor();
    await page.keyboard.type('con');
    await page.keyboard.press('Enter');
    await page.keyboard.type('They want a budget.');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'The call is logged.');
    const { calls } = await read(`/calls?company_id=${company.id}`);
    expect(calls).toMatchObject([{ notes: 'They want a budget.', call_outcome: { name: 'Connected' } }]);
    await page.getByRole('link', { name: /They want a budget/ }).waitFor();
  });

  test('a deleted record offers to restore it', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Old Mill' });
    await using opened = await web.openSignedIn(`/companies/${company.id}`);
    const { page } = opened;
    await page.keyboard.press('Delete');
    await page.getByText('Old Mill is deleted.').first().waitFor();
    expect((await web.service.first.get(`/companies/${company.id}`)).status).toBe(404);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('heading', { name: 'Old Mill' }).waitFor();
    expect((await web.service.first.get(`/companies/${company.id}`)).status).toBe(200);
  });

  test('archiving a lead selects the next one, and can be undone', async () => {
    const older = await make(web.service.first, 'leads', { name: 'Quiet Older' });
    const newer = await make(web.service.first, 'leads', { name: 'Quiet Newer' });
    const peek = `/leads?view=open&id=${older.id},${newer.id}&sort=name`;
    await using opened = await web.openSignedIn(peek);
    const { page } = opened;
    await page.getByRole('article', { name: 'Quiet Newer' }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('article', { name: 'Quiet Older' }).waitFor();
    await toast(page, 'Quiet Newer is archived.');
    expect((await read(`/leads/${newer.id}`)).lead.archived_at).not.toBeNull();
    await page.keyboard.press('Control+z');
    await toast(page, 'Quiet Newer is as it was.');
    expect((await read(`/leads/${newer.id}`)).lead.archived_at).toBeNull();
    await page
      .getByRole('link', { name: /Quiet Newer/ })
      .first()
      .waitFor();
  });

  test('a lead that leaves the view tells where it went, and comes back by the undo', async () => {
    const lead = await make(web.service.first, 'leads', { name: 'Stray Lot' });
    const { users } = await read('/users?per_page=1');
    await using opened = await web.openSignedIn(`/leads?view=unassigned&id=${lead.id}`);
    const { page } = opened;
    await page.getByRole('article', { name: 'Stray Lot' }).waitFor();
    await edit(page, 'Assigned to').click();
    await page.getByRole('option', { name: users[0].name }).click();
    await toast(page, `Stray Lot went to ${users[0].name}.`);
    await page.getByText('Every open lead has somebody.').or(page.getByText('matches the filters')).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('link', { name: /Stray Lot/ })
      .first()
      .waitFor();
    expect((await read(`/leads/${lead.id}`)).lead.assigned_to).toBeNull();
  });

  test('a lead becomes a project by two keys', async () => {
    const lead = await make(web.service.first, 'leads', { name: 'Depot Roof' });
    await using opened = await web.openSignedIn(`/leads?id=${lead.id}`);
    const { page } = opened;
    await page.getByRole('article', { name: 'Depot Roof' }).waitFor();
    await page.keyboard.press('Shift+C');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await toast(page, 'Depot Roof is a project now.');
    expect((await read('/projects?name=Depot Roof')).projects).toHaveLength(1);
  });

  test('a checked task is done, and the undo opens it again', async () => {
    await using opened = await web.openSignedIn('/tasks');
    const { page } = opened;
    await page.getByText('Nothing due.').waitFor();
    await page.keyboard.press('t');
    await page.getByLabel('Title (required)').waitFor();
    await page.keyboard.type('Walk the site');
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('region', { name: 'No date' })
      .getByRole('checkbox', { name: 'Walk the site is done' })
      .check();
    await toast(page, 'Walk the site is done.');
    const mine = '/tasks?assigned_to_id=me&title=Walk+the+site';
    expect((await read(mine)).tasks[0].completed_at).not.toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Walk the site is open again.');
    expect((await read(mine)).tasks[0].completed_at).toBeNull();
  });

  test('Ctrl Z goes on to the change before the one that it has undone', async () => {
    const one = await make(web.service.first, 'leads', { name: 'Undo One' });
    const two = await make(web.service.first, 'leads', { name: 'Undo Two' });
    await using opened = await web.openSignedIn('/leads');
    const { page } = opened;
    for (const name of ['Undo Two', 'Undo One']) {
      await page.getByRole('heading', { name, level: 2 }).waitFor();
      await page.keyboard.press('e');
      await toast(page, `${name} is archived.`);
    }
    const isArchived = async ({ id }: Json) => (await read(`/leads/${id}`)).lead.archived_at !== null;
    await page.keyboard.press('Control+z');
    await expect.poll(() => isArchived(one)).toBe(false);
    await page.keyboard.press('Control+z');
    await expect.poll(() => isArchived(two)).toBe(false);
    expect(await isArchived(one)).toBe(false);
  });
});
