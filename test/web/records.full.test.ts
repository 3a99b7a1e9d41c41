import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { edit, field, hold, reader, toast } from './support/page-parts.ts';

/** The accessible name of the element with the focus. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName");

inBrowser('the page of a record', (web) => {
  const read = reader(web);

  test('a change that is made offline waits, and is sent when the connection is back', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Offline Lab', amount: 100 });
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page } = opened;
    await edit(page, 'Amount').click();
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
    await field(page, 'Amount').fill('250');
    await page.keyboard.press('Enter');
    await page.getByText(/^Offline since .*1 change waits until the connection is back\./).waitFor();
    await page.getByRole('button', { name: 'Edit Amount: $250' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByText(/^Offline since/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit Amount: $250' }).waitFor();
    await expect.poll(async () => (await read(`/projects/${project.id}`)).project.amount).toBe(250);
  });

  test('what follows an edit of the same record at once waits for it', async () => {
    const lead = await make(web.service.first, 'leads', { name: 'Quick Lead' });
    const gone = await make(web.service.first, 'companies', { name: 'Quick Company' });
    const converted = await make(web.service.first, 'leads', { name: 'Quick Convert' });
    await using opened = await web.openSignedIn(`/leads/${lead.id}`);
    const { page } = opened;
    const rename = async (to: string): Promise<() => void> => {
      const held = await hold(page, 'PATCH');
      await edit(page, 'Name').click();
      await field(page, 'Name').fill(to);
      await page.keyboard.press('Enter');
      await expect.poll(held.count).toBe(1);
      return held.release;
    };
    const releaseLead = await rename('Quicker Lead');
    await page.keyboard.press('e');
    releaseLead();
    await toast(page, 'Quicker Lead is archived.');
    await page.goto(`${web.url}/companies/${gone.id}`);
    const releaseCompany = await rename('Quicker Company');
    await page.keyboard.press('Delete');
    releaseCompany();
    await toast(page, 'Quicker Company is deleted.');
    await page.goto(`${web.url}/leads/${converted.id}`);
    const releaseConvert = await rename('Quicker Convert');
    await page.keyboard.press('Shift+C');
    await page.getByRole('dialog').getByRole('button', { name: 'Convert' }).click();
    releaseConvert();
    await toast(page, 'Quicker Convert is a project now.');
  });

  test('the focus stays at a field when its edit ends', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Focus Lab' });
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page, wrong } = opened;
    await page.getByRole('button', { name: /empty fields$/ }).click();
    await edit(page, 'Number').click();
    await page.keyboard.type('26-1');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Edit Number: 26-1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('Edit Number: 26-1');
    await edit(page, 'Division').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toMatch(/^Edit Division: /);
    expect(wrong).toEqual([]);
  });

  test('a late refusal leaves the focus where somebody types', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Late Lab' });
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page } = opened;
    await page.getByRole('button', { name: /empty fields$/ }).click();
    await edit(page, 'Start date').click();
    await field(page, 'Start date').fill('2031-05-01');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Edit Start date: .*2031/ }).waitFor();
    const held = await hold(page, 'PATCH');
    await edit(page, 'End date').click();
    await field(page, 'End date').fill('2031-04-01');
    await page.keyboard.press('Enter');
    await edit(page, 'Description').click();
    await page.keyboard.type('A lab');
    held.release();
    await page.getByRole('group', { name: 'End date was not saved' }).waitFor();
    expect(await focusedName(page)).toBe('Description');
    expect(await field(page, 'Description').inputValue()).toBe('A lab');
    await page.getByRole('group', { name: 'End date was not saved' }).getByRole('button', { name: 'Edit' }).click();
    expect(await field(page, 'End date').inputValue()).toBe('2031-04-01');
  });

  test('shows no lead of one view while it reads another', async () => {
    const lead = await make(web.service.first, 'leads', { name: 'Standing Lead' });
    await using opened = await web.openSignedIn(`/leads?id=${lead.id}`);
    const { page, wrong } = opened;
    await page.getByRole('article', { name: 'Standing Lead' }).waitFor();
    const held = await hold(page, 'GET', 'view=priority&fields');
    const changes = await hold(page, 'PATCH');
    await page.getByRole('link', { name: /^Priority/ }).click();
    await page.waitForURL(/view=priority/);
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
    expect(await page.getByRole('list', { name: 'Leads' }).getByRole('listitem').count()).toBe(0);
    await page.keyboard.press('e');
    held.release();
    await page.getByText('No lead of this view matches').waitFor();
    expect(changes.count()).toBe(0);
    expect(wrong).toEqual([]);
  });

  test('tasks that a filter hides are not said to be none', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Hidden Lab' });
    const { user } = await read('/users/me');
    await make(web.service.first, 'tasks', { title: 'Seen again', assigned_to_id: user.id });
    await using opened = await web.openSignedIn(`/tasks?project_id=${project.id}`);
    const { page, wrong } = opened;
    await page.getByText('No open task of yours matches').waitFor();
    await page.getByText('Project is Hidden Lab').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Project is Hidden Lab' }).click();
    await page.getByRole('link', { name: 'Seen again' }).waitFor();
    await page.getByLabel('Tasks of').selectOption({ label: 'Nobody’s' });
    await page.getByText('Every open task has somebody.').waitFor();
    await page.getByRole('button', { name: 'Show mine' }).click();
    await page.getByRole('link', { name: 'Seen again' }).waitFor();
    expect(wrong).toEqual([]);
  });

  test('the way back leads to where somebody came from, with its query', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Returning Trust' });
    await using opened = await web.openSignedIn('/companies?name=Returning+Trust&sort=-name');
    const { page, wrong } = opened;
    await page.getByRole('link', { name: 'Returning Trust' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/companies/${company.id}$`));
    await page.getByRole('main').getByRole('link', { name: 'Companies', exact: true }).click();
    await page.waitForURL(/\/companies\?name=Returning\+Trust&sort=-name$/);
    await page.goto(`${web.url}/tasks?show=done`);
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await page.goto(`${web.url}/companies/${company.id}`);
    await page.locator('h1').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.waitForURL(/\/tasks\?show=done$/);
    expect(wrong).toEqual([]);
  });

  test('the history reads every kind of value as people write it', async () => {
    const { custom_field: custom } = (
      await web.service.first.post('/custom_fields', {
        custom_field: { model: 'project', name: 'Roof type', field_type: 'multi_select', options: ['Flat', 'Steep'] },
      })
    ).body;
    const company = await make(web.service.first, 'companies', { name: 'Granite Health' });
    const contact = await make(web.service.first, 'contacts', { first_name: 'Ann', last_name: 'Lee' });
    const project = await make(web.service.first, 'projects', { name: 'History Lab' });
    const changes = {
      ...{ company_id: company.id, contact_id: contact.id, amount: 4_215_000, probability: 0.25 },
      ...{ bid_due_at: '2031-03-14T18:00:00Z', address: { city: 'Austin' }, square_feet: 12_000 },
      custom_fields: { [custom.api_name]: ['Flat', 'Steep'] },
    };
    await web.service.first.patch(`/projects/${project.id}`, { project: changes });
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const history = opened.page.getByRole('region', { name: 'History' });
    await history.getByText('Granite Health').waitFor();
    await history.getByText('Ann Lee').waitFor();
    const text = await history.innerText();
    for (const line of [
      'Client: – → Granite Health',
      'Contact: – → Ann Lee',
      'Amount: – → $4,215,000',
      '→ 25%',
      'City: – → Austin',
      'Square feet: – → 12,000',
      'Roof type: – → Flat, Steep',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).not.toMatch(/"|\[|custom_fields|no\. /);
    expect(opened.wrong).toEqual([]);
  });

  test('a bid date without an hour stays a date', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Day Lab' });
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page, wrong } = opened;
    const bid = async () => (await read(`/projects/${project.id}`)).project;
    await edit(page, 'Bid due').click();
    await page.keyboard.type('2031-03-14');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edit Bid due: Fri, Mar 14, 2031', exact: true }).waitFor();
    await expect.poll(bid).toMatchObject({ bid_due_date: '2031-03-14', bid_due_at_includes_time: false });
    await edit(page, 'Bid due').click();
    await field(page, 'Bid due').fill('2031-03-14 2p');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edit Bid due: Fri, Mar 14, 2031, 2:00 PM' }).waitFor();
    await expect.poll(bid).toMatchObject({ bid_due_date: '2031-03-14', bid_due_at_includes_time: true });
    expect(wrong).toEqual([]);
  });

  test('another day keeps the hour of a bid, and the same day without it drops it', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Hour Lab', bid_due_at: '2031-03-14T19:00:00Z' });
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page } = opened;
    const bid = async () => (await read(`/projects/${project.id}`)).project;
    await edit(page, 'Bid due').click();
    await field(page, 'Bid due').fill('3/20/2031');
    await page.getByText('Thu, Mar 20, 2031, 2:00 PM').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(bid).toMatchObject({ bid_due_date: '2031-03-20', bid_due_at_includes_time: true });
    await edit(page, 'Bid due').click();
    await field(page, 'Bid due').fill('3/20/2031');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edit Bid due: Thu, Mar 20, 2031', exact: true }).waitFor();
    await expect.poll(bid).toMatchObject({ bid_due_date: '2031-03-20', bid_due_at_includes_time: false });
  });
});
