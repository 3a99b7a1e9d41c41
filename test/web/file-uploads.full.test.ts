import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { countInteractions, interactions } from './support/interactions.ts';
import { centre, hold, reader, toast } from './support/page-parts.ts';
import { desk, phone, screens } from './support/signed-in-page.ts';
import { violationsInBothColors } from './support/violations.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Files' });
const row = (page: Page, name: string) => section(page).getByRole('listitem').filter({ hasText: name });
const timeline = (page: Page) => page.getByRole('region', { name: 'Activity' });
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const box = (page: Page) => page.getByRole('form', { name: 'What happened' });

/** A PNG of one dot, in Base64. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
const words = Buffer.from('Alternate 2: metal roof.').toString('base64');

interface GivenFile {
  readonly name: string;
  /** In Base64. */
  readonly bytes: string;
}

const photos = (count: number): readonly GivenFile[] =>
  Array.from({ length: count }, (_, index) => ({ name: `IMG_${String(index + 1).padStart(4, '0')}.png`, bytes: png }));

/**
 * Presses Ctrl V with files in the clipboard. A test cannot fill that of the machine, so it makes the browser's own event,
 * and keeps what an earlier suite has copied from the page.
 */
async function pasteFiles(page: Page, files: readonly GivenFile[]): Promise<void> {
  await page.evaluate(`{
    const stop = (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    window.addEventListener('paste', stop, true);
    window.addEventListener('keyup', () => window.removeEventListener('paste', stop, true), { once: true });
  }`);
  await page.keyboard.press('Control+v');
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    for (const { name, bytes } of ${JSON.stringify(files)}) {
      const contents = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0));
      clipboardData.items.add(new File([contents], name, { type: name.endsWith('png') ? 'image/png' : '' }));
    }
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }`);
}

/** Drags files or folders of the machine onto a place of the page. */
async function dropPaths(page: Page, paths: readonly string[], at: { x: number; y: number }): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await client.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await client.detach();
}

inBrowser('files that people upload', (web) => {
  const read = reader(web);
  const project = async (name: string) => (await make(web.service.first, 'projects', { name })).id;
  const open = async (name: string, screen: object = desk) => {
    const id = await project(name);
    const opened = await web.openSignedIn(`/projects/${id}`, screen);
    if (screen !== phone) await section(opened.page).getByText('No files yet.').waitFor();
    return Object.assign(opened, { id });
  };
  const filesOf = async (id: string) => (await read(`/files?project_id=${id}&sort=name&per_page=100`)).files;
  /** Waits for files. Twenty of them take a while on a busy machine. */
  const arrived = async (id: string, count: number) =>
    await expect.poll(async () => (await filesOf(id)).length as number, { timeout: 40_000 }).toBe(count);
  const folder = async (files: readonly GivenFile[]) => {
    const path = await mkdtemp(join(tmpdir(), 'plumbline-given-'));
    await Promise.all(files.map(({ name, bytes }) => writeFile(join(path, name), bytes, 'base64')));
    return { path, paths: files.map(({ name }) => join(path, name)) };
  };

  test('task 1: twenty photos are one drag or one key; on a phone, the picker of the browser', async () => {
    await using opened = await open('Twenty Photos Lab');
    const { id, page } = opened;
    const { paths } = await folder(photos(20));
    await countInteractions(page);
    await dropPaths(page, paths, await centre(page.getByRole('heading', { name: 'Activity' })));
    await arrived(id, 20);
    await toast(page, '20 files are attached to Twenty Photos Lab.');
    expect(await interactions(page)).toMatchObject({ clicks: 0, keys: 0 });
    await timeline(page).getByRole('listitem').filter({ hasText: 'added 20 files' }).first().waitFor();
    await countInteractions(page);
    await pasteFiles(page, photos(20));
    await arrived(id, 40);
    expect(await interactions(page)).toEqual({ clicks: 0, keys: 1, drags: 0 });
    expect((await filesOf(id))[0]).toMatchObject({
      ...{ name: 'IMG_0001.png', kind: 'file', media_type: 'image/png', size: Buffer.from(png, 'base64').length },
      project: { id },
    });
    expect(opened.wrong).toEqual([]);
    await using held = await open('Phone Photos Lab', phone);
    await held.page.getByRole('tab', { name: 'Facts' }).click();
    await countInteractions(held.page);
    const chooser = held.page.waitForEvent('filechooser');
    await section(held.page).getByRole('button', { name: 'Photos and files' }).tap();
    expect(await interactions(held.page)).toEqual({ clicks: 1, keys: 0, drags: 0 });
    await (await chooser).setFiles(paths);
    await arrived(held.id, 20);
    expect(held.wrong).toEqual([]);
  });

  test('task 3: photos are one click and one more for each, or Enter and an arrow', async () => {
    await using opened = await open('Look Lab');
    const { page } = opened;
    await pasteFiles(page, [...photos(7), { name: 'Bid form.pdf', bytes: pdf }]);
    await toast(page, '8 files are attached');
    const shown = page.getByRole('dialog');
    // The list shows five files. The photos follow each other beyond them.
    await section(page).getByRole('button', { name: 'Show all 8' }).waitFor();
    const first = section(page).getByRole('link', { name: /^IMG_/ }).first();
    await countInteractions(page);
    await first.click();
    await shown.getByText(/ of 7$/).waitFor();
    await shown.getByRole('img').click();
    await shown.getByRole('button', { name: 'Next photo' }).click();
    expect(await interactions(page)).toEqual({ clicks: 3, keys: 0, drags: 0 });
    expect(await page.evaluate<number>(`document.querySelector('dialog img').naturalWidth`)).toBe(1);
    await page.keyboard.press('Escape');
    expect(await shown.count()).toBe(0);
    await first.focus();
    await countInteractions(page);
    await page.keyboard.press('Enter');
    const place = shown.getByRole('status');
    const begin = Number(/ · (\d)/.exec((await place.textContent()) ?? '')?.[1]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => place.textContent()).toContain(`${begin + 1} of 7`);
    expect(await interactions(page)).toEqual({ clicks: 0, keys: 2, drags: 0 });
    expect(await violationsInBothColors(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator(':focus').textContent()).toContain('IMG_');
    expect(opened.wrong).toEqual([]);
  });

  test('task 4: a download is one click or two keys, and a PDF opens in a tab', async () => {
    await using opened = await open('Download Lab');
    const { page } = opened;
    const taken = async (act: () => Promise<void>) => {
      const begun = page.waitForEvent('download');
      await countInteractions(page);
      await act();
      const name = (await begun).suggestedFilename();
      return { name, ...(await interactions(page)) };
    };
    await pasteFiles(page, [{ name: 'Alternates.txt', bytes: words }]);
    await row(page, 'Alternates.txt').getByText('24 bytes').waitFor();
    const byMouse = await taken(() => row(page, 'Alternates.txt').getByRole('link', { name: 'Download' }).click());
    expect(byMouse).toEqual({ name: 'Alternates.txt', clicks: 1, keys: 0, drags: 0 });
    const byKeys = await taken(async () => {
      await page.keyboard.press('o');
      await page.keyboard.press('Enter');
    });
    expect(byKeys).toMatchObject({ name: 'Alternates.txt', keys: 2 });
    await pasteFiles(page, photos(1));
    await row(page, 'IMG_0001.png').waitFor();
    const photo = await taken(async () => {
      await page.keyboard.press('o');
      await page.keyboard.press('d');
    });
    expect(photo).toEqual({ name: 'IMG_0001.png', clicks: 0, keys: 2, drags: 0 });
    await pasteFiles(page, [{ name: 'Bid form.pdf', bytes: pdf }]);
    const opener = row(page, 'Bid form.pdf').getByRole('link', { name: /^Bid form/ });
    expect(await opener.getAttribute('target')).toBe('_blank');
    const address = (await opener.getAttribute('href')) ?? '';
    const headers = await page.evaluate<string[]>(
      `fetch(${JSON.stringify(address)}).then(({ headers }) => ['content-type', 'content-disposition'].map((one) => headers.get(one)))`,
    );
    expect(headers).toEqual(['application/pdf', expect.stringMatching(/^inline/)]);
    expect(opened.wrong).toEqual([]);
  });

  test('task 5: a note with a screenshot is three keys and its text', async () => {
    await using opened = await open('Screenshot Lab');
    const { id, page } = opened;
    await countInteractions(page);
    await page.keyboard.press('n');
    await page.keyboard.type('See the detail.');
    await pasteFiles(page, [{ name: 'image.png', bytes: png }]);
    await box(page).getByText('Screenshot 2026-03-02 09.00.png').waitFor();
    await page.keyboard.press('Control+Enter');
    const note = timeline(page).getByRole('listitem').filter({ hasText: 'See the detail.' }).first();
    await note.getByRole('link', { name: /^Screenshot 2026-03-02/ }).waitFor();
    const { clicks, keys } = await interactions(page);
    expect({ clicks, keys: keys - 'See the detail.'.length }).toEqual({ clicks: 0, keys: 3 });
    const [made] = (await read(`/notes?project_id=${id}&include=files`)).notes;
    expect(made).toMatchObject({ text: 'See the detail.', files: [{ media_type: 'image/png' }] });
    expect(await filesOf(id)).toEqual([]);
    // The files of a call go to its record.
    await page.keyboard.press('n');
    await page.keyboard.type('They sent a sketch.');
    await pasteFiles(page, [{ name: 'Sketch.pdf', bytes: pdf }]);
    await box(page).getByRole('radio', { name: 'Call' }).click();
    await page.keyboard.press('Control+Enter');
    await row(page, 'Sketch.pdf').waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('files that cannot be sent say why, and a refused one loses no word of its note', async () => {
    await using opened = await open('Fault Lab');
    const { id, page } = opened;
    const { path, paths } = await folder([
      { name: 'Nothing.pdf', bytes: '' },
      { name: 'Good.pdf', bytes: pdf },
    ]);
    await mkdir(join(path, 'Addenda'));
    const place = await centre(page.getByRole('heading', { name: 'Activity' }));
    await dropPaths(page, [join(path, 'Addenda'), ...paths], place);
    await tray(page).getByText('This is a folder.').waitFor();
    await tray(page).getByText('The file is empty.').waitFor();
    await row(page, 'Good.pdf').waitFor();
    await tray(page).getByText('2 files were not sent').waitFor();
    expect(
      await tray(page)
        .getByRole('button', { name: /^Try again/ })
        .count(),
    ).toBe(0);
    expect(await violationsInBothColors(page)).toEqual([]);
    await tray(page).getByRole('button', { name: 'Dismiss', exact: true }).click();
    expect(await tray(page).count()).toBe(0);
    const keys: (string | undefined)[] = [];
    let isFull = true;
    await page.route('**/files/upload?*', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const detail = 'The account has 9 of 10 bytes.';
      const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail, code: 'conflict' };
      if (isFull) await route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem });
      else await route.fallback();
    });
    await page.keyboard.press('n');
    await page.keyboard.type('The words stay.');
    await pasteFiles(page, [{ name: 'Detail.pdf', bytes: pdf }]);
    await page.keyboard.press('Control+Enter');
    await tray(page).getByText('The account has 9 of 10 bytes.').waitFor();
    expect((await read(`/notes?project_id=${id}`)).notes).toMatchObject([{ text: 'The words stay.' }]);
    isFull = false;
    await tray(page).getByRole('button', { name: 'Try again: Detail.pdf' }).click();
    await timeline(page)
      .getByRole('link', { name: /^Detail\.pdf/ })
      .waitFor();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^.{16,}$/);
  });

  test('three uploads run at a time, and go on while the person looks at other screens; the page asks before it is closed', async () => {
    await using opened = await open('Tray Lab');
    const { id, page } = opened;
    const held = await hold(page, 'POST', '/files/upload');
    await pasteFiles(page, photos(5));
    await tray(page).getByText('Uploading 1 of 5').waitFor();
    await expect.poll(held.count).toBe(3);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    expect(await tray(page).getByRole('progressbar').count()).toBe(5);
    expect(held.count()).toBe(3);
    await tray(page).getByRole('button', { name: 'Cancel: IMG_0005.png' }).click();
    const asked = page.waitForEvent('dialog');
    const left = page.goto(`${web.url}/projects`).catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await left;
    held.release();
    await toast(page, '4 files are attached to Tray Lab.');
    expect((await filesOf(id)).map(({ name }: { name: string }) => name)).toEqual(photos(4).map(({ name }) => name));
    expect(await tray(page).count()).toBe(0);
  });

  test('an upload that loses the connection goes on once it is back', async () => {
    await using opened = await open('Lost Lab');
    const { id, page } = opened;
    await page.context().setOffline(true);
    await page.evaluate(`window.dispatchEvent(new Event('offline'))`);
    await pasteFiles(page, photos(2));
    await tray(page).getByText('The service does not answer.').first().waitFor();
    await page.context().setOffline(false);
    await arrived(id, 2);
    await expect.poll(() => tray(page).count()).toBe(0);
  });

  test('a drop on the record beside a list goes to that record, and one on the list changes nothing', async () => {
    const id = await project('Peeked Drop Lab');
    await using opened = await web.openSignedIn(`/projects?peek=projects/${id}`);
    const { page } = opened;
    const peek = page.getByRole('complementary', { name: 'Selected record' });
    await peek.getByRole('tab', { name: 'Facts' }).waitFor();
    const { paths } = await folder([{ name: 'Sketch.pdf', bytes: pdf }]);
    await dropPaths(page, paths, await centre(page.getByRole('heading', { name: 'Projects', level: 1 })));
    await dropPaths(page, paths, await centre(peek.getByRole('tab', { name: 'Facts' })));
    await toast(page, 'Sketch.pdf is attached to Peeked Drop Lab.');
    expect(await filesOf(id)).toHaveLength(1);
    expect(page.url()).toContain(`peek=projects/${id}`);
    expect(opened.wrong).toEqual([]);
  });

  test('a drop where there is no record leaves the page and what is typed there', async () => {
    await using opened = await web.openSignedIn('/projects');
    const { page } = opened;
    const { paths } = await folder([{ name: 'Scope.txt', bytes: words }]);
    await page.keyboard.press('t');
    const title = page.getByLabel('Title (required)');
    await title.fill('Ask for the geotech report');
    // The shell without windows never opens a dropped file. A browser with windows does, unless the page refuses it.
    await page.evaluate(`{
      window.told = [];
      const tell = (event) => window.told.push(event.defaultPrevented + ' ' + event.dataTransfer.dropEffect);
      window.addEventListener('dragover', tell);
    }`);
    const told = () => page.evaluate<string[]>('window.told.splice(0)');
    await dropPaths(page, paths, await centre(title));
    expect(new Set(await told())).toEqual(new Set(['true none']));
    await dropPaths(page, paths, await centre(page.getByRole('heading', { name: 'Projects', level: 1 })));
    expect(new Set(await told())).toEqual(new Set(['true none']));
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Ask for the geotech report is added.');
    expect(opened.wrong).toEqual([]);
  });

  test('settings show how much room the files take', async () => {
    const id = await project('Usage Lab');
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await section(page).getByText('No files yet.').waitFor();
    await pasteFiles(page, photos(1));
    await row(page, 'IMG_0001.png').waitFor();
    await page.goto(`${web.url}/settings/firm`);
    const { files } = (await read('/file_usage')).file_usage;
    await page.getByRole('region', { name: 'Files' }).getByText(`${files} file`).waitFor();
    await page.getByText('of 54 GB').waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(opened.wrong).toEqual([]);
  });

  test.each(screens)('a record with files and uploads is accessible, %s', async (_, screen) => {
    await using opened = await open('Accessible Uploads Lab', screen);
    const { page } = opened;
    if (screen === phone) await page.getByRole('tab', { name: 'Facts' }).click();
    await pasteFiles(page, [...photos(2), { name: `${'A long name of a drawing '.repeat(5)}.pdf`, bytes: pdf }]);
    await row(page, 'A long name').waitFor();
    await row(page, 'IMG_0002.png').waitFor();
    const held = await hold(page, 'POST', '/files/upload');
    await pasteFiles(page, photos(3));
    await tray(page).waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    held.release();
    await expect.poll(() => tray(page).count()).toBe(0);
  });
});
