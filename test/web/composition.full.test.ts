import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { edit, field, reader } from './support/page-parts.ts';
import { cell, projectTables } from './support/project-tables.ts';

/** Presses the Enter with which an input method confirms its text, as browsers and as Safari report it. */
const confirm = async (page: Page, modifiers = {}): Promise<void> => {
  for (const isComposing of [true, false]) {
    const key = { key: 'Enter', keyCode: 229, isComposing, bubbles: true, cancelable: true, ...modifiers };
    await page.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify(key)}))`);
  }
};

/** The text in the field with the focus. */
const typed = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.value');

inBrowser('the Enter of an input method', (web) => {
  const read = reader(web);
  const tables = projectTables(web);

  test('leaves the editor of a field open', async () => {
    const { id } = await make(web.service.first, 'projects', { name: 'Tokyo Lab' });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await edit(page, 'Name').click();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'とうきょう', selectionStart: 5, selectionEnd: 5 });
    await confirm(page);
    expect(await typed(page)).toContain('とうきょう');
    await session.send('Input.insertText', { text: '東京' });
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await read(`/projects/${id}`)).project.name as string).toContain('東京');
    expect(opened.wrong).toEqual([]);
  });

  test('leaves the cell of a table, the command menu and a form as they are', async () => {
    await tables.make('Kyoto', 1);
    await using opened = await tables.table('Kyoto', '&fields=name,project_number');
    const { page } = opened;
    await page.getByRole('link', { name: 'Kyoto 01' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('x-1');
    await confirm(page);
    expect(await typed(page)).toBe('x-1');
    await page.keyboard.press('Enter');
    await cell(page, 'Kyoto 01', 2).getByText('x-1').waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Records and commands' }).fill('Kyoto');
    await page.getByRole('option', { name: 'Kyoto 01' }).waitFor();
    await confirm(page);
    expect(await typed(page)).toBe('Kyoto');
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Kyoto 01' }).focus();
    await page.keyboard.press('c');
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await name.fill('Kyoto 02');
    await name.focus();
    await confirm(page, { ctrlKey: true });
    expect(await typed(page)).toBe('Kyoto 02');
    expect(await tables.stored('Kyoto')).toHaveLength(1);
    expect(opened.wrong).toEqual([]);
  });
});

inBrowser('a typed number', (web) => {
  const read = reader(web);

  test.each([
    ['Amount', 'amount', '4,2m', 4_200_000],
    ['Amount', 'amount', '12,34', 12.34],
    ['Square feet', 'square_feet', '12.5k', 12_500],
    ['Probability', 'probability', '0.6', 0.6],
  ])('of %s is read as an import reads it', async (label, key, text, value) => {
    const { id } = await make(web.service.first, 'projects', { name: 'Typed Lab' });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await page.getByRole('button', { name: /empty fields$/ }).click();
    await edit(page, label).click();
    await field(page, label).fill(text);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await read(`/projects/${id}`)).project[key] as number).toBe(value);
    expect(opened.wrong).toEqual([]);
  });

  test('that is no whole number is not an area', async () => {
    const { id } = await make(web.service.first, 'projects', { name: 'Typed Lab', square_feet: 500 });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await edit(page, 'Square feet').click();
    await field(page, 'Square feet').fill('12,5');
    await page.keyboard.press('Enter');
    await page.getByText('Write a whole number.').waitFor();
    expect((await read(`/projects/${id}`)).project.square_feet).toBe(500);
  });
});
