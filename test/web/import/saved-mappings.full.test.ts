import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { csv, upload } from '../../support/data/importing.ts';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { inBrowser } from '../support/in-browser.ts';
import { layoutFaults, leastTarget } from '../support/layout-faults.ts';
import { field, toast } from '../support/page-parts.ts';
import { phone } from '../support/signed-in-page.ts';
import { violations } from '../support/violations.ts';

/** A bid log: the usual proposal knows `Title` alone. */
const log = csv(['Title', 'Ref', 'Ort'], ['Lab Fit-out', 'M-1', 'Denver']);
const byNumber = {
  upsert_by: ['project_number'],
  columns: [
    { from: ['Title'], to: 'name' },
    { from: ['Ref'], to: 'project_number' },
    { from: ['Ort'], to: 'address.city' },
  ],
};
const byId = {
  upsert_by: ['external_id'],
  columns: [
    { from: ['Title'], to: 'name' },
    { from: ['Ref'], to: 'external_id' },
  ],
};

const choice = (page: Page): Locator => page.getByLabel('Saved by your firm');
const chosen = (page: Page): Promise<string> => choice(page).locator('option:checked').innerText();
const fills = (page: Page, column: string): Locator =>
  page.locator(`[data-column="${column}"]`).getByRole('button', { name: /fills .*\. Change it/ });
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

async function name(page: Page, text: string, verb: string): Promise<void> {
  await field(page, 'Name').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
}

