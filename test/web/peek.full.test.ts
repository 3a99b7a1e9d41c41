import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { desk, phone } from './support/signed-in-page.ts';
import { violations } from './support/violations.ts';
import { inBrowser } from './support/in-browser.ts';

const card = (page: Page, name: string) => page.locator('[data-card]', { hasText: name });

const pane = (page: Page) => page.getByRole('complementary', { name: 'Selected record' });

const heading = (page: Page, name: string) => pane(page).getByRole('heading', { level: 2, name, exact: true });

const searchOf = (page: Page): string => decodeURIComponent(new URL(page.url()).search);

const focusedCard = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>('document.activeElement.dataset.card ?? null');

inBrowser('a record beside its list', (web) => {
  let one: { id: string };
  let two: { id: string };
  beforeAll(async () => {
    one = await make(web.service.first, 'projects', { name: 'Peek One', bid_due_date: '2031-01-01', amount: 100 });
    two = await make(web.service.first, 'projects', { name: 'Peek Two', bid_due_date: '2031-01-02', amount: 200 });
  });

  const board = '/pipeline?name[starts_with]=Peek';

  test('Space opens a card beside the board, arrows walk the board, and Escape gives the focus back', async () => {
    await using opened = await web.openSignedIn(board);
    const { page, wrong } = opened;
    await card(page, 'Peek One').focus();
    await page.keyboard.press('Space');
    await heading(page, 'Peek One').waitFor();
    expect(searchOf(page)).toContain(`peek=${one.id}`);
    expect(await focusedCard(page)).toBe(one.id);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await heading(page, 'Peek Two').waitFor();
    expect(searchOf(page)).toContain(`peek=${two.id}`);
    await pane(page).getByRole('button', { name: 'Close', exact: true }).focus();
    await page.keyboard.press('Escape');
    await pane(page).waitFor({ state: 'detached' });
    await expect.poll(() => focusedCard(page)).toBe(two.id);
    expect(searchOf(page)).not.toContain('peek');
    expect(wrong).toEqual([]);
  });

  test('a click opens a card beside the board, Enter and the heading open its page, Back returns', async () => {
    await using opened = await web.openSignedIn(board);
    const { page, wrong } = opened;
    await card(page, 'Peek One').click();
    await heading(page, 'Peek One').waitFor();
    await page.goBack();
    await pane(page).waitFor({ state: 'detached' });
    await card(page, 'Peek Two').click();
    await heading(page, 'Peek Two').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Peek Two' }).waitFor();
    await page.goBack();
    await heading(page, 'Peek Two').waitFor();
    await card(page, 'Peek One').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Peek One' }).waitFor();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .goBack()
        .then(() => card(page, 'Peek Two').waitFor())
        .then(() => card(page, 'Peek Two').click({ modifiers: ['Control'] })),
    ]);
    // A tab is blank before it opens its address.
    await tab.waitForURL((url) => url.pathname === `/projects/${two.id}`);
    expect(wrong).toEqual([]);
  });

  test('a fact that is edited beside the board changes the card at once, and a move of the card the fact', async () => {
    const lab = await make(web.service.first, 'projects', {
      name: 'Peek Lab',
      bid_due_date: '2031-02-01',
      amount: 300,
    });
    await using opened = await web.openSignedIn(`${board}&peek=${lab.id}`);
    const { page, wrong } = opened;
    await heading(page, 'Peek Lab').waitFor();
    await pane(page).getByRole('button', { name: 'Edit Amount: $300' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('4m');
    await page.keyboard.press('Enter');
    await card(page, 'Peek Lab').getByText('$4M').first().waitFor();
    await card(page, 'Peek Lab').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('Peek Lab moved to Qualifying.').first().waitFor();
    await pane(page).locator('[aria-current=step]', { hasText: 'Qualifying' }).waitFor();
    await pane(page).getByRole('tab', { name: 'History' }).click();
    await pane(page).getByText('Amount: $300 → $4,000,000').waitFor();
    expect(wrong).toEqual([]);
  });

  test('Space on a row and a click on its name open the record beside the table, and the arrows walk it', async () => {
    await using opened = await web.openSignedIn('/projects?name[starts_with]=Peek&sort=name&fields=name,amount');
    const { page, wrong } = opened;
    await page.getByRole('link', { name: 'Peek One' }).focus();
    await page.keyboard.press('Space');
    await heading(page, 'Peek One').waitFor();
    await page.keyboard.press('ArrowDown');
    await heading(page, 'Peek Two').waitFor();
    expect(searchOf(page)).toContain(`peek=${two.id}`);
    await page.keyboard.press('Space');
    await pane(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Peek One' }).click();
    await heading(page, 'Peek One').waitFor();
    expect(wrong).toEqual([]);
  });

  test('a record of another kind, a deleted one and none at all have their place there too', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Peek Trust' });
    await web.service.first.delete(`/companies/${company.id}`);
    await using opened = await web.openSignedIn(`${board}&peek=companies/${company.id}`);
    const { page } = opened;
    await pane(page).getByText('Peek Trust is deleted.').waitFor();
    await pane(page).getByRole('button', { name: 'Restore' }).click();
    await heading(page, 'Peek Trust').waitFor();
    await page.goto(`${web.url}/pipeline?peek=999999`);
    await pane(page).getByText('Your firm has no such project.').waitFor();
    await pane(page).getByRole('button', { name: 'Close', exact: true }).click();
    await pane(page).waitFor({ state: 'detached' });
  });

  test('a record that is deleted there closes and leaves the list, and the undo brings it back', async () => {
    for (const name of ['Gone One', 'Gone Two']) await make(web.service.first, 'companies', { name });
    await using opened = await web.openSignedIn('/companies?name[starts_with]=Gone&sort=name');
    const { page } = opened;
    await page.getByRole('link', { name: 'Gone One' }).click();
    await heading(page, 'Gone One').waitFor();
    await pane(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('option', { name: 'Delete the company' }).click();
    await pane(page).waitFor({ state: 'detached' });
    await page.getByText('1 company', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Gone One' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Gone One' }).waitFor();
    await page.getByText('2 companies', { exact: true }).waitFor();
  });

  test.each([
    ['desk', desk],
    ['phone', phone],
  ])('on a %s, a part that does not load closes again, and the list stays usable', async (_, screen) => {
    await using opened = await web.openSignedIn('/tasks', screen);
    const { page } = opened;
    await page.route('**/assets/peek-pane-*', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${web.url}/projects?name[starts_with]=Peek&sort=name&peek=${one.id}`);
    await page.getByText('A part of this page does not work.').first().waitFor();
    await expect.poll(() => searchOf(page)).not.toContain('peek');
    await page.getByRole('link', { name: 'Peek Two' }).click();
    await expect.poll(() => searchOf(page)).not.toContain('peek');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Pipeline/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Pipeline' }).waitFor();
  });

  test('on a phone it covers the screen, and Back closes it', async () => {
    await using opened = await web.openSignedIn('/projects?name[starts_with]=Peek&sort=name', phone);
    const { page, wrong } = opened;
    await page.getByRole('link', { name: 'Peek One' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Selected record' });
    await sheet.getByRole('heading', { name: 'Peek One' }).waitFor();
    expect(await sheet.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await violations(page)).toEqual([]);
    for (const name of ['Work', 'People', 'History']) await sheet.getByRole('tab', { name }).tap();
    await sheet.getByText('created it').waitFor();
    await sheet.getByRole('button', { name: 'Back', exact: true }).tap();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Peek Two' }).tap();
    await sheet.getByRole('heading', { name: 'Peek Two' }).waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(searchOf(page)).not.toContain('peek');
    expect(wrong).toEqual([]);
  });
});
