import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { toast } from './support/page-parts.ts';
import { bar, cell, projectTables, row } from './support/project-tables.ts';
import { phone, signIn } from './support/signed-in-page.ts';
import { violations, violationsInBothColors } from './support/violations.ts';

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

inBrowser('the rows of a table', (web) => {
  const tables = projectTables(web);
  let joId: string;
  beforeAll(async () => {
    const jo = { email: 'jo@granite.example', first_name: 'Jo', last_name: 'Diaz', role: 'member' };
    joId = (await make(web.service.first, 'users', jo)).id;
  });

  test('gives 12 projects to another estimator by 14 keys and 2 letters', async () => {
    await tables.make('Oak', 13);
    await using opened = await tables.table('Oak');
    const { page, wrong } = opened;
    await page.keyboard.press('x');
    for (let count = 0; count < 11; count += 1) await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByText('12 selected').waitFor();
    expect(await page.locator('p[role=status]', { hasText: '12 selected' }).count()).toBe(1);
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'Give 12 projects to' }).waitFor();
    await page.keyboard.type('jo');
    await page.keyboard.press('Enter');
    await toast(page, '12 projects are given to Jo Diaz.');
    expect((await tables.stored('Oak')).map((one) => one.assigned_to?.id ?? null)).toEqual([
      ...Array(12).fill(joId),
      null,
    ]);
    await cell(page, 'Oak 12', 6).getByText('Jo Diaz').waitFor();
    await page.keyboard.press('Control+z');
    await toast(page, '12 projects are as they were.');
    expect((await tables.stored('Oak')).every((one) => one.assigned_to === null)).toBe(true);
    expect(wrong).toEqual([]);
  });

  test('gives 12 projects to another estimator by four clicks', async () => {
    await tables.make('Elm', 13);
    await using opened = await tables.table('Elm');
    const { page } = opened;
    await box(page, 'Elm 02').click();
    await box(page, 'Elm 13').click({ modifiers: ['Shift'] });
    await bar(page).getByText('12 selected').waitFor();
    await bar(page).getByRole('button', { name: 'Give to' }).click();
    await page.getByRole('option', { name: 'Jo Diaz' }).click();
    await toast(page, '12 projects are given to Jo Diaz.');
    expect((await tables.stored('Elm')).map((one) => one.assigned_to?.id ?? null)).toEqual([
      null,
      ...Array(12).fill(joId),
    ]);
  });

  test('selects by keys and the mouse, and Escape ends the selection', async () => {
    await tables.make('Fir', 5);
    await using opened = await tables.table('Fir');
    const { page } = opened;
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowUp');
    await bar(page).getByText('2 selected').waitFor();
    expect(await row(page, 'Fir 02').getAttribute('aria-selected')).toBe('true');
    expect(await row(page, 'Fir 03').getAttribute('aria-selected')).toBe('false');
    await cell(page, 'Fir 05', 4).click({ modifiers: ['Shift'] });
    await bar(page).getByText('5 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Fir 03' }).focus();
    await page.keyboard.press('Control+a');
    await bar(page).getByText('5 selected').waitFor();
    expect(await page.getByRole('button', { name: /that match/ }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select all rows that are loaded' }).uncheck();
    await bar(page).waitFor({ state: 'detached' });
  });

  test('selects on a phone, and its dialog fits', async () => {
    await tables.make('Rye', 3);
    await using opened = await tables.table('Rye', '', phone);
    const { page } = opened;
    await page.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('button', { name: 'Select rows' }).tap();
    for (const name of ['Rye 01', 'Rye 03']) await page.getByRole('checkbox', { name: new RegExp(name) }).tap();
    await bar(page).getByText('2 selected').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await bar(page).getByRole('button', { name: 'Change' }).tap();
    await page.getByLabel('Field to change').selectOption('Address');
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('City').fill('Austin');
    await page.getByRole('button', { name: 'Change 2 projects' }).tap();
    await toast(page, '2 projects are changed.');
    expect((await tables.stored('Rye')).map((one) => one.address?.city ?? null)).toEqual(['Austin', null, 'Austin']);
  });

  test('is accessible with a selection and with the dialog that changes it, in both themes', async () => {
    await tables.make('Zel', 3);
    await using opened = await tables.table('Zel');
    const { page } = opened;
    await page.keyboard.press('x');
    await bar(page).waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Change' }).click();
    for (const label of ['Name', 'Client', 'Market sector', 'Probability', 'Work scope']) {
      await page.getByLabel(/^(Field to change|Another field)$/).selectOption(label);
    }
    expect(await violationsInBothColors(page)).toEqual([]);
  });

  test('gives a viewer nothing to select or to change', async () => {
    await tables.make('Fig', 1);
    const viewer = { email: 'viewer@granite.example', password: 'correct horse battery' };
    await web.service.first.post('/users', { user: { ...viewer, role: 'viewer' } });
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await signIn(page, viewer);
    await page.goto(`${web.url}/projects?name[starts_with]=Fig&fields=name,amount`);
    await page.getByRole('link', { name: 'Fig 01' }).focus();
    for (const key of ['x', 'a', 'Delete', 'ArrowRight', 'F2']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('textbox').count()).toBe(0);
  });
});
