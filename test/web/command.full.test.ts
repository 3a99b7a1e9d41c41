import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Records and commands' });
const focused = (page: Page) => page.evaluate<string>('document.activeElement.getAttribute("aria-label")');

inBrowser('the command menu and the search', (web) => {
  test('finds a company by one chord, three letters and Enter', async () => {
    const { id } = await make(web.service.first, 'companies', { name: 'Quillfeather Partners' });
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    // Enter waits for the answer.
    for (const key of ['q', 'u', 'i', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(`**/companies/${id}`);
    await page.getByRole('heading', { name: 'Quillfeather Partners' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(opened.wrong).toEqual([]);
  });

  test('leads back to the record that was opened last with one chord and Enter', async () => {
    const { id } = await make(web.service.first, 'companies', { name: 'Quarry Partners' });
    await using opened = await web.openSignedIn(`/companies/${id}`);
    const { page } = opened;
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL('**/pipeline');
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Recent' }).getByText('Quarry Partners').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/companies/${id}`);
    expect(opened.wrong).toEqual([]);
  });

  test('shows an exact project number first, and opens it in another tab with Ctrl Enter', async () => {
    const named = await make(web.service.first, 'projects', { name: 'Exact Number', project_number: '31-7' });
    for (const end of ['0', '1', '2', '3', '4', '5']) {
      await make(web.service.first, 'projects', { name: `Longer Number ${end}`, project_number: `31-7${end}` });
    }
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await field(page).fill('31-7');
    await page.getByRole('option', { name: 'Longer Number 5' }).waitFor();
    const first = page.getByRole('dialog').getByRole('option').first();
    expect(await first.innerText()).toContain('Exact Number');
    expect(await first.getAttribute('aria-selected')).toBe('true');
    expect(await focused(page)).toBe('Records and commands');
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
    await tab.waitForURL(`**/projects/${named.id}`);
    expect(page.url()).toMatch(/\/pipeline$/);
  });

  test('says in place that the search failed, and tries again', async () => {
    await make(web.service.first, 'contacts', { first_name: 'Zenobia', last_name: 'Marsh' });
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await page.route('**/search?*', (route) => route.abort());
    await field(page).fill('zenob');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.unroute('**/search?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('option', { name: 'Zenobia Marsh' }).waitFor();
    expect(await field(page).inputValue()).toBe('zenob');
  });

  test('acts on the focused card, makes records, and leaves other dialogs alone', async () => {
    await make(web.service.first, 'projects', { name: 'Amber Depot' });
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await page.locator('[data-card]', { hasText: 'Amber Depot' }).focus();
    await page.keyboard.press('Control+k');
    await field(page).fill('give to');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /Amber Depot/ }).waitFor();
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search' }).click();
    await field(page).fill('new comp');
    await page.getByRole('option', { name: 'New company' }).click();
    await page.getByRole('dialog', { name: 'New company' }).waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('offers a chord once that a selection and the record beside it both have', async () => {
    const { id } = await make(web.service.first, 'projects', { name: 'Onyx Depot' });
    await using opened = await web.openSignedIn(`/projects?name=Onyx Depot&peek=${id}`);
    const { page } = opened;
    const pane = page.getByRole('complementary', { name: 'Selected record' });
    await page.getByRole('row').getByRole('checkbox').last().check();
    await page.getByRole('region', { name: 'Selection' }).waitFor();
    await pane.getByRole('button', { name: 'Close', exact: true }).focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Move to a stage' }).first().waitFor();
    expect(await page.getByRole('option', { name: /^Move to a stage/ }).count()).toBe(1);
    expect(await page.getByRole('option', { name: /^Delete/ }).count()).toBe(1);
  });

  test('offers a viewer nothing that she may not do', async () => {
    const viewer = { email: 'looker@granite.example', password: 'correct horse battery' };
    await web.service.first.post('/users', { user: { ...viewer, role: 'viewer' } });
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await page.getByLabel('E-mail').fill(viewer.email);
    await page.getByLabel('Password').fill(viewer.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('h1', { hasText: 'Monday' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Projects' }).waitFor();
    expect(await page.getByRole('option', { name: /New|Log|Move|Undo/ }).allInnerTexts()).toEqual([]);
  });

  test('the search screen shows ten of each family, and leads to all', async () => {
    for (let number = 1; number <= 11; number += 1) {
      await make(web.service.first, 'companies', { name: `Tamarind Steel ${number}` });
    }
    await make(web.service.first, 'tasks', { title: 'Call Tamarind' });
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await field(page).fill('tamarind');
    await page.getByRole('option', { name: 'Show all results for “tamarind”' }).click();
    const companies = page.getByRole('region', { name: 'Companies' });
    await companies.waitFor();
    expect(await companies.getByRole('listitem').count()).toBe(10);
    expect(await page.getByRole('region').allInnerTexts()).toHaveLength(2);
    await companies.getByRole('link', { name: 'Show all companies' }).click();
    await page.getByRole('heading', { name: 'Companies' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=tamarind');
    await page.getByText('11 companies').waitFor();
    await page.goto(`${web.url}/search?q=tamarindo`);
    await page.getByText('similar spelling').first().waitFor();
    await page.getByRole('searchbox').fill('xyzzyqqq');
    await page.getByText('Nothing has the words “xyzzyqqq”').waitFor();
    expect(new URL(page.url()).search).toBe('?q=xyzzyqqq');
    expect(opened.wrong).toEqual([]);
  });
});
