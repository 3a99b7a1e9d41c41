import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import type { Json } from '../support/service/client.ts';
import { edit, reader, toast } from './support/page-parts.ts';

inBrowser('records, leads, tasks and calls on the page', (web) => {
  const read = reader(web);

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
