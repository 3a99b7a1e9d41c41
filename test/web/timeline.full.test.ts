import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { makePerson } from '../support/service/browsing.ts';
import { clientOf } from '../support/service/tokens.ts';
import { inBrowser } from './support/in-browser.ts';
import { countInteractions, interactions } from './support/interactions.ts';
import { reader, toast } from './support/page-parts.ts';
import { phone } from './support/signed-in-page.ts';

const timeline = (page: Page) => page.getByRole('region', { name: 'Activity' });

const entry = (page: Page, text: string | RegExp) => timeline(page).getByRole('listitem').filter({ hasText: text });

/** Types text. Letters are no keys of the count. */
const spent = async (page: Page, letters: number) => {
  const { clicks, keys } = await interactions(page);
  return { clicks, keys: keys - letters };
};

inBrowser('the timeline of a record', (web) => {
  const read = reader(web);
  const { project, note } = {
    project: (name: string, more: object = {}) => make(web.service.first, 'projects', { name, ...more }),
    note: (about: object, text: string, more: object = {}) =>
      make(web.service.first, 'notes', { text, ...about, ...more }),
  };

  test('a project opens with what has happened, as sentences with the full text', async () => {
    const { id } = await project('Sentence Lab');
    const people = [
      await make(web.service.first, 'contacts', { first_name: 'Maria', last_name: 'Kim' }),
      await make(web.service.first, 'contacts', { first_name: 'Dan', last_name: 'Lee' }),
    ];
    const text = 'Take the **white** roof.\n\n<script>alert(1)</script>';
    await note({ project_id: id }, text, { kind: 'meeting', contact_ids: people.map((one) => one.id) });
    await make(web.service.first, 'calls', { project_id: id, notes: 'They have the drawings.' });
    await web.service.first.patch(`/projects/${id}`, { project: { amount: 5_000_000 } });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await entry(page, 'held a meeting with Maria Kim and Dan Lee').getByText('white', { exact: true }).waitFor();
    await entry(page, '<script>alert(1)</script>').waitFor();
    await entry(page, 'logged a call').getByText('They have the drawings.').waitFor();
    await entry(page, 'changed it').getByText('$5,000,000').waitFor();
    await entry(page, 'created it').waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('a company shows what was said about all of its jobs, and with its people', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Zephyrine Owners' });
    const { id } = await project('Every Job Lab', { company_id: company.id });
    const person = await make(web.service.first, 'contacts', { last_name: 'Everyone', company_id: company.id });
    await note({ project_id: id }, 'About the job.');
    await note({ contact_ids: [person.id] }, 'With the person.');
    await using opened = await web.openSignedIn(`/companies/${company.id}`);
    const { page } = opened;
    await entry(page, 'With the person.').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    await countInteractions(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('zep');
    await page.getByRole('option', { name: /^Zephyrine Owners/ }).waitFor();
    await page.keyboard.press('Enter');
    await entry(page, 'About the job.').getByRole('link', { name: 'Every Job Lab' }).waitFor();
    await entry(page, 'With the person.').waitFor();
    expect(await spent(page, 3)).toEqual({ clicks: 0, keys: 2 });
    expect(opened.wrong).toEqual([]);
  });

  test('a chip, or F and two letters, show one type', async () => {
    const { id } = await project('Type Lab');
    await note({ project_id: id }, 'A plain note.');
    await note({ project_id: id }, 'A meeting of all.', { kind: 'meeting' });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await entry(page, 'A plain note.').waitFor();
    await countInteractions(page);
    await page.keyboard.press('f');
    await page.getByRole('combobox', { name: 'Type' }).waitFor();
    await page.keyboard.type('me');
    await page.keyboard.press('Enter');
    await entry(page, 'A plain note.').waitFor({ state: 'detached' });
    await entry(page, 'A meeting of all.').waitFor();
    expect(await spent(page, 2)).toEqual({ clicks: 0, keys: 2 });
    await timeline(page).getByRole('button', { name: 'Notes' }).click();
    await entry(page, 'A meeting of all.').waitFor({ state: 'detached' });
    await entry(page, 'A plain note.').waitFor();
    expect(await spent(page, 2)).toEqual({ clicks: 1, keys: 2 });
    await timeline(page).getByRole('button', { name: 'Tasks' }).click();
    await timeline(page).getByText('Nothing of this type.').waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('Show more reads the entries page by page, each once', async () => {
    const { id } = await project('Paged Lab');
    const rows = Array.from({ length: 65 }, (_, index) => ({ text: `Entry ${index}.`, project_id: id }));
    await web.service.first.post('/notes/bulk', { notes: rows });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    const notes = entry(page, /Entry \d+\./);
    await expect.poll(() => notes.count()).toBe(30);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => notes.count()).toBe(60);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => notes.count()).toBe(65);
    expect(new Set(await notes.allTextContents()).size).toBe(65);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('pins the note in focus by Ctrl K and three letters, and by two clicks; the latest three stand on top', async () => {
    const { id } = await project('Stick Lab');
    for (const [day, text] of ['Stick one.', 'Stick two.', 'Stick three.'].entries()) {
      await note({ project_id: id }, text, { pinned: true, happened_at: `2026-01-0${day + 1}T12:00:00Z` });
    }
    const { id: last } = await note({ project_id: id }, 'Stick the last.');
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    const pinned = page.getByRole('list', { name: 'Pinned notes' }).getByRole('listitem');
    await expect.poll(() => pinned.count()).toBe(3);
    await page.getByText('Stick the last.').waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => page.locator(':focus').textContent()).toContain('Stick the last.');
    await countInteractions(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('pin');
    await page.getByRole('option', { name: /^Pin the note/ }).waitFor();
    await page.keyboard.press('Enter');
    await pinned.filter({ hasText: 'Stick the last.' }).waitFor();
    expect(await spent(page, 3)).toEqual({ clicks: 0, keys: 2 });
    expect(await pinned.count()).toBe(3);
    expect(await pinned.filter({ hasText: 'Stick one.' }).count()).toBe(0);
    expect((await read(`/notes/${last}`)).note.pinned).toBe(true);
    await countInteractions(page);
    await pinned.filter({ hasText: 'Stick the last.' }).getByRole('button', { name: 'Actions on the note' }).click();
    await page.getByRole('option', { name: 'Unpin' }).click();
    await pinned.filter({ hasText: 'Stick one.' }).waitFor();
    expect(await spent(page, 0)).toEqual({ clicks: 2, keys: 0 });
    expect(opened.wrong).toEqual([]);
  });

  test('a project shows the pinned notes of the lead that it came from on top too', async () => {
    const { id: leadId } = await make(web.service.first, 'leads', { name: 'Origin Lead' });
    await note({ lead_id: leadId }, 'Pinned on the lead.', { pinned: true, happened_at: '2026-01-01T12:00:00Z' });
    const { body } = await web.service.first.post(`/leads/${leadId}/convert`, {});
    const { id } = body.project;
    await note({ project_id: id }, 'Pinned on the project.', { pinned: true, happened_at: '2026-01-02T12:00:00Z' });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const pinned = opened.page.getByRole('list', { name: 'Pinned notes' }).getByRole('listitem');
    await expect.poll(() => pinned.count()).toBe(2);
    const texts = await pinned.allTextContents();
    expect([texts[0], texts[1]]).toEqual([
      expect.stringContaining('on the project.'),
      expect.stringContaining('on the lead.'),
    ]);
  });

  test('the inbox shows the activity of its lead, whose keys act while the focus is in it', async () => {
    for (const name of ['Pane One', 'Pane Two']) {
      const { id } = await make(web.service.first, 'leads', { name });
      await note({ lead_id: id }, `About ${name}.`);
    }
    await using opened = await web.openSignedIn('/leads?name[starts_with]=Pane&sort=name');
    const { page } = opened;
    await entry(page, 'About Pane One.').waitFor();
    await page.keyboard.press('j');
    await entry(page, 'About Pane Two.').waitFor();
    await timeline(page).getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('They call back.');
    await page.keyboard.press('Control+Enter');
    await entry(page, 'They call back.').waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => page.locator(':focus').textContent()).toContain('They call back.');
    await page.getByRole('article', { name: 'Pane Two' }).waitFor();
    expect((await read('/notes?q=They call back.')).notes).toMatchObject([{ lead: { name: 'Pane Two' } }]);
    expect(opened.wrong).toEqual([]);
  });

  test('a note is edited in its place, which it says, and deleted with an undo', async () => {
    const { id } = await project('Edit Lab');
    const { id: noteId } = await note({ project_id: id }, 'Before the edit.');
    web.service.clock.advance(60_000);
    await web.service.first.patch(`/notes/${noteId}`, { note: { pinned: true } });
    await web.service.first.patch(`/notes/${noteId}`, { note: { pinned: false } });
    await using opened = await web.openSignedIn(`/today`);
    const { page } = opened;
    const judged = page.waitForResponse(`**/notes/${noteId}/history*`);
    await page.goto(`${web.url}/projects/${id}`);
    await judged;
    await entry(page, 'Before the edit.').waitFor();
    // To pin a note is no edit.
    expect(await entry(page, 'Before the edit.').getByRole('link', { name: 'edited' }).count()).toBe(0);
    const more = (text: string) => entry(page, text).getByRole('button', { name: 'Actions on the note' });
    await more('Before the edit.').click();
    await page.getByRole('option', { name: 'Edit' }).click();
    web.service.clock.advance(60_000);
    await page.getByLabel('Text (required)').fill('After the edit.');
    await page.keyboard.press('Control+Enter');
    await entry(page, 'After the edit.').getByRole('link', { name: 'edited' }).waitFor();
    expect((await read(`/notes/${noteId}`)).note).toMatchObject({ text: 'After the edit.', kind: 'note' });
    await more('After the edit.').click();
    await page.getByRole('option', { name: 'Delete' }).click();
    await toast(page, 'is deleted.');
    await entry(page, 'After the edit.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await entry(page, 'After the edit.').waitFor();
    expect((await read(`/notes/${noteId}`)).note.text).toBe('After the edit.');
  });

  test('the form that edits a note keeps what was typed over a reload, and does not undo what others change', async () => {
    const { id } = await project('Draft Lab');
    const { id: noteId } = await note({ project_id: id }, 'Before the draft.');
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    const editNote = async (): Promise<void> => {
      await entry(page, 'Before the draft.').getByRole('button', { name: 'Actions on the note' }).click();
      await page.getByRole('option', { name: 'Edit' }).click();
    };
    await editNote();
    await page.getByLabel('Text (required)').fill('Half of the edit');
    await page.reload();
    await web.service.first.patch(`/notes/${noteId}`, { note: { kind: 'meeting' } });
    await editNote();
    await page.getByText(/^Draft of .* restored/).waitFor();
    expect(await page.getByLabel('Text (required)').inputValue()).toBe('Half of the edit');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await entry(page, 'Half of the edit').waitFor();
    expect((await read(`/notes/${noteId}`)).note).toMatchObject({ text: 'Half of the edit', kind: 'meeting' });
    await page.reload();
    await entry(page, 'Half of the edit').getByRole('button', { name: 'Actions on the note' }).click();
    await page.getByRole('option', { name: 'Edit' }).click();
    await page.getByLabel('Text (required)').waitFor();
    expect(await page.getByText(/^Draft of/).count()).toBe(0);
  });

  test('changes of one person within ten minutes stand in one line', async () => {
    const { id } = await project('Moves Lab');
    for (const day of ['2031-01-02', '2031-01-03', '2031-01-04']) {
      await web.service.first.patch(`/projects/${id}`, { project: { bid_due_date: day } });
    }
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    const changes = entry(page, /three times/);
    await changes.getByRole('button', { name: 'Show each' }).click();
    await changes.getByText('Fri, Jan 3, 2031').first().waitFor();
    expect(await changes.getByRole('listitem').filter({ hasText: 'changed it' }).count()).toBe(3);
  });

  test('a long text folds after twelve lines, and the quoted lines of a mail always', async () => {
    const { id } = await project('Fold Lab');
    const lines = Array.from({ length: 30 }, (_, index) => `Line ${index}.`);
    await note({ project_id: id }, lines.join('\n'));
    await note({ project_id: id }, 'Yes.\n\n> Is the roof white?', { kind: 'email', title: 'Re: roof' });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    const long = entry(page, 'Line 0.');
    const show = long.getByRole('button', { name: 'Show all' });
    await show.waitFor();
    const height = async () => (await long.boundingBox())?.height ?? 0;
    const folded = await height();
    expect(folded).toBeLessThan(340);
    await show.click();
    await expect.poll(height).toBeGreaterThan(folded + 300);
    const quoted = entry(page, 'Re: roof').getByText('Is the roof white?');
    expect(await quoted.isVisible()).toBe(false);
    await entry(page, 'Re: roof').getByText('Quoted lines').click();
    await quoted.waitFor();
  });

  test('new entries of others wait while somebody reads further down', async () => {
    const { id } = await project('Held Lab');
    const rows = Array.from({ length: 25 }, (_, index) => ({ text: `Earlier ${index}.`, project_id: id }));
    await web.service.first.post('/notes/bulk', { notes: rows });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await entry(page, 'Earlier 3.').scrollIntoViewIfNeeded();
    const first = await entry(page, 'Earlier 3.').boundingBox();
    const { id: userId } = await makePerson(web.service.first, { role: 'member' });
    const { client: colleague } = await clientOf(web.service, { userId });
    await colleague.post('/notes', { note: { text: 'Brand new.', project_id: id } });
    await page.getByRole('button', { name: '1 new. Show' }).waitFor();
    expect(await entry(page, 'Brand new.').count()).toBe(0);
    expect(Math.abs(((await entry(page, 'Earlier 3.').boundingBox())?.y ?? 0) - (first?.y ?? 0))).toBeLessThan(60);
    await page.getByRole('button', { name: '1 new. Show' }).click();
    await entry(page, 'Brand new.').waitFor();
  });

  test('a phone and the record beside a list begin with the activity', async () => {
    const { id } = await project('Phone Lab');
    await note({ project_id: id }, 'Seen on a phone.');
    await using opened = await web.openSignedIn(`/projects/${id}`, phone);
    const { page } = opened;
    await entry(page, 'Seen on a phone.').waitFor();
    expect(await page.getByRole('tab').first().textContent()).toBe('Activity');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Activity');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(360);
    await using beside = await web.openSignedIn(`/projects?name=Phone Lab&peek=${id}`);
    await beside.page.getByRole('tab', { name: 'Activity', selected: true }).waitFor();
    await entry(beside.page, 'Seen on a phone.').waitFor();
  });
});
