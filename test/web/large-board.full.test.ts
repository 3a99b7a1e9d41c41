import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { bulk } from '../support/data/bulk.ts';
import type { Json } from '../support/service/client.ts';
import { runsOf } from '../support/endurance.ts';
import { type OpenedPage } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';

/** `npm run endurance` takes as many cards as the board shows. */
const size = runsOf(1000, 10_000);

/** What the browser measures from now on. `SHOW_TIMES=1` prints the times of the interactions. */
const measuring = `
window.measured = { shift: 0, interactions: [], columns: new Set(), formats: 0 };
for (const name of ['DateTimeFormat', 'NumberFormat', 'Collator', 'PluralRules', 'RelativeTimeFormat'])
  Intl[name] = new Proxy(Intl[name], {
    construct: (target, given) => {
      measured.formats += 1;
      return new target(...given);
    },
  });
for (const { prototype } of [Date, Number])
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
    prototype[name] = () => {
      measured.formats += 1;
      return '';
    };
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) measured.shift += value;
}).observe({ type: 'layout-shift' });
new PerformanceObserver((list) => {
  for (const { name, duration, interactionId } of list.getEntries())
    if (interactionId) measured.interactions.push({ name, duration });
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** Notes the columns in which anything changes from now on. */
const watchColumns = `
measured.columns.clear();
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const column = (target.closest ? target : target.parentElement).closest('section');
    if (column) measured.columns.add(column.getAttribute('aria-label'));
  }
}).observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true, characterData: true });
`;

inBrowser(`a board of ${size.toLocaleString('en')} cards`, (web) => {
  beforeAll(async () => {
    const { body } = await web.service.first.get('/project_stages');
    const open = (body.project_stages as { id: string; category: string }[]).filter(
      ({ category }) => category === 'open',
    );
    const rows = Array.from({ length: size }, (_, index) => ({
      name: `Project ${String(index).padStart(5, '0')}`,
      project_stage_id: open[index % open.length]?.id,
      amount: 1000 * (index + 1),
      bid_due_date: `2026-0${(index % 9) + 1}-15`,
    }));
    await bulk(web.service.first, 'projects', rows);
  });

  const cards = (page: Page) => page.locator('[data-card]');

  /** Opens the board and waits until all cards are loaded. */
  async function board(): Promise<OpenedPage> {
    const opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await cards(page).first().waitFor();
    await expect.poll(() => page.getByText('Loading').count(), { timeout: 30_000 }).toBe(0);
    await page.evaluate(measuring);
    return opened;
  }

  test.each([
    ['a message that is older than a minute', 120_000, /^msg_/],
    ['the last message of a firm in which nothing changes', 3_600_000, /^none$/],
  ])(
    'asks for little before the first card, and reads nothing twice when the stream begins after %s',
    async (...now) => {
      const [, passed, after] = now;
      web.service.clock.advance(passed);
      await using opened = await web.openSignedIn('/search');
      const { page } = opened;
      const asked: string[] = [];
      const broken: string[] = [];
      const pathOf = (request: Request): string => request.url().split('/api/2023-01').at(1) ?? '';
      await page.goto('about:blank');
      page.on('request', (request) => void asked.push(...[pathOf(request)].filter((path) => path !== '')));
      page.on('requestfailed', (request) => void broken.push(pathOf(request)));
      const [stream] = await Promise.all([
        page.waitForResponse('**/events'),
        page.waitForResponse('**/projects?**').then(() => {
          expect(asked.filter((path) => path !== '/events').length).toBeLessThanOrEqual(12);
        }),
        page.goto(`${web.url}/pipeline`),
      ]);
      expect(stream.request().headers()['last-event-id'] ?? 'none').toMatch(after);
      await cards(page).first().waitFor();
      await expect.poll(() => page.getByText('Loading').count(), { timeout: 30_000 }).toBe(0);
      // The event of a change arrives after all that the opening of the stream causes.
      const id = await cards(page).first().getAttribute('data-card');
      await web.service.first.patch(`/projects/${id}`, { project: { name: `Project heard of ${passed}` } });
      await page.getByText(`Project heard of ${passed}`).first().waitFor();
      const read = asked.filter((path) => path.startsWith('/projects?') && !path.includes('&id='));
      expect(read.length).toBeGreaterThan(0);
      expect(read).toEqual([...new Set(read)]);
      expect(broken).toEqual([]);
    },
  );

  test('mounts at most 160 cards on the largest screen, wherever its columns are scrolled to', async () => {
    await using opened = await web.openSignedIn('/pipeline', { viewport: { width: 2560, height: 1440 } });
    const { page } = opened;
    await cards(page).first().waitFor();
    await expect.poll(() => page.getByText('Loading').count(), { timeout: 30_000 }).toBe(0);
    // The first card of the board stays, because Tab stops at it.
    const second = page.locator('[data-column]').first().locator('[data-card]').nth(1);
    const before = await second.innerText();
    await page.evaluate(
      `for (const column of document.querySelectorAll('[data-scroll^="column-"]')) column.scrollTop = 2550`,
    );
    await expect.poll(() => second.innerText()).not.toBe(before);
    expect(await cards(page).count()).toBeLessThanOrEqual(160);
    expect(await cards(page).count()).toBeGreaterThan(100);
  });

  test('says that it shows the first 10,000 projects only if there are more', async () => {
    await using opened = await web.openSignedIn('/search');
    const { page } = opened;
    const line = page.getByText('The board shows the first 10,000 projects.');
    const { body } = await web.service.first.get('/projects?per_page=1');
    const [project] = body.projects as Json[];
    let pages = 20;
    await page.route(/\/projects\?(?!.*&id=)/, async (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('page') ?? 1);
      const rows = Array.from({ length: 500 }, (_, index) => ({
        ...{ ...project, id: String(at * 500 + index), version: 1 },
        project_stage_id: project?.project_stage.id,
      }));
      const link = `<${web.url}/api/2023-01/projects?page=${at + 1}>; rel="next"`;
      await route.fulfill({ json: { projects: rows }, headers: at < pages ? { link } : {} });
    });
    for (const [count, isSaid] of [
      [20, 0],
      [21, 1],
    ] as const) {
      pages = count;
      const read = page.waitForResponse(/\/projects\?page=20$/);
      await page.goto(`${web.url}/pipeline`);
      await read;
      await cards(page).first().waitFor();
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await expect.poll(() => line.count()).toBe(isSaid);
    }
  });

  test('mounts only the cards in sight, and moves one with one request that renders two columns', async () => {
    await using opened = await board();
    const { page } = opened;
    expect(await cards(page).count()).toBeLessThanOrEqual(160);
    const patches: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') patches.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const id = await cards(page).first().getAttribute('data-card');
    await cards(page).first().focus();
    await page.evaluate(watchColumns);
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText(/^Project .* moved to/).waitFor();
    expect(patches).toEqual([`PATCH /api/2023-01/projects/${id}`]);
    expect(await page.evaluate<number>('measured.columns.size')).toBeLessThanOrEqual(2);
    for (let press = 0; press < 50; press += 1) await page.keyboard.press('ArrowDown');
    for (const key of ['2', '2', '3', '3']) await page.keyboard.press(key);
    await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
    expect(await cards(page).count()).toBeLessThanOrEqual(160);
    expect(await page.evaluate<number>('measured.shift')).toBe(0);
    for (const group of ['estimator', 'week', 'stage']) await page.getByLabel('Group by').selectOption(group);
    for (const order of ['amount', 'name']) await page.getByLabel('Sort by').selectOption(order);
    // To make a format is slow: a page makes each once.
    expect(await page.evaluate<number>('measured.formats')).toBe(0);
    if (process.env['SHOW_TIMES']) console.log(await page.evaluate('measured.interactions'));
    expect(opened.wrong).toEqual([]);
  });
});
