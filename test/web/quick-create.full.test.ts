import { expect, test } from 'vitest';
import { makePerson } from '../support/service/browsing.ts';
import { make } from '../support/data/make.ts';
import { cell } from './support/project-tables.ts';
import type { Locator, Page } from 'playwright-core';
import { inBrowser } from './support/in-browser.ts';
import { reader, toast } from './support/page-parts.ts';

const lookUp = (page: Page, label: string): Locator => page.getByRole('combobox', { name: label, exact: true });

inBrowser('forms that begin with what is on the screen', (web) => {
  const read = reader(web);
  const job = async (name: string) => {
    const company = await make(web.service.first, 'companies', { name: `${name} Owners` });
    const project = await make(web.service.first, 'projects', { name, company_id: company.id });
    return { company, project };
  };

  test('L on a card logs a call about its project and its client', async () => {
    const { company, project } = await job('Subject Card');
    await using opened = await web.openSignedIn('/pipeline?name=Subject Card');
    const { page } = opened;
    await page.locator(`[data-card="${project.id}"]`).focus();
    await page.keyboard.press('l');
    await page.getByLabel('Outcome').waitFor();
    expect(await lookUp(page, 'Project').inputValue()).toBe('Subject Card');
    await page.getByLabel('Notes').fill('They have the drawings.');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'The call is logged.');
    const { calls } = await read(`/calls?project_id=${project.id}`);
    expect(calls).toMatchObject([{ company: { id: company.id }, notes: 'They have the drawings.' }]);
  });

  test('T on a row makes a task about its project, and the filters make nothing else of it', async () => {
    const { project } = await job('Subject Row');
    await using opened = await web.openSignedIn('/projects?name=Subject Row');
    const { page } = opened;
    await cell(page, 'Subject Row', 1).getByRole('link').focus();
    await page.keyboard.press('t');
    await page.getByLabel('Title (required)').fill('Ask for the geotech report');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Ask for the geotech report is added.');
    const { tasks } = await read(`/tasks?project_id=${project.id}`);
    expect(tasks).toMatchObject([{ title: 'Ask for the geotech report', assigned_to: { name: expect.any(String) } }]);
  });

  test('L in a peek is about the peeked record', async () => {
    const { project } = await job('Subject Peek');
    await using opened = await web.openSignedIn(`/pipeline?name=Subject Peek&peek=${project.id}`);
    const { page } = opened;
    await page.getByRole('complementary', { name: 'Selected record' }).getByRole('heading').first().waitFor();
    await page.keyboard.press('l');
    await expect.poll(() => lookUp(page, 'Project').inputValue()).toBe('Subject Peek');
    expect(await lookUp(page, 'Company').inputValue()).toBe('Subject Peek Owners');
  });

  test('L on a person is about the person and the company', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Subject Firm' });
    const name = { first_name: 'Sub', last_name: 'Jectson' };
    await make(web.service.first, 'contacts', { ...name, company_id: company.id });
    await using opened = await web.openSignedIn('/contacts?last_name=Jectson');
    const { page } = opened;
    await cell(page, 'Sub Jectson', 1).getByRole('link').focus();
    await page.keyboard.press('l');
    await expect.poll(() => lookUp(page, 'Contact').inputValue()).toBe('Sub Jectson');
    expect(await lookUp(page, 'Company').inputValue()).toBe('Subject Firm');
  });

  test('a new project has the values that the filters ask for', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Filter Homes' });
    const filters = `assigned_to_id=me&company_id=${company.id}&market_sector=&amount[gt]=1`;
    await using opened = await web.openSignedIn(`/pipeline?${filters}`);
    const { page } = opened;
    await page.getByText('Filter Homes').first().waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('Name (required)').fill('Filtered Job');
    expect(await lookUp(page, 'Client').inputValue()).toBe('Filter Homes');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Filtered Job is added.');
    const { user } = await read('/users/me');
    const { projects } = await read('/projects?name=Filtered Job');
    expect(projects).toMatchObject([{ assigned_to: { id: user.id }, company: { id: company.id }, amount: null }]);
  });

  test('a new task on the tasks of somebody else is theirs', async () => {
    const other = await makePerson(web.service.first, { email: 'other@granite.example' });
    await using opened = await web.openSignedIn(`/tasks?assigned_to_id=${other.id}`);
    const { page } = opened;
    await page.keyboard.press('t');
    await page.getByLabel('Title (required)').fill('Price the steel');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Price the steel is added.');
    const { tasks } = await read('/tasks?title=Price the steel');
    expect(tasks).toMatchObject([{ assigned_to: { id: other.id } }]);
  });
});
