import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import type { Json } from '../support/service/client.ts';
import { inBrowser } from './support/in-browser.ts';
import { toast } from './support/page-parts.ts';
import { bar } from './support/project-tables.ts';
import { phone } from './support/signed-in-page.ts';
import { violationsInBothColors } from './support/violations.ts';

inBrowser('leads that are changed together', (web) => {
  const makeAll = async (name: string, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 1; index <= count; index += 1) {
      ids.push((await make(web.service.first, 'leads', { name: `${name} ${index}` })).id);
    }
    return ids;
  };
  const stored = async (name: string): Promise<Json[]> =>
    (await web.service.first.get(`/leads?name[starts_with]=${name}&sort=name&view=all`)).body.leads;
  const openedAt = (name: string, more = '', options: object = {}) =>
    web.openSignedIn(`/leads?name[starts_with]=${name}&sort=name${more}`, options);
  const shown = (page: Page): Promise<string[]> =>
    page.getByRole('list', { name: 'Leads' }).locator('[data-row] a > span:first-child').allInnerTexts();

  test('are archived by checkboxes, and come back by the undo', async () => {
    const [first = ''] = await makeAll('Oak', 4);
    await using opened = await openedAt('Oak');
    const { page } = opened;
    await page.getByRole('checkbox', { name: 'Select Oak 1' }).check();
    await page.getByRole('checkbox', { name: 'Select Oak 3' }).click({ modifiers: ['Shift'] });
    await bar(page).getByText('3 selected').waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Archive' }).click();
    await toast(page, '3 leads are archived.');
    await expect.poll(() => shown(page)).toEqual(['Oak 4']);
    await bar(page).waitFor({ state: 'detached' });
    expect((await stored('Oak')).map((lead) => lead.archived_at !== null)).toEqual([true, true, true, false]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, '3 leads are as they were.');
    await expect.poll(() => shown(page)).toEqual(['Oak 1', 'Oak 2', 'Oak 3', 'Oak 4']);
    expect((await web.service.first.get(`/leads/${first}`)).body.lead.archived_at).toBeNull();
  });

  test('are given, snoozed and deleted by keys', async () => {
    await makeAll('Elm', 3);
    const { user } = (await web.service.first.get('/users/me')).body;
    await using opened = await openedAt('Elm');
    const { page } = opened;
    await page.getByRole('article', { name: 'Elm 1' }).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByText('2 selected').waitFor();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Give 2 leads to' }).getByRole('combobox').fill(user.name);
    await page.keyboard.press('Enter');
    await toast(page, `2 leads are given to ${user.name}.`);
    expect((await stored('Elm')).map((lead) => lead.assigned_to?.id ?? null)).toEqual([user.id, user.id, null]);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('h');
    await page.getByRole('dialog', { name: 'Snooze 3 leads' }).getByLabel('Until').fill('+3');
    await page.keyboard.press('Enter');
    await toast(page, /^3 leads are asleep until/);
    await expect.poll(() => shown(page)).toEqual([]);
    await page.goto(`${web.url}/leads?name[starts_with]=Elm&sort=name&view=snoozed`);
    await page.getByRole('article', { name: 'Elm 1' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete 3 leads' }).click();
    await toast(page, '3 leads are deleted.');
    expect(await stored('Elm')).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => shown(page)).toEqual(['Elm 1', 'Elm 2', 'Elm 3']);
  });

  test('without a selection, the keys are those of the lead beside the list', async () => {
    await makeAll('Fig', 2);
    await using opened = await openedAt('Fig');
    const { page } = opened;
    await page.getByRole('article', { name: 'Fig 1' }).waitFor();
    await page.keyboard.press('x');
    await bar(page).getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await toast(page, 'Fig 1 is archived.');
  });

  test('a lead that is archived already keeps its time, and archived ones are put back together', async () => {
    const [first = ''] = await makeAll('Ivy', 2);
    await web.service.first.patch(`/leads/${first}`, { lead: { archived_at: '2026-01-02T03:04:05Z' } });
    await using opened = await openedAt('Ivy', '&view=all');
    const { page } = opened;
    await page.getByRole('article', { name: 'Ivy 1' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('e');
    await toast(page, 'Ivy 2 is archived.');
    expect((await stored('Ivy'))[0].archived_at).toBe('2026-01-02T03:04:05Z');
    await page.goto(`${web.url}/leads?name[starts_with]=Ivy&sort=name&view=archived`);
    await page.getByRole('article', { name: 'Ivy 1' }).waitFor();
    await page.keyboard.press('Control+a');
    await bar(page).getByRole('button', { name: 'Put back' }).click();
    await toast(page, '2 leads are back in the inbox.');
    expect((await stored('Ivy')).map((lead) => lead.archived_at)).toEqual([null, null]);
  });

  test('that match but are not loaded change too', async () => {
    const many = Array.from({ length: 103 }, (_, index) => ({ name: `Ash ${String(index).padStart(3, '0')}` }));
    await web.service.first.post('/leads/bulk', { leads: many });
    await using opened = await openedAt('Ash');
    const { page } = opened;
    await page.getByRole('article', { name: 'Ash 000' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Select all 103 that match' }).click();
    await bar(page).getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 103 leads' });
    await dialog.getByLabel('Field to change').selectOption('Priority');
    await dialog.getByLabel('Priority', { exact: true }).selectOption('Yes');
    await dialog.getByRole('button', { name: 'Change 103 leads' }).click();
    await toast(page, '103 leads are changed.');
    const { headers } = await web.service.first.get('/leads?name[starts_with]=Ash&priority=true', {
      prefer: 'count=exact',
    });
    expect(headers.get('x-total-count')).toBe('103');
  });

  test('are selected on a phone after a press of Select, without the buttons of each row', async () => {
    await makeAll('Yew', 2);
    await using opened = await openedAt('Yew', '', phone);
    const { page } = opened;
    await page.getByRole('button', { name: 'Archive Yew 1' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.getByRole('button', { name: 'Select' }).tap();
    await page.getByRole('checkbox', { name: 'Select Yew 2' }).tap();
    expect(await page.getByRole('button', { name: 'Archive Yew 1' }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await violationsInBothColors(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Archive' }).tap();
    await toast(page, 'Yew 2 is archived.');
    await page.getByRole('button', { name: 'Done' }).tap();
    await page.getByRole('button', { name: 'Archive Yew 1' }).waitFor();
  });
});
