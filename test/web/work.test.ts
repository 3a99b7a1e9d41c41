import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { reader, toast } from './support/page-parts.ts';

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
    await page.getByRole('option', { name: 'Add “Granite Health” as a new company' }).waitFor();
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
});
