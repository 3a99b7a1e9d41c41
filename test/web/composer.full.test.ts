import { request as send } from 'node:http';
import type { Page, Request, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { makePerson } from '../support/service/browsing.ts';
import { inBrowser } from './support/in-browser.ts';
import { countInteractions, interactions } from './support/interactions.ts';
import { reader, toast } from './support/page-parts.ts';
import { phone } from './support/signed-in-page.ts';
import { violationsInBothColors } from './support/violations.ts';

const box = (page: Page) => page.getByRole('form', { name: 'What happened' });
const text = (page: Page) => box(page).getByRole('textbox', { name: 'Text' });
const entry = (page: Page, said: string) =>
  page.getByRole('region', { name: 'Activity' }).getByRole('listitem').filter({ hasText: said });

/** What a person does, without the letters of typed texts. */
const spent = async (page: Page, letters: number) => {
  const { clicks, keys } = await interactions(page);
  return { clicks, keys: keys - letters };
};

const cut = (route: Route): Promise<void> => route.abort('internetdisconnected');

/** Sends a request of the page to the service, and drops the answer. */
async function forward(request: Request, url: string): Promise<void> {
  const { host, pathname } = new URL(request.url());
  const headers = { ...(await request.allHeaders()), host };
  await new Promise<void>((resolve, reject) => {
    const sent = send(new URL(pathname, url), { method: request.method(), headers }, (answer) => {
      answer.resume().on('end', resolve);
    });
    sent.on('error', reject).end(request.postData());
  });
}

inBrowser('the box that writes what happened', (web) => {
  const read = reader(web);
  const project = async (name: string, more: object = {}) =>
    await make(web.service.first, 'projects', { name, ...more });
  const open = async (name: string, more: object = {}) => {
    const { id } = await project(name, more);
    const opened = await web.openSignedIn(`/projects/${id}`);
    await text(opened.page).waitFor();
    return Object.assign(opened, { id });
  };
  let [maria, dan, ann] = ['', '', ''];
  beforeAll(async () => {
    maria = (await make(web.service.first, 'contacts', { first_name: 'Maria', last_name: 'Quillfeather' })).id;
    dan = (await make(web.service.first, 'contacts', { first_name: 'Danilo', last_name: 'Quillfeather' })).id;
    ann = (await makePerson(web.service.first, { first_name: 'Ann', last_name: 'Ray [PE]' })).id;
  });

  test('task 1: a note is one click, the text and one click, or two keys and the text', async () => {
    await using opened = await open('Composer One');
    const { id, page } = opened;
    await countInteractions(page);
    await text(page).click();
    await page.keyboard.type('By mouse.');
    await box(page).getByRole('button', { name: 'Add note' }).click();
    await toast(page, 'The note is added.');
    await entry(page, 'By mouse.').waitFor();
    expect(await spent(page, 'By mouse.'.length)).toEqual({ clicks: 2, keys: 0 });
    expect(await text(page).inputValue()).toBe('');
    await countInteractions(page);
    await page.keyboard.press('n');
    await page.keyboard.type('By keys.');
    await page.keyboard.press('Control+Enter');
    await entry(page, 'By keys.').waitFor();
    expect(await spent(page, 'By keys.'.length)).toEqual({ clicks: 0, keys: 2 });
    const { notes } = await read(`/notes?project_id=${id}&sort=id`);
    expect(notes).toMatchObject([{ text: 'By mouse.' }, { text: 'By keys.', kind: 'note', company: null, lead: null }]);
    // The focus is on the entries, so that single keys act again.
    await page.keyboard.press('j');
    await expect.poll(() => page.locator(':focus').textContent()).toContain('By keys.');
    expect(opened.wrong).toEqual([]);
  });

  test('task 2: a meeting of yesterday with two people is seven clicks or seven keys, and what is typed', async () => {
    await using opened = await open('Composer Two');
    const { id, page } = opened;
    const said = 'Roof and skin.';
    const typed = `${said}me-1 3pmardan`.length;
    await countInteractions(page);
    await page.keyboard.press('n');
    await page.keyboard.type(said);
    for (const part of ['me', '-1 3p', 'mar']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(part);
    }
    await page.keyboard.press('Enter');
    await page.keyboard.type('dan');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'The meeting is added.');
    expect(await spent(page, typed)).toEqual({ clicks: 0, keys: 7 });
    await countInteractions(page);
    await text(page).click();
    await page.keyboard.type(said);
    await box(page).getByRole('radio', { name: 'Meeting' }).click();
    await box(page).getByRole('textbox', { name: 'Time' }).click();
    await page.keyboard.type('-1 3p');
    await box(page).getByText('Sun, Mar 1, 3:00 PM').waitFor();
    await box(page).getByRole('combobox', { name: 'People' }).click();
    for (const [letters, name] of [
      ['mar', 'Maria Quillfeather'],
      ['dan', 'Danilo Quillfeather'],
    ] as const) {
      await page.keyboard.type(letters);
      await page.getByRole('option', { name }).click();
    }
    await box(page).getByRole('button', { name: 'Add meeting' }).click();
    await expect.poll(async () => (await read(`/notes?project_id=${id}`)).notes.length as number).toBe(2);
    expect(await spent(page, typed - 'me'.length)).toEqual({ clicks: 7, keys: 0 });
    const meeting = { kind: 'meeting', text: said, happened_at: '2026-03-01T21:00:00Z', users: [] };
    const { notes } = await read(`/notes?project_id=${id}`);
    for (const note of notes) expect(note).toMatchObject({ ...meeting, contacts: [{ id: maria }, { id: dan }] });
    expect(opened.wrong).toEqual([]);
  });

  test('task 3: a mention is @ and one click, or one key and three characters', async () => {
    await using opened = await open('Composer Three');
    const { id, page } = opened;
    await text(page).click();
    await page.keyboard.type('Ask ');
    await countInteractions(page);
    await page.keyboard.type('@an');
    await page.getByRole('option', { name: /^Ann Ray/ }).waitFor();
    await page.keyboard.press('Enter');
    expect(await spent(page, 3)).toEqual({ clicks: 0, keys: 1 });
    await countInteractions(page);
    await page.keyboard.type('@');
    await page.getByRole('option', { name: /^Ann Ray/ }).click();
    expect(await spent(page, 1)).toEqual({ clicks: 1, keys: 0 });
    await page.keyboard.type('about ann@example.com');
    await page.keyboard.press('Control+Enter');
    await entry(page, '@Ann Ray [PE]').waitFor();
    const { notes } = await read(`/notes?project_id=${id}`);
    const link = `[@Ann Ray \\[PE\\]](user:${ann})`;
    expect(notes).toMatchObject([
      { text: `Ask ${link} ${link} about ann@example.com`, mentioned_users: [{ id: ann }] },
    ]);
  });

  test('task 7: a sentence of last spring is a chord, a word, and one click or Enter away', async () => {
    const { id: projectId } = await project('Composer Seven');
    const spring = { text: 'The owner wants rhubarbine glazing.', happened_at: '2025-04-02T15:00:00Z' };
    const { id } = await make(web.service.first, 'notes', { ...spring, project_id: projectId });
    await using opened = await web.openSignedIn('/today');
    const { page } = opened;
    const find = async (take: () => Promise<void>) => {
      await countInteractions(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Records and commands' }).waitFor();
      await page.keyboard.type('rhubarbine');
      await page.getByRole('option', { name: /^The owner wants/ }).waitFor();
      await take();
      await page.waitForURL(`**/notes/${id}`);
      return await spent(page, 'rhubarbine'.length);
    };
    expect(await find(() => page.keyboard.press('Enter'))).toEqual({ clicks: 0, keys: 2 });
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.waitForURL('**/today');
    expect(await find(() => page.getByRole('option', { name: /^The owner wants/ }).click())).toEqual({
      clicks: 1,
      keys: 1,
    });
  });

  test('a note names the record on the screen alone; a call names its company and its outcome too', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Composer Owners' });
    const lead = await make(web.service.first, 'leads', { name: 'Composer Lead', company_id: company.id });
    const of = { company_id: company.id };
    const { id: projectId } = await project('Composer Call', of);
    const paths = { project: `/projects/${projectId}`, lead: `/leads/${lead.id}`, company: `/companies/${company.id}` };
    const subjects = { project: { id: projectId }, lead: { id: lead.id }, company: { id: company.id } };
    for (const [name, path] of [...Object.entries(paths), ['contact', `/contacts/${maria}`] as const]) {
      await using opened = await web.openSignedIn(path);
      const { page } = opened;
      await text(page).click();
      await page.keyboard.type(`About the ${name}.`);
      await page.keyboard.press('Control+Enter');
      await entry(page, `About the ${name}.`).waitFor();
      const [note] = (await read(`/notes?q=About the ${name}.`)).notes;
      expect(note).toMatchObject({
        ...{ project: null, lead: null, company: null },
        ...(name in subjects && { [name]: subjects[name as keyof typeof subjects] }),
      });
      expect(note.contacts).toHaveLength(name === 'contact' ? 1 : 0);
    }
    await using opened = await web.openSignedIn(paths.project);
    const { page } = opened;
    await page.keyboard.press('n');
    await page.keyboard.type('They have the drawings.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ca');
    await page.keyboard.press('Tab');
    await page.keyboard.type('con');
    for (const typed of ['9a', 'mar']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await box(page).getByText('Mon, Mar 2, 9:00 AM').waitFor();
    await page.keyboard.press('Control+Enter');
    await toast(page, 'The call is logged.');
    await entry(page, 'logged a call').getByText('They have the drawings.').waitFor();
    const { calls } = await read(`/calls?project_id=${projectId}`);
    expect(calls).toMatchObject([
      {
        ...{ notes: 'They have the drawings.', recorded_at: '2026-03-02T15:00:00Z' },
        ...{ company: { id: company.id }, contact: { id: maria } },
        call_outcome: { name: expect.stringMatching(/^Con/) as string },
      },
    ]);
  });

  test('the box says what is wrong, keeps what was typed, and the people who are not found', async () => {
    await using opened = await open('Composer Faults');
    const { id, page } = opened;
    await text(page).click();
    await box(page).getByRole('button', { name: 'Add note' }).click();
    await box(page).getByText('The text is missing.').waitFor();
    await page.keyboard.type('With faults.');
    await box(page).getByRole('textbox', { name: 'Time' }).fill('soonish');
    await page.keyboard.press('Control+Enter');
    await box(page).getByText('Write a time, such as 3p').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2026-03-09');
    await page.keyboard.press('Control+Enter');
    await box(page)
      .getByText(/^Happened at .*24 hours/)
      .waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await box(page).getByRole('combobox', { name: 'People' }).fill('Xyzzyqua');
    await page.keyboard.press('Control+Enter');
    await box(page).getByText('Nobody is called “Xyzzyqua”').waitFor();
    await box(page).getByRole('radio', { name: 'Call' }).click();
    await box(page).getByRole('combobox', { name: 'People' }).fill('Ann Ray');
    await page.keyboard.press('Control+Enter');
    await box(page).getByText('A call is with a person of another firm.').waitFor();
    expect(await text(page).inputValue()).toBe('With faults.');
    expect((await read(`/notes?project_id=${id}`)).notes).toEqual([]);
    expect((await read(`/calls?project_id=${id}`)).calls).toEqual([]);
  });

  test('each record keeps its own draft, also over a reload right after the last letter', async () => {
    await using opened = await open('Composer Draft');
    const { id, page } = opened;
    const { id: other } = await project('Composer Other');
    await text(page).click();
    await page.keyboard.type('Half a thought');
    await page.reload();
    await box(page)
      .getByText(/^Draft of .* restored/)
      .waitFor();
    expect(await text(page).inputValue()).toBe('Half a thought');
    await box(page).getByRole('radio', { name: 'Site visit' }).click();
    await box(page).getByRole('combobox', { name: 'People' }).fill('Mar');
    await page.getByRole('option', { name: 'Maria Quillfeather' }).click();
    await page.goto(`${web.url}/projects/${other}`);
    await text(page).waitFor();
    expect(await text(page).inputValue()).toBe('');
    await page.goBack();
    await box(page).getByRole('button', { name: 'Remove Maria Quillfeather' }).waitFor();
    expect(await text(page).inputValue()).toBe('Half a thought');
    await box(page).getByRole('button', { name: 'Add site visit' }).click();
    await toast(page, 'The site visit is added.');
    await page.reload();
    await text(page).waitFor();
    expect(await text(page).inputValue()).toBe('');
    expect(
      await box(page)
        .getByText(/^Draft of/)
        .count(),
    ).toBe(0);
    expect((await read(`/notes?project_id=${id}`)).notes).toMatchObject([
      { kind: 'site_visit', contacts: [{ id: maria }] },
    ]);
  });

  test('is accessible while it is open, in light and dark', async () => {
    await using opened = await open('Composer Access');
    const { page } = opened;
    await text(page).click();
    await box(page).getByRole('radio', { name: 'Call' }).click();
    await text(page).fill('@a');
    await page.getByRole('option', { name: /^Ann Ray/ }).waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    await box(page).getByRole('combobox', { name: 'People' }).fill('mar');
    await page.getByRole('option', { name: 'Maria Quillfeather' }).waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
  });

  test('a note, a meeting and a call at 360 px lose no word on a slow network that breaks off', async () => {
    const { id } = await project('Composer Site');
    await using opened = await web.openSignedIn(`/projects/${id}`, phone);
    const { page } = opened;
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 20_000 };
    const connect = (offline: boolean) => network.send('Network.emulateNetworkConditions', { ...slow, offline });
    await connect(false);
    for (const [kind, send, said] of [
      ['Note', 'Add note', 'Rebar is late at grid C, and the **crane** too.'],
      ['Meeting', 'Add meeting', 'Owner, architect and we agree on the white roof.'],
      ['Call', 'Log call', 'They send the addendum on Thursday, they say.'],
    ] as const) {
      await text(page).tap();
      await page.keyboard.type(said.slice(0, 20));
      await connect(true);
      await page.keyboard.type(said.slice(20));
      await box(page).getByRole('radio', { name: kind }).tap();
      await box(page).getByRole('button', { name: send }).tap();
      await box(page).getByText('It is sent once the connection is back.').waitFor();
      expect(await text(page).inputValue()).toBe(said);
      await connect(false);
      await entry(page, said.replaceAll('**', '')).waitFor();
      expect(await text(page).inputValue()).toBe('');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    }
    const { notes } = await read(`/notes?project_id=${id}&sort=id`);
    expect(notes).toMatchObject([
      { kind: 'note', text: 'Rebar is late at grid C, and the **crane** too.' },
      { kind: 'meeting', text: 'Owner, architect and we agree on the white roof.' },
    ]);
    const { calls } = await read(`/calls?project_id=${id}`);
    expect(calls).toMatchObject([{ notes: 'They send the addendum on Thursday, they say.' }]);
  });

  test('an entry whose answer was lost is made once, also if its box was left or loaded anew meanwhile', async () => {
    await using opened = await open('Composer Once');
    const { id, page } = opened;
    const { id: other } = await project('Composer Elsewhere');
    const notes = async (): Promise<number> => (await read(`/notes?project_id=${id}`)).notes.length as number;
    // The service makes the note, and the answer does not arrive.
    await page.route('**/api/2023-01/notes', async (route) => {
      await forward(route.request(), web.service.url);
      await cut(route);
    });
    await text(page).click();
    await page.keyboard.type('Only once.');
    await page.keyboard.press('Control+Enter');
    await expect.poll(notes).toBe(1);
    await page.goto(`${web.url}/projects/${id}`);
    await page.unroute('**/api/2023-01/notes');
    await text(page).waitFor();
    expect(await text(page).inputValue()).toBe('Only once.');
    await box(page).getByRole('button', { name: 'Add note' }).click();
    await toast(page, 'The note is added.');
    expect(await notes()).toBe(1);
    // A box that was left while its entry waits sends it from there.
    await page.route('**/api/**', cut);
    await text(page).click();
    await page.keyboard.type('From elsewhere.');
    await page.keyboard.press('Control+Enter');
    await box(page).getByText('It is sent once the connection is back.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    await page.unrouteAll();
    await expect.poll(notes, { timeout: 15_000 }).toBe(2);
    await page.goto(`${web.url}/projects/${other}`);
    await page.goto(`${web.url}/projects/${id}`);
    await entry(page, 'From elsewhere.').waitFor();
    expect(await text(page).inputValue()).toBe('');
    expect(await notes()).toBe(2);
  });
});
