import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { countInteractions, interactions } from './support/interactions.ts';
import { edit, reader, toast } from './support/page-parts.ts';

const lookUp = (page: Page, label: string): Locator => page.getByRole('combobox', { name: label, exact: true });

/** Finds a record in a field of a form, and takes it. */
async function take(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page
    .getByRole('option', { name: new RegExp(`^${text}`) })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
}

inBrowser('the notes of the firm', (web) => {
  const read = reader(web);
  const person = async (first: string, last: string) =>
    await make(web.service.first, 'contacts', { first_name: first, last_name: last });

  test('C among the notes asks for the subject first', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Harbor Subject' });
    await using opened = await web.openSignedIn('/today');
    const { page } = opened;
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByRole('heading', { name: 'Notes', level: 1 }).waitFor();
    await page.keyboard.press('c');
    await lookUp(page, 'Project').waitFor();
    await page.locator('[role=combobox]:focus').waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe(await lookUp(page, 'Project').getAttribute('id'));
    await take(page, 'Harbor Subject');
    await page.getByLabel('Text (required)').fill('The **roof** needs an alternate.');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'The note is added.');
    const { notes } = await read(`/notes?project_id=${project.id}`);
    expect(notes).toMatchObject([{ kind: 'note', text: 'The **roof** needs an alternate.', company: null }]);
    expect(opened.wrong).toEqual([]);
  });

  test('a note without a subject stays in its form, which says why', async () => {
    await using opened = await web.openSignedIn('/notes');
    const { page } = opened;
    await page.keyboard.press('c');
    await page.getByLabel('Text (required)').fill('About nothing.');
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('alert')
      .getByText(/company_id|subject|required/i)
      .first()
      .waitFor();
    expect(await page.getByLabel('Text (required)').inputValue()).toBe('About nothing.');
  });

  test('N on any screen makes a note, with several people of other firms', async () => {
    const [maria, dan] = [await person('Mariaelena', 'Kort'), await person('Danforth', 'Kort')];
    await using opened = await web.openSignedIn('/today');
    const { page } = opened;
    await page.keyboard.press('n');
    await lookUp(page, 'Contacts').focus();
    await take(page, 'Mariaelena');
    await take(page, 'Danforth');
    await page.getByRole('button', { name: 'Remove Mariaelena Kort' }).waitFor();
    await page.getByLabel('Kind').selectOption('Meeting');
    await page.getByLabel('Text (required)').fill('Walked through the bid.');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'The note is added.');
    const { notes } = await read(`/notes?contact_ids=${maria.id}`);
    expect(notes).toMatchObject([{ kind: 'meeting', contacts: [{ id: maria.id }, { id: dan.id }] }]);
  });

  test('N, a text and Ctrl Enter write a note about the project on the screen alone', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Two Key Owners' });
    const project = await make(web.service.first, 'projects', { name: 'Two Key Lab', company_id: company.id });
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page } = opened;
    await countInteractions(page);
    await page.keyboard.press('n');
    await page.locator('textarea:focus').waitFor();
    const text = 'The owner called.';
    await page.keyboard.type(text);
    await page.keyboard.press('Control+Enter');
    await toast(page, 'The note is added.');
    const { keys, clicks } = await interactions(page);
    expect({ keys: keys - text.length, clicks }).toEqual({ keys: 2, clicks: 0 });
    const { notes } = await read(`/notes?project_id=${project.id}`);
    expect(notes).toMatchObject([{ text, kind: 'note', company: null }]);
    await page.getByRole('region', { name: 'Activity' }).getByText(text).waitFor();
  });

  test('the page of a note shows its Markdown, and takes a person away', async () => {
    const [one, other] = [await person('Onella', 'Vance'), await person('Otherine', 'Vance')];
    const text = 'Ask for the **white** roof.\n\n- TPO\n- <b>EPDM</b>';
    const { id } = await make(web.service.first, 'notes', { text, contact_ids: [one.id, other.id] });
    await using opened = await web.openSignedIn(`/notes/${id}`);
    const { page } = opened;
    await page.locator('strong', { hasText: 'white' }).first().waitFor();
    await page.getByRole('listitem').filter({ hasText: '<b>EPDM</b>' }).waitFor();
    await edit(page, 'Contacts').click();
    await page.getByRole('button', { name: 'Remove Otherine Vance' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await read(`/notes/${id}`)).note.contacts).toMatchObject([{ id: one.id }]);
    expect((await read(`/notes/${id}`)).note.contacts).toHaveLength(1);
    expect(opened.wrong).toEqual([]);
  });

  test('Ctrl K and a word open the note that has it, and the search lists it', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Quarry Offices' });
    const text = 'The owner asked about the zirconium cladding.';
    const { id } = await make(web.service.first, 'notes', { text, project_id: project.id });
    await using opened = await web.openSignedIn('/today');
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('zirconium');
    await page.getByRole('option', { name: /zirconium cladding/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/notes/${id}`);
    await page.goto(`${web.url}/search?q=zirconium`);
    await page
      .getByRole('region', { name: 'Notes' })
      .getByRole('link', { name: /zirconium.*Quarry Offices/ })
      .waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('a filter of the table finds the notes with a person', async () => {
    const who = await person('Filtrina', 'Moss');
    await make(web.service.first, 'notes', { text: 'With Filtrina.', contact_ids: [who.id] });
    await make(web.service.first, 'notes', { text: 'Without her.', contact_ids: [(await person('Els', 'Ewer')).id] });
    await using opened = await web.openSignedIn('/notes');
    const { page } = opened;
    await page.getByText('Without her.').first().waitFor();
    await page.keyboard.press('f');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('contacts');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Filtrina');
    await page.getByRole('option', { name: /Filtrina Moss/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Without her.').first().waitFor({ state: 'hidden' });
    await page.getByText('With Filtrina.').first().waitFor();
    expect(new URL(page.url()).searchParams.get('contact_ids') ?? '').toContain(who.id);
  });
});
