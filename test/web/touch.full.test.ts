import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { fingerOn } from './support/finger.ts';
import { inBrowser } from './support/in-browser.ts';
import { centre, hold, reader, toast } from './support/page-parts.ts';
import { type OpenedPage, phone, signIn } from './support/signed-in-page.ts';

const card = (page: Page, name: string) => page.locator('[data-card]', { hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');
const picker = (page: Page) => page.getByRole('combobox', { name: 'Column' });
const shownColumn = (page: Page) => picker(page).locator('option:checked').textContent();
const count = (page: Page, event: string): Promise<unknown> =>
  page.evaluate(`window.counted = 0; window.addEventListener('${event}', () => (window.counted += 1), true)`);

/** Whether the browser shows its own menu for a held card. */
const showsMenu = (page: Page): Promise<unknown> =>
  page.evaluate(`document.querySelector('[data-card]').dispatchEvent(
    new PointerEvent('contextmenu', { pointerType: 'touch', bubbles: true, cancelable: true }))`);

/** From now on the time of the page stands still: a slow machine makes no long press of a short one. */
const stopTime = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 30_000);

inBrowser('a finger', (web) => {
  const read = reader(web);
  const stageId = async (name: string): Promise<string> =>
    (await read('/project_stages')).project_stages.find((one: { name: string }) => one.name === name).id;
  const project = async (name: string, fields: object = {}) =>
    await make(web.service.first, 'projects', { name, project_stage_id: await stageId('Tracking'), ...fields });
  const stageOf = async (id: string): Promise<string> => (await read(`/projects/${id}`)).project.project_stage.name;

  async function board(start: string): Promise<OpenedPage> {
    const opened = await web.openSignedIn(`/pipeline?name[starts_with]=${start}`, phone);
    await card(opened.page, start).first().waitFor();
    return opened;
  }

  test('that rests on a card opens the choice of stages, and nothing else', async () => {
    const { id } = await project('Rest Hall');
    await using opened = await board('Rest');
    const { page, wrong } = opened;
    const finger = await fingerOn(page);
    await count(page, 'click');
    await finger.down(await centre(card(page, 'Rest Hall')));
    await dialog(page).waitFor();
    expect(await showsMenu(page)).toBe(false);
    expect(await page.evaluate('getSelection().toString()')).toBe('');
    await finger.up();
    await dialog(page).getByRole('option', { name: 'Qualifying' }).tap();
    await toast(page, 'Rest Hall moved to Qualifying.');
    // The tap on the stage.
    expect(await page.evaluate('window.counted')).toBe(1);
    expect(page.url()).not.toContain('peek=');
    expect(await stageOf(id)).toBe('Qualifying');
    await card(page, 'Rest Hall').tap();
    await expect.poll(() => page.url()).toContain(`peek=${id}`);
    expect(wrong).toEqual([]);
  });

  test('that scrolls a column opens and moves no card', async () => {
    await web.service.first.post('/projects/bulk', {
      projects: await Promise.all(
        Array.from({ length: 12 }, async (_, index) => ({
          name: `Scroll ${index}`,
          project_stage_id: await stageId('Tracking'),
        })),
      ),
    });
    await using opened = await board('Scroll');
    const { page, wrong } = opened;
    const changes = await hold(page, 'PATCH');
    const finger = await fingerOn(page);
    await stopTime(page);
    await finger.down(await centre(card(page, 'Scroll').nth(1)));
    await finger.moveBy({ y: -160 });
    const scrolled = () => page.evaluate(`document.querySelector('[data-card]').closest('div').scrollTop`);
    await expect.poll(scrolled).toBeGreaterThan(100);
    await page.clock.runFor(5000);
    await finger.moveBy({ x: 80 });
    await finger.up();
    expect(await dialog(page).count()).toBe(0);
    expect(page.url()).not.toContain('peek=');
    expect(changes.count()).toBe(0);
    expect(await page.locator('[draggable="true"]').count()).toBe(0);
    expect(wrong).toEqual([]);
  });

  test('that swipes over the board comes to the next column, which the choice of columns names', async () => {
    await project('Swipe Hall');
    await using opened = await board('Swipe');
    const { page, wrong } = opened;
    const changes = await hold(page, 'PATCH');
    const finger = await fingerOn(page);
    const swipe = async (by: number): Promise<void> => {
      await finger.down({ x: 180 - by / 2, y: 520 });
      await finger.moveBy({ x: by });
      await finger.up();
    };
    const isWhole = (name: string): Promise<void> =>
      expect
        .poll(async () => await page.getByRole('region', { name: new RegExp(`^${name} `) }).boundingBox())
        .toMatchObject({ x: 12, width: 336 });
    await expect.poll(() => shownColumn(page)).toBe('Tracking · 1');
    // The columns take their places once the board has been read.
    await isWhole('Tracking');
    await swipe(-240);
    await expect.poll(() => shownColumn(page)).toBe('Qualifying · 0');
    await isWhole('Qualifying');
    await swipe(-240);
    await expect.poll(() => shownColumn(page)).toBe('RFQ / Prequalification · 0');
    await isWhole('RFQ / Prequalification');
    await swipe(240);
    await expect.poll(() => shownColumn(page)).toBe('Qualifying · 0');
    await isWhole('Qualifying');
    await picker(page).selectOption('Estimating · 0');
    await isWhole('Estimating');
    await picker(page).selectOption('Tracking · 1');
    await isWhole('Tracking');
    expect(await dialog(page).count()).toBe(0);
    expect(changes.count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(wrong).toEqual([]);
  });

  test('that rests on a bid of the agenda opens its menu, with the due date', async () => {
    const { id } = await project('Agenda Hall', { bid_due_date: '2026-03-06' });
    await using opened = await web.openSignedIn('/calendar?name[starts_with]=Agenda', phone);
    const { page, wrong } = opened;
    const finger = await fingerOn(page);
    await finger.down(await centre(card(page, 'Agenda Hall')));
    await dialog(page).waitFor();
    await finger.up();
    await page.getByRole('option', { name: 'Due date' }).tap();
    await page.getByRole('textbox', { name: 'Due' }).fill('3/9');
    await page.getByRole('button', { name: 'Set the date' }).tap();
    await toast(page, 'Agenda Hall is due Mon, Mar 9.');
    expect((await read(`/projects/${id}`)).project.bid_due_date).toBe('2026-03-09');
    expect(wrong).toEqual([]);
  });

  test('of a viewer changes nothing', async () => {
    await project('Viewer Hall');
    await make(web.service.first, 'leads', { name: 'Viewer Lead' });
    const viewer = { email: 'touch-viewer@granite.example', password: 'correct horse battery' };
    await web.service.first.post('/users', { user: { ...viewer, role: 'viewer' } });
    await using opened = await web.open('/sign-in', phone);
    const { page } = opened;
    await signIn(page, viewer);
    await page.goto(`${web.url}/pipeline?name[starts_with]=Viewer`);
    await card(page, 'Viewer Hall').waitFor();
    const finger = await fingerOn(page);
    await stopTime(page);
    await finger.down(await centre(card(page, 'Viewer Hall')));
    await page.clock.runFor(5000);
    expect(await dialog(page).count()).toBe(0);
    expect(await showsMenu(page)).toBe(true);
    await finger.up();
    await page.clock.resume();
    await page.goto(`${web.url}/leads?name[starts_with]=Viewer`);
    const lead = page.getByRole('link', { name: /^Viewer Lead/ });
    const before = await centre(lead);
    await finger.down(before);
    await finger.moveBy({ x: -160 });
    expect(await centre(lead)).toEqual(before);
    await finger.up();
    expect((await read('/leads?name=Viewer%20Lead')).leads[0].archived_at).toBeNull();
  });

  test('that swipes a lead archives it to the left and snoozes it to the right', async () => {
    const first = await make(web.service.first, 'leads', { name: 'Swipe First' });
    const second = await make(web.service.first, 'leads', { name: 'Swipe Second' });
    await using opened = await web.openSignedIn('/leads?name[starts_with]=Swipe', {
      ...phone,
      reducedMotion: 'reduce',
    });
    const { page, wrong } = opened;
    const finger = await fingerOn(page);
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const link = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
    const before = await centre(link('Swipe First'));
    // Too short.
    await finger.down(before);
    await finger.moveBy({ x: -60 });
    await row('Swipe First').getByText('Archive', { exact: true }).waitFor();
    expect((await centre(link('Swipe First'))).x).toBe(before.x - 60);
    expect(await row('Swipe First').getByText('Snooze', { exact: true }).isVisible()).toBe(false);
    await finger.up();
    // Without motion it is back at once.
    expect(await centre(link('Swipe First'))).toEqual(before);
    expect(await row('Swipe First').getByText('Archive', { exact: true }).isVisible()).toBe(false);

    await finger.down(before);
    await finger.moveBy({ x: -160 });
    await finger.up();
    await toast(page, 'Swipe First is archived.');
    await link('Swipe First').waitFor({ state: 'detached' });
    expect((await read(`/leads/${first.id}`)).lead.archived_at).not.toBeNull();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await link('Swipe First').waitFor();
    expect((await read(`/leads/${first.id}`)).lead.archived_at).toBeNull();

    await finger.down(await centre(link('Swipe Second')));
    await finger.moveBy({ x: 160 });
    await row('Swipe Second').getByText('Snooze', { exact: true }).waitFor();
    await finger.up();
    await dialog(page).getByLabel('Until').fill('+3');
    await page.getByRole('button', { name: 'Snooze', exact: true }).tap();
    await toast(page, /Swipe Second sleeps until/);
    expect((await read(`/leads/${second.id}`)).lead.snooze_until).not.toBeNull();
    expect(page.url()).not.toContain('peek=');
    expect(wrong).toEqual([]);
  });

  test('that moves up or down scrolls the list of leads, however far it then goes to a side', async () => {
    const names = Array.from({ length: 20 }, (_, index) => ({ name: `Down ${String(index).padStart(2, '0')}` }));
    await web.service.first.post('/leads/bulk', { leads: names });
    await using opened = await web.openSignedIn('/leads?name[starts_with]=Down&sort=name', phone);
    const { page, wrong } = opened;
    const changes = await hold(page, 'PATCH');
    const finger = await fingerOn(page);
    const scrolled = () => page.evaluate(`document.querySelector('section[aria-label="Open"]').scrollTop`);
    await finger.down(await centre(page.getByRole('link', { name: /^Down 06/ })));
    await finger.moveBy({ y: -200 });
    await expect.poll(scrolled).toBeGreaterThan(100);
    await finger.moveBy({ x: -160 });
    await finger.up();
    expect(await page.locator('[data-swipe]').count()).toBe(0);
    expect(changes.count()).toBe(0);
    expect(page.url()).not.toContain('peek=');
    expect(wrong).toEqual([]);
  });
});
