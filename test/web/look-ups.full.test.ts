import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import type { Locator, Page } from 'playwright-core';
import { inBrowser } from './support/in-browser.ts';
import { centre, hold, reader, toast } from './support/page-parts.ts';

const lookUp = (page: Page, label: string): Locator => page.getByRole('combobox', { name: label, exact: true });

inBrowser('look-ups in forms', (web) => {
  const read = reader(web);
  const newProject = async () => {
    const opened = await web.openSignedIn('/pipeline');
    await opened.page.keyboard.press('c');
    await opened.page.getByLabel('Name (required)').waitFor();
    return opened;
  };

  test('an open list moves nothing, and a press beside it is not lost', async () => {
    await make(web.service.first, 'companies', { name: 'Float Partners' });
    await using opened = await newProject();
    const { page } = opened;
    await page.getByLabel('Name (required)').fill('Press One');
    const send = page.getByRole('button', { name: 'New project' }).last();
    const before = await centre(send);
    await lookUp(page, 'Client').pressSequentially('Float');
    await page.getByRole('option', { name: /^Float Partners/ }).waitFor();
    expect(await centre(send)).toEqual(before);
    await lookUp(page, 'Client').press('ArrowDown');
    await lookUp(page, 'Client').press('ArrowUp');
    await page.getByRole('option', { name: /^Float Partners/ }).click();
    await lookUp(page, 'Client').press('Backspace');
    await page.getByRole('listbox', { name: 'companies found' }).waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.mouse.click((await centre(page.getByRole('button', { name: 'Cancel' }))).x, before.y);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('Tab takes the highlighted record, also if the answer comes after it', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Tabular Homes' });
    await using opened = await newProject();
    const { page } = opened;
    await page.keyboard.type('Tab Early');
    await page.keyboard.press('Tab');
    const answer = await hold(page, 'GET', 'q=tabul');
    await page.keyboard.type('tabul');
    await expect.poll(answer.count).toBeGreaterThan(0);
    await page.keyboard.press('Tab');
    answer.release();
    await expect.poll(() => lookUp(page, 'Client').inputValue()).toBe('Tabular Homes');
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toMatch(/^Bid due/);
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Tab Early is added.');
    const { projects } = await read('/projects?name=Tab Early');
    expect(projects[0].company.id).toBe(company.id);
  });

  test('Enter takes the first record when the answer comes, and does not send the form', async () => {
    await make(web.service.first, 'companies', { name: 'Enterprise Homes' });
    await using opened = await newProject();
    const { page } = opened;
    const answer = await hold(page, 'GET', 'q=enterpr');
    await lookUp(page, 'Client').fill('enterpr');
    await page.keyboard.press('Enter');
    answer.release();
    await expect.poll(() => lookUp(page, 'Client').inputValue()).toBe('Enterprise Homes');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('Tab adds no company', async () => {
    await using opened = await newProject();
    const { page } = opened;
    await lookUp(page, 'Client').fill('Zzyzx Nowhere');
    await page.getByRole('option', { name: 'Add “Zzyzx Nowhere” as a new company' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByLabel('Name (required)').fill('No Client');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Pick it from the list, or add it there.').first().waitFor();
    expect((await read('/companies?name=Zzyzx Nowhere')).companies).toEqual([]);
  });

  test('the exact name of one record counts as picked', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Exact Builders' });
    await make(web.service.first, 'companies', { name: 'Exact Builders West' });
    await using opened = await newProject();
    const { page } = opened;
    await page.getByLabel('Name (required)').fill('Exactly');
    const answer = await hold(page, 'GET', 'q=exact');
    await lookUp(page, 'Client').fill('exact builders');
    await expect.poll(answer.count).toBeGreaterThan(0);
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('1m');
    await page.keyboard.press('Control+Enter');
    answer.release();
    await toast(page, 'Exactly is added.');
    const { projects } = await read('/projects?name=Exactly');
    expect(projects[0].company.id).toBe(company.id);
  });

  test('people in lists show their company', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Elm Street Owners' });
    await make(web.service.first, 'contacts', { first_name: 'Pat', last_name: 'Twiceborn', company_id: company.id });
    await make(web.service.first, 'contacts', { first_name: 'Pat', last_name: 'Twiceborn' });
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await page.keyboard.press('l');
    await lookUp(page, 'Contact').fill('Twiceborn');
    await page.getByRole('option', { name: 'Pat Twiceborn Elm Street Owners' }).waitFor();
  });
});