inBrowser('a saved mapping, in the import of a file,', (web) => {
  const saved = async (): Promise<Json[]> => (await web.service.first.get('/import_mappings')).body.import_mappings;
  const names = async (): Promise<string[]> => (await saved()).map((one) => one.name).toSorted();
  const mappingOf = async (id: string): Promise<Json> =>
    (await web.service.first.get(`/imports/${id}`)).body.import.mapping;
  const open = async (id: string, options?: object) => await web.openSignedIn(`/import/${id}?step=map`, options);

  beforeAll(async () => {
    await (await web.openSignedIn('/pipeline'))[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    for (const { id } of await saved()) await web.service.first.delete(`/import_mappings/${id}`);
  });

  test('is saved under a name, and the next file of the same form gets it by itself', async () => {
    const item = await upload(web.service.first, 'projects', log);
    await web.service.first.patch(`/imports/${item.id}`, { import: { mapping: byNumber } });
    await using opened = await open(item.id);
    const { page } = opened;
    await fills(page, 'Ort').waitFor();
    expect(await choice(page).count()).toBe(0);
    await press(page, 'Save under a name');
    await name(page, '  ', 'Save');
    await page.getByText('Give it a name.').waitFor();
    await name(page, 'Log of the office', 'Save');
    await toast(page, 'Saved as Log of the office. The next file with these columns gets it by itself.');
    expect(await chosen(page)).toBe('Log of the office');
    expect(await saved()).toMatchObject([{ name: 'Log of the office', as: 'projects', mapping: byNumber }]);

    await page.goto(new URL('/import?as=projects', page.url()).href);
    const buffer = Buffer.from(csv(['Ort', 'Ref', 'Title'], ['Boston', 'M-7', 'Oak Tower']));
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'may.csv', mimeType: 'text/csv', buffer });
    await press(page, 'Upload and check the file');
    await page.getByRole('link', { name: 'Continue to the fields' }).click();
    await fills(page, 'Ort').waitFor();
    await expect.poll(() => chosen(page)).toBe('Log of the office');
    expect(await fills(page, 'Ref').innerText()).toBe('Number');
    const id = /import\/(\d+)/.exec(page.url())?.[1] ?? '';
    expect(id).not.toBe(item.id);
    expect(await mappingOf(id)).toMatchObject(byNumber);
    expect(opened.wrong.filter((text) => !text.includes('422'))).toEqual([]);
  });

  test('is replaced by another one that is chosen by hand, until that is undone', async () => {
    await make(web.service.first, 'import_mappings', { name: 'By number', as: 'projects', mapping: byNumber });
    await make(web.service.first, 'import_mappings', { name: 'By id', as: 'projects', mapping: byId });
    const elsewhere = {
      ...byId,
      columns: [
        { from: ['Bezeichnung'], to: 'name' },
        { from: ['Nr'], to: 'external_id' },
      ],
    };
    await make(web.service.first, 'import_mappings', { name: 'Elsewhere', as: 'projects', mapping: elsewhere });
    await make(web.service.first, 'import_mappings', {
      name: 'Firms',
      as: 'companies',
      mapping: { columns: [{ from: ['Title'], to: 'name' }] },
    });
    const item = await upload(web.service.first, 'projects', log);
    await using opened = await open(item.id);
    const { page } = opened;
    await expect.poll(() => chosen(page)).toBe('By number');
    expect(await choice(page).locator('option').allInnerTexts()).toEqual(['Choose', 'By id', 'By number', 'Elsewhere']);

    await choice(page).selectOption('By id');
    await toast(page, 'The fields are those of By id.');
    await expect.poll(async () => (await mappingOf(item.id)).upsert_by).toEqual(['external_id']);
    expect(await chosen(page)).toBe('By id');
    expect(await fills(page, 'Ort').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Save the changes/ }).count()).toBe(0);

    await press(page, 'Undo');
    await fills(page, 'Ort').waitFor();
    await expect.poll(async () => (await mappingOf(item.id)).upsert_by).toEqual(['project_number']);
    expect(await chosen(page)).toBe('By number');
    expect(await page.getByRole('button', { name: /^Save the changes/ }).count()).toBe(0);

    await choice(page).selectOption('Elsewhere');
    await toast(page, 'The file has none of the columns of Elsewhere.');
    expect(await chosen(page)).toBe('By number');
    expect(await mappingOf(item.id)).toMatchObject(byNumber);
    expect(opened.wrong).toEqual([]);
  });

  test('is no more the one in use if the fields are as before, of no saved mapping', async () => {
    await make(web.service.first, 'import_mappings', { name: 'By number', as: 'projects', mapping: byNumber });
    const item = await upload(web.service.first, 'projects', log);
    const own = { columns: [{ from: ['Title'], to: 'name' }] };
    await web.service.first.patch(`/imports/${item.id}`, { import: { mapping: own } });
    await using opened = await open(item.id);
    const { page } = opened;
    await choice(page).selectOption('By number');
    await fills(page, 'Ort').waitFor();
    await press(page, 'Undo');
    await fills(page, 'Ort').waitFor({ state: 'detached' });
    expect(await chosen(page)).toBe('Choose');
    expect(await page.getByRole('button', { name: /^(Save the changes|Rename|Delete)/ }).count()).toBe(0);
  });

  test('is renamed, changed and deleted, and each can be taken back', async () => {
    const { id } = await make(web.service.first, 'import_mappings', {
      name: 'By number',
      as: 'projects',
      mapping: byNumber,
    });
    await make(web.service.first, 'import_mappings', { name: 'By id', as: 'projects', mapping: byId });
    const stored = async (): Promise<Json> =>
      (await web.service.first.get(`/import_mappings/${id}`)).body.import_mapping;
    const item = await upload(web.service.first, 'projects', log);
    await using opened = await open(item.id);
    const { page } = opened;
    await expect.poll(() => chosen(page)).toBe('By number');
    await press(page, 'Rename');
    expect(await field(page, 'Name').inputValue()).toBe('By number');
    await name(page, 'by ID', 'Rename');
    await page.getByText('Another saved mapping has this name.').waitFor();
    await name(page, 'County log', 'Rename');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => chosen(page)).toBe('County log');
    expect(await names()).toEqual(['By id', 'County log']);

    await fills(page, 'Ort').click();
    await page.getByRole('combobox', { name: 'Field' }).fill('State');
    await page.keyboard.press('Enter');
    await press(page, 'Save the changes to County log');
    await toast(page, 'Saved the changes to County log.');
    expect((await stored()).mapping.columns).toContainEqual({ from: ['Ort'], to: 'address.state' });
    await press(page, 'Undo');
    await expect.poll(async () => (await stored()).mapping).toMatchObject(byNumber);
    await page.getByRole('button', { name: 'Save the changes to County log' }).waitFor();

    await press(page, 'Delete');
    await toast(page, 'Deleted the saved mapping County log.');
    expect(await names()).toEqual(['By id']);
    expect(await choice(page).locator('option').allInnerTexts()).toEqual(['Choose', 'By id']);
    // The import keeps its fields.
    expect(await fills(page, 'Ort').innerText()).toContain('State');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(names).toEqual(['By id', 'County log']);
    await expect.poll(() => choice(page).locator('option').allInnerTexts()).toEqual(['Choose', 'By id', 'County log']);
    expect(opened.wrong.filter((text) => !/409|422/.test(text))).toEqual([]);
  });

  test('is not saved while the fields have mistakes', async () => {
    const item = await upload(web.service.first, 'projects', csv(['Title', 'Due'], ['Depot', '3/14/2026']));
    await using opened = await open(item.id);
    const { page } = opened;
    const due = page.locator('[data-column="Due"]');
    await fills(page, 'Due').click();
    await page.getByRole('combobox', { name: 'Field' }).fill('Start date');
    await page.keyboard.press('Enter');
    await due.getByText('Read as a date').click();
    await due.getByLabel('Date pattern').fill('M/d/yyyyy');
    await due.getByRole('alert').getByText('The pattern').waitFor();
    await press(page, 'Save under a name');
    await name(page, 'Faulty', 'Save');
    await page.getByRole('dialog').getByText('The fields have mistakes. Correct them, then save them.').waitFor();
    expect(await names()).toEqual([]);
  });

  test('is accessible and fits the screen of a phone', async () => {
    const long = `Log of the office ${'for the county and all of its districts '.repeat(5)}`.trim();
    await make(web.service.first, 'import_mappings', { name: long, as: 'projects', mapping: byNumber });
    const item = await upload(web.service.first, 'projects', log);
    await using opened = await open(item.id, phone);
    const { page } = opened;
    await expect.poll(() => chosen(page)).toBe(long);
    await fills(page, 'Ort').click();
    await page.getByRole('combobox', { name: 'Field' }).fill('State');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Save the changes to Log/ }).waitFor();
    expect(await layoutFaults(page, leastTarget.finger)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await press(page, 'Rename');
    expect(await layoutFaults(page, leastTarget.finger)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
});
