import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { makePerson } from '../support/service/browsing.ts';
import { clientOf } from '../support/service/tokens.ts';
import { inBrowser } from './support/in-browser.ts';
import { countInteractions, interactions } from './support/interactions.ts';
import { field, reader, toast } from './support/page-parts.ts';
import { phone, screens } from './support/signed-in-page.ts';
import { violationsInBothColors } from './support/violations.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Files' });
const row = (page: Page, name: string) => section(page).getByRole('listitem').filter({ hasText: name });
const timeline = (page: Page) => page.getByRole('region', { name: 'Activity' });
const plans = 'https://granite.sharepoint.example/sites/bids/Plan%20room';

/** Copies a text as a person does: the page is on plain http, and has no clipboard of its own. */
async function copy(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const box = document.createElement('textarea');
    box.value = ${JSON.stringify(text)};
    document.body.append(box);
    box.select();
    document.execCommand('copy');
    box.remove();
  }`);
}

inBrowser('the files of a record', (web) => {
  const read = reader(web);
  const project = async (name: string) => (await make(web.service.first, 'projects', { name })).id;
  const link = (about: object, name: string, url = plans) => make(web.service.first, 'files', { url, name, ...about });
  const open = async (name: string) => {
    const id = await project(name);
    const opened = await web.openSignedIn(`/projects/${id}`);
    await section(opened.page).getByText('No files yet.').waitFor();
    return Object.assign(opened, { id });
  };

  test('task 2: a link is one click, a paste and one click, or two keys', async () => {
    await using opened = await open('Attach Lab');
    const { id, page } = opened;
    await copy(page, plans);
    await countInteractions(page);
    await section(page).getByRole('button', { name: 'Attach' }).click();
    // The page loads the form when it is opened first.
    await field(page, 'Address').waitFor();
    await page.keyboard.press('Control+v');
    await page.getByRole('button', { name: 'Attach link' }).click();
    await row(page, 'Plan room').getByText('granite.sharepoint.example').waitFor();
    expect(await interactions(page)).toEqual({ clicks: 2, keys: 1, drags: 0 });
    await toast(page, 'Plan room is attached.');
    await copy(page, `${plans}/Specs`);
    await countInteractions(page);
    await page.keyboard.press('Control+v');
    await expect.poll(() => field(page, 'Address').inputValue()).toBe(`${plans}/Specs`);
    await page.keyboard.press('Enter');
    await row(page, 'Specs').waitFor();
    expect(await interactions(page)).toEqual({ clicks: 0, keys: 2, drags: 0 });
    const { files } = await read(`/files?project_id=${id}&sort=id`);
    expect(files).toMatchObject([
      { name: 'Plan room', kind: 'link', url: plans, project: { id } },
      { name: 'Specs', kind: 'link', url: `${plans}/Specs` },
    ]);
    const opener = row(page, 'Specs').getByRole('link', { name: 'Specs' });
    expect(await opener.getAttribute('href')).toBe(`${plans}/Specs`);
    expect(await opener.getAttribute('target')).toBe('_blank');
    expect(await opener.getAttribute('rel')).toBe('noopener noreferrer');
    expect(opened.wrong).toEqual([]);
  });

  test.each(['leads', 'companies', 'contacts', 'notes'])('%s have files too', async (plural) => {
    const { id } = await make(web.service.first, plural);
    await using opened = await web.openSignedIn(`/${plural}/${id}`);
    const { page } = opened;
    await section(page).waitFor();
    await copy(page, plans);
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Enter');
    await row(page, 'Plan room').waitFor();
    const { files } = await read(`/${plural}/${id}?include=files`).then((body) => Object.values(body)[0] as never);
    expect(files).toMatchObject([{ name: 'Plan room' }]);
    expect(opened.wrong).toEqual([]);
  });

  test('a paste into a text field is a text, and another text than an address does nothing', async () => {
    await using opened = await open('Plain Paste Lab');
    const { page } = opened;
    const text = page.getByRole('form', { name: 'What happened' }).getByRole('textbox', { name: 'Text' });
    await copy(page, plans);
    await text.click();
    await page.keyboard.press('Control+v');
    expect(await text.inputValue()).toBe(plans);
    await page.keyboard.press('Escape');
    await copy(page, 'Alternate 2: metal roof.');
    await page.keyboard.press('Control+v');
    await page.keyboard.press('u');
    expect(await field(page, 'Address').inputValue()).toBe('');
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(opened.wrong).toEqual([]);
  });

  test('the form says what is wrong, and keeps what was typed without a connection and after a reload', async () => {
    await using opened = await open('Draft Lab');
    const { id, page } = opened;
    await page.keyboard.press('u');
    await field(page, 'Address').fill('the plan room');
    await page.keyboard.press('Enter');
    await page.getByText('Write an address of the web').waitFor();
    await field(page, 'Address').fill('granite.procore.example/1/plans');
    await field(page, 'Name, optional').fill('Bid set / A');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'Name, optional').fill('Bid set');
    await page.route('**/api/2023-01/files', (route) => route.abort('internetdisconnected'));
    await page.keyboard.press('Enter');
    await page.getByText('The service does not answer.').waitFor({ timeout: 40_000 });
    expect(await field(page, 'Address').inputValue()).toBe('granite.procore.example/1/plans');
    await page.unroute('**/api/2023-01/files');
    await page.reload();
    await section(page).waitFor();
    await section(page).getByRole('button', { name: 'Attach' }).click();
    await page.getByText(/^Draft of .* restored\./).waitFor();
    await page.getByRole('button', { name: 'Attach link' }).click();
    await row(page, 'Bid set').waitFor();
    const { files } = await read(`/files?project_id=${id}`);
    expect(files).toMatchObject([{ name: 'Bid set', url: 'https://granite.procore.example/1/plans' }]);
  });

  test('a file is renamed, moved to another record and deleted, and each is undone', async () => {
    const [id, other] = [await project('Menu Lab'), await project('Quernstone Annex')];
    const file = await link({ project_id: id }, 'Bid set');
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    const now = async () => (await read(`/files/${file.id}`)).file;
    const act = async (name: string) => {
      await section(page)
        .getByRole('button', { name: /^Actions on / })
        .click();
      await page.getByRole('option', { name }).click();
    };
    const undo = async () => await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
    await act('Edit');
    await field(page, 'Name').press('Delete');
    await field(page, 'Name').fill('Bid set of March');
    await field(page, 'Address').fill(`${plans}/March`);
    await page.keyboard.press('Enter');
    await row(page, 'Bid set of March').waitFor();
    expect(await now()).toMatchObject({ name: 'Bid set of March', url: `${plans}/March` });
    await undo();
    await expect.poll(async () => (await now()).name as string).toBe('Bid set');
    await act('Move to another record');
    await page.getByRole('combobox', { name: 'Project', exact: true }).click();
    await page.keyboard.type('quern');
    await page.getByRole('option', { name: /^Quernstone Annex/ }).click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await section(page).getByText('No files yet.').waitFor();
    expect(await now()).toMatchObject({ project: { id: other } });
    await undo();
    await row(page, 'Bid set').waitFor();
    expect(await now()).toMatchObject({ project: { id } });
    await act('Delete');
    await toast(page, 'Bid set is deleted.');
    await section(page).getByText('No files yet.').waitFor();
    await undo();
    await row(page, 'Bid set').waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('keys go to the files, walk them and delete the one in focus alone', async () => {
    const id = await project('Key Lab');
    for (const name of ['First', 'Second', 'Third']) await link({ project_id: id }, name);
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await row(page, 'First').waitFor();
    await page.keyboard.press('o');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator(':focus').textContent()).toContain('Second');
    await page.keyboard.press('Delete');
    await toast(page, 'Second is deleted.');
    expect(await page.locator(':focus').textContent()).toContain('First');
    await expect.poll(() => section(page).getByRole('listitem').count()).toBe(2);
    expect((await web.service.first.get(`/projects/${id}`)).status).toBe(200);
    expect(opened.wrong).toEqual([]);
  });

  test('the timeline tells of files, several of one person in one line', async () => {
    const id = await project('Story Lab');
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await timeline(page).getByText('created it').waitFor();
    await link({ project_id: id }, 'Bid set');
    const one = timeline(page).getByRole('listitem').filter({ hasText: 'added Bid set (granite.sharepoint.example)' });
    await one.waitFor();
    await row(page, 'Bid set').waitFor();
    const url = `${plans}/`;
    await web.service.first.post('/files/bulk', {
      files: Array.from({ length: 47 }, (_, index) => ({
        name: `Sheet ${index}`,
        url: `${url}${index}`,
        project_id: id,
      })),
    });
    const all = timeline(page).getByRole('listitem').filter({ hasText: 'added 48 files' });
    // A page of the timeline has thirty entries.
    await timeline(page).getByRole('button', { name: 'Show more' }).click();
    await all.getByRole('button', { name: 'Show each' }).click();
    await all.getByText('added Sheet 12').waitFor();
    await section(page).getByRole('button', { name: 'Show all 48' }).click();
    await expect.poll(() => section(page).getByRole('listitem').count()).toBe(48);
    expect(opened.wrong).toEqual([]);
  });

  test('somebody else adds, renames and deletes a file, and the page follows', async () => {
    await using opened = await open('Live Lab');
    const { id, page } = opened;
    const { id: userId } = await makePerson(web.service.first, { first_name: 'Ann' });
    const { client: ann } = await clientOf(web.service, { userId });
    const { file } = (await ann.post('/files', { file: { url: plans, name: 'Addendum 1', project_id: id } })).body;
    await row(page, 'Addendum 1').getByText('Ann').waitFor();
    await ann.patch(`/files/${file.id}`, { file: { name: 'Addendum 2' } });
    await row(page, 'Addendum 2').waitFor();
    await ann.delete(`/files/${file.id}`);
    await section(page).getByText('No files yet.').waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('the peek takes what is pasted while the focus is in it', async () => {
    const id = await project('Peeked Files Lab');
    await using opened = await web.openSignedIn(`/projects?peek=projects/${id}`);
    const { page } = opened;
    const peek = page.getByRole('complementary', { name: 'Selected record' });
    await peek.getByRole('tab', { name: 'Facts' }).click();
    await section(page).waitFor();
    await copy(page, plans);
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Enter');
    await row(page, 'Plan room').waitFor();
    expect((await read(`/files?project_id=${id}`)).files).toHaveLength(1);
    expect(opened.wrong).toEqual([]);
  });

  test('a viewer sees the files and changes none', async () => {
    const id = await project('Viewer Files Lab');
    await link({ project_id: id }, 'Bid set');
    const person = await makePerson(web.service.first, { role: 'viewer' });
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await page.getByLabel('E-mail').fill(person.email as string);
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto(`${web.url}/projects/${id}`);
    await row(page, 'Bid set').waitFor();
    expect(await section(page).getByRole('button').count()).toBe(0);
    await copy(page, plans);
    await page.keyboard.press('Control+v');
    await page.keyboard.press('u');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test.each(screens)('the files are accessible, %s', async (_, screen) => {
    const id = await project('Accessible Files Lab');
    await link({ project_id: id }, 'A link with a name that is far too long for the width of a phone or of a column');
    await using opened = await web.openSignedIn(`/projects/${id}`, screen);
    const { page } = opened;
    if (screen === phone) await page.getByRole('tab', { name: 'Facts' }).click();
    await row(page, 'A link').waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await section(page).getByRole('button', { name: 'Attach' }).click();
    await field(page, 'Address').waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
  });
});
