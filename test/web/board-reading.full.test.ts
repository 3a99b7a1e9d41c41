import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import type { Json } from '../support/service/client.ts';
import { inBrowser } from './support/in-browser.ts';
import { reader, toast } from './support/page-parts.ts';

inBrowser('a board that is read and used by keys', (web) => {
  const read = reader(web);
  const stage = async (name: string): Promise<string> =>
    ((await read('/project_stages')).project_stages as Json[]).find((one) => one.name === name)?.id as string;
  const focused = 'document.activeElement.dataset.card ?? document.activeElement.id ?? document.activeElement.tagName';

  test('a card tells its place in the column, and so does the announcement of a move', async () => {
    const [tracking, qualifying] = [await stage('Tracking'), await stage('Qualifying')];
    const ids: string[] = [];
    for (const [name, of] of [
      ['A Read Mill', tracking],
      ['B Read Mill', qualifying],
      ['C Read Mill', qualifying],
    ] as const) {
      ids.push((await make(web.service.first, 'projects', { name, project_stage_id: of })).id);
    }
    await using opened = await web.openSignedIn('/pipeline?name[contains]=Read Mill&order=name');
    const { page } = opened;
    const item = (id = '') => page.locator('li', { has: page.locator(`[data-card="${id}"]`) });
    const place = (id?: string) =>
      Promise.all(['aria-posinset', 'aria-setsize'].map((name) => item(id).getAttribute(name)));
    await item(ids[2]).waitFor();
    expect([await place(ids[0]), await place(ids[2])]).toEqual([
      ['1', '1'],
      ['2', '2'],
    ]);
    await page.locator(`[data-card="${ids[0]}"]`).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('Moved to Qualifying, 1 of 3.').waitFor();
    await expect.poll(() => place(ids[2])).toEqual(['3', '3']);
  });

  test('closing the last card of a board leaves the focus on the screen, and the undo gives it back', async () => {
    const from = await stage('Tracking');
    const { id } = await make(web.service.first, 'projects', { name: 'Lone Mill', project_stage_id: from });
    await using opened = await web.openSignedIn('/pipeline?name=Lone Mill');
    const { page } = opened;
    await page.locator(`[data-card="${id}"]`).focus();
    await page.keyboard.press('m');
    await page.keyboard.type('Won');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Close Lone Mill as Won' }).waitFor();
    await page.getByRole('button', { name: 'Close as Won' }).click();
    await toast(page, 'Lone Mill closed as Won.');
    await expect.poll(() => page.evaluate(focused)).toBe('main');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.evaluate(focused)).toBe(id);
  });

  test('forced colors show the line of the card that has the focus alone', async () => {
    await make(web.service.first, 'projects', { name: 'Line Mill', project_stage_id: await stage('Tracking') });
    await using opened = await web.openSignedIn('/pipeline?name=Line Mill');
    const { page } = opened;
    await page.emulateMedia({ forcedColors: 'active' });
    const card = page.locator('[data-card]').first();
    await card.waitFor();
    const line = (): Promise<unknown> =>
      page.evaluate(`getComputedStyle(document.querySelector('[data-card]')).borderInlineStartColor`);
    const canvas = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    expect(await line()).toBe(canvas);
    await page.keyboard.press('ArrowDown');
    await expect.poll(line).not.toBe(canvas);
  });
});
