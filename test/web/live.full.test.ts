import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import type { Json } from '../support/service/client.ts';
import { bid } from './support/calendar-page.ts';
import { inBrowser } from './support/in-browser.ts';
import { drag, edit, field, hold, rereads, toast } from './support/page-parts.ts';

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) });

/** Keeps every text that the script gives from now on, without repetitions. @returns reads them. */
async function watch(page: Page, script: string): Promise<() => Promise<unknown>> {
  await page.evaluate(`{
    window.seen = [];
    const note = () => {
      const text = ${script};
      if (text !== window.seen.at(-1)) window.seen.push(text);
    };
    note();
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  }`);
  return () => page.evaluate('window.seen');
}

inBrowser('changes of other people', (web) => {
  const stages = new Map<string, string>();
  beforeAll(async () => {
    const { body } = await web.service.first.get('/project_stages');
    for (const { id, name } of body.project_stages as Json[]) stages.set(name, id);
  });

  const project = async (name: string, fields: object = {}): Promise<string> =>
    (await make(web.service.first, 'projects', { name, project_stage_id: stages.get('Tracking'), ...fields })).id;
  const change = (id: string, fields: object): Promise<unknown> =>
    web.service.first.patch(`/projects/${id}`, { project: fields });
  const move = (id: string, stage: string): Promise<unknown> => change(id, { project_stage_id: stages.get(stage) });

  test('ten tabs share one stream, and another tab takes it over without a loss', async () => {
    const { user } = (await web.service.first.get('/users/me')).body;
    const task = await make(web.service.first, 'tasks', { title: 'Ten tabs', assigned_to_id: user.id });
    const rename = (title: string): Promise<unknown> =>
      web.service.first.patch(`/tasks/${task.id}`, { task: { title } });
    const seesAll = async (pages: readonly Page[], title: string): Promise<void> => {
      await Promise.all(pages.map((page) => page.getByRole('link', { name: title, exact: true }).waitFor()));
    };
    await using opened = await web.openSignedIn('/tasks');
    const context = opened.page.context();
    await seesAll([opened.page], 'Ten tabs');
    await rename('The first tab listens');
    await seesAll([opened.page], 'The first tab listens');
    const streams: Page[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/events')) streams.push(request.frame().page());
    });
    const others = await Promise.all(Array.from({ length: 9 }, () => context.newPage()));
    await Promise.all(others.map((page) => page.goto(`${web.url}/tasks`)));
    await seesAll(others, 'The first tab listens');
    await rename('All tabs listen');
    await seesAll([opened.page, ...others], 'All tabs listen');
    expect(streams).toEqual([]);
    await opened.page.close();
    await rename('The other tabs listen');
    await seesAll(others, 'The other tabs listen');
    expect(streams).toHaveLength(1);
    expect(others).toContain(streams[0]);
  });

  test('a hidden tab asks for nothing until somebody looks at it', async () => {
    const id = await project('Hidden Mill', { amount: 1 });
    await using opened = await web.openSignedIn('/pipeline?name=Hidden Mill');
    const { page } = opened;
    const shown = (tab: Page, amount: string) => bid(tab, 'Hidden Mill').getByText(amount, { exact: true }).waitFor();
    await change(id, { amount: 2 });
    await shown(page, '$2');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await change(id, { amount: 3 });
    await Promise.all([shown(page, '$3'), shown(other, '$3')]);
    const look = (isHidden: boolean): Promise<unknown> =>
      other.evaluate(`{
        Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
        document.dispatchEvent(new Event('visibilitychange'));
      }`);
    await look(true);
    const asked: string[] = [];
    other.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url());
    });
    for (const amount of [4, 5, 6]) {
      await change(id, { amount });
      await shown(page, `$${amount}`);
    }
    expect(asked).toEqual([]);
    await look(false);
    await shown(other, '$6');
  });

  test('sums are read one after the other while others change projects, and no read is broken off', async () => {
    const id = await project('Sum Mill', { amount: 1 });
    await using opened = await web.openSignedIn('/pipeline?name=Sum Mill');
    const { page } = opened;
    const shown = (amount: number) => bid(page, 'Sum Mill').getByText(`$${amount}`, { exact: true }).waitFor();
    await change(id, { amount: 2 });
    await shown(2);
    const sum = page.locator('dl').first();
    await sum.getByText('$2', { exact: true }).waitFor();
    const [asked, broken]: [string[], string[]] = [[], []];
    page.on('request', (request) => {
      if (request.url().includes('/summary')) asked.push(request.url());
    });
    page.on('requestfailed', (request) => void broken.push(request.url()));
    let release = (): void => undefined;
    const free = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/projects/summary?*', async (route) => {
      await free;
      await route.fallback();
    });
    for (const amount of [3, 4, 5, 6]) {
      await change(id, { amount });
      await shown(amount);
    }
    expect(asked).toEqual([...new Set(asked)]);
    release();
    await sum.getByText('$6', { exact: true }).waitFor();
    const times = (): number[] => [...new Set(asked)].map((url) => asked.filter((one) => one === url).length);
    await expect.poll(() => Math.max(...times())).toBe(2);
    expect(broken).toEqual([]);
  });

  test('another tab takes the stream over from one that has crashed', async () => {
    const id = await project('Crash');
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    const context = page.context();
    const listens = async (tab: Page, number: string): Promise<void> => {
      await change(id, { project_number: number });
      await tab.getByRole('button', { name: `Edit Number: ${number}` }).waitFor();
    };
    await listens(page, 'N-1');
    const other = await context.newPage();
    await other.goto(page.url());
    // The tab has the number from its first request. It hears of the next one as an event, whose id it keeps.
    await other.getByRole('button', { name: 'Edit Number: N-1' }).waitFor();
    await listens(other, 'N-2');
    const crashed = page.waitForEvent('crash');
    await context.newCDPSession(page).then((session) => void session.send('Page.crash').catch(() => undefined));
    await crashed;
    await page.close();
    const [stream] = await Promise.all([other.waitForRequest('**/events'), other.clock.fastForward(10_000)]);
    expect(stream.headers()['last-event-id']).toMatch(/./);
    await listens(other, 'N-3');
  });

  test('a stream that was cut resumes, and no change is missed', async () => {
    const ids = { moved: '', renamed: '', twice: '', deleted: '', closed: '' };
    for (const name of Object.keys(ids) as (keyof typeof ids)[]) ids[name] = await project(`Cut ${name}`);
    await using opened = await web.openSignedIn('/pipeline?name[starts_with]=Cut');
    const { page } = opened;
    await bid(page, 'Cut closed').waitFor();
    await move(ids.moved, 'Qualifying');
    await bid(column(page, 'Qualifying'), 'Cut moved').waitFor();

    await page.route('**/events', (route) => route.abort());
    // The page ends a stream on which it has heard nothing for a minute. It cannot open another one.
    await page.clock.fastForward(60_000);
    await page.getByText(/^Offline since /).waitFor();
    await move(ids.moved, 'Budgeting');
    await change(ids.renamed, { name: 'Cut with a new name', amount: 5 });
    await move(ids.twice, 'Qualifying');
    await move(ids.twice, 'Shortlisted');
    await web.service.first.delete(`/projects/${ids.deleted}`);
    await move(ids.closed, 'Did Not Pursue');
    await project('Cut made', { project_stage_id: stages.get('Negotiating') });
    expect(await bid(column(page, 'Qualifying'), 'Cut moved').count()).toBe(1);

    const resumed = page.waitForRequest('**/events');
    await page.unroute('**/events');
    await page.clock.fastForward(4000);
    expect((await resumed).headers()['last-event-id']).toMatch(/./);
    await bid(column(page, 'Budgeting'), 'Cut moved').waitFor();
    await bid(column(page, 'Tracking'), 'Cut with a new name').getByText('$5', { exact: true }).waitFor();
    await bid(column(page, 'Shortlisted'), 'Cut twice').waitFor();
    await bid(column(page, 'Negotiating'), 'Cut made').waitFor();
    await expect.poll(() => page.locator('[data-card]').count()).toBe(4);
    await page.getByText(/^Offline since /).waitFor({ state: 'detached' });
  });

  test('a stream whose place is no longer kept begins anew, and the page reads everything again', async () => {
    const id = await project('Lost place');
    await using opened = await web.openSignedIn('/pipeline?name[starts_with]=Lost');
    const { page } = opened;
    await change(id, { amount: 1 });
    await bid(page, 'Lost place').getByText('$1', { exact: true }).waitFor();
    const cut = (route: Route): Promise<void> => route.abort();
    await page.route('**/events', cut);
    await page.clock.fastForward(60_000);
    await page.getByText(/^Offline since /).waitFor();
    await move(id, 'Budgeting');
    const problem = {
      type: 'about:blank',
      title: 'Bad request',
      status: 400,
      detail: 'Not kept.',
      code: 'bad_request',
    };
    const answer = { status: 400, contentType: 'application/problem+json', body: JSON.stringify(problem) };
    const refused = page.waitForResponse('**/events');
    await page.route('**/events', (route) => route.fulfill(answer), { times: 1 });
    await page.clock.fastForward(4000);
    await refused;
    const anew = page.waitForRequest('**/events');
    await page.unroute('**/events', cut);
    await page.clock.fastForward(4000);
    expect((await anew).headers()['last-event-id']).toBeUndefined();
    await bid(column(page, 'Budgeting'), 'Lost place').waitFor();
  });

  test('a dragged card stays where it is dropped, and never flickers back', async () => {
    const held = await project('Held Mill');
    const other = await project('Other Mill');
    await project('Open Mill', { project_stage_id: stages.get('Budgeting') });
    await using opened = await web.openSignedIn('/pipeline?name[contains]=Mill');
    const { page } = opened;
    await change(other, { amount: 555 });
    await bid(page, 'Other Mill').getByText('$555', { exact: true }).waitFor();
    // The page listens now, so it reads the record again that changes next.
    await drag(page, bid(page, 'Held Mill'), column(page, 'Budgeting'));
    const heard = rereads(page, other);
    await move(other, 'Shortlisted');
    await expect.poll(heard).toBeGreaterThan(0);
    expect(await bid(column(page, 'Tracking'), 'Other Mill').count()).toBe(1);
    const place = `document.querySelector('[data-card="${held}"]')?.closest('section').querySelector('h2').innerText.replace(/\\s*\\d+$/, '') ?? null`;
    const places = await watch(page, place);
    const sent = await hold(page, 'PATCH');
    await page.mouse.up();
    await bid(column(page, 'Budgeting'), 'Held Mill').waitFor();
    await bid(column(page, 'Shortlisted'), 'Other Mill').waitFor();

    // The page reads the card again, in its old stage, before the service has made the move.
    const again = rereads(page, held);
    await change(held, { amount: 777 });
    await expect.poll(again).toBeGreaterThan(0);
    await bid(column(page, 'Budgeting'), 'Held Mill').getByText('$777', { exact: true }).waitFor();
    sent.release();
    await toast(page, 'Held Mill moved to Budgeting.');
    const stored = (await web.service.first.get(`/projects/${held}`)).body.project;
    expect(stored).toMatchObject({ amount: 777, project_stage: { name: 'Budgeting' } });
    // A later change of somebody else shows that the page has heard of its own.
    await change(other, { amount: 888 });
    await bid(column(page, 'Shortlisted'), 'Other Mill').getByText('$888', { exact: true }).waitFor();
    expect(await places()).toEqual(['Tracking', 'Budgeting']);
  });

  test('a field that somebody edits never shows its old value again', async () => {
    const id = await project('Steady Lab', { amount: 1000 });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await edit(page, 'Amount').click();
    await field(page, 'Amount').fill('2000');
    const sent = await hold(page, 'PATCH');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edit Amount: $2,000' }).waitFor();
    const amounts = await watch(
      page,
      `document.querySelector('[aria-label^="Edit Amount"]')?.getAttribute('aria-label') ?? null`,
    );
    await change(id, { project_number: 'N-1' });
    await page.getByRole('button', { name: 'Edit Number: N-1' }).waitFor();
    sent.release();
    await expect.poll(async () => (await web.service.first.get(`/projects/${id}`)).body.project.amount).toBe(2000);
    await change(id, { project_number: 'N-2' });
    await page.getByRole('button', { name: 'Edit Number: N-2' }).waitFor();
    expect(await amounts()).toEqual(['Edit Amount: $2,000']);
  });

  test('a change leaves the past of its project as it was, on its page and in a list', async () => {
    const id = await project('Old Name', { amount: 500_000 });
    const { updated_at: at } = (await web.service.first.get(`/projects/${id}`)).body.project;
    await using opened = await web.openSignedIn(`/projects/${id}?as_of=${at}`);
    const { page } = opened;
    await page.getByRole('heading', { name: 'Old Name' }).waitFor();
    const list = await page.context().newPage();
    await list.goto(`${web.url}/projects?as_of=${at}&id=${id}`);
    await list.getByText('Old Name').first().waitFor();
    const present = await page.context().newPage();
    await present.goto(`${web.url}/projects/${id}`);
    await present.getByRole('heading', { name: 'Old Name' }).waitFor();
    web.service.clock.advance(1000);
    await change(id, { name: 'New Name', amount: 520_000 });
    // All tabs hear of it by one stream.
    await present.getByRole('heading', { name: 'New Name' }).waitFor();
    await page.getByRole('main').getByText('$500,000').waitFor();
    for (const tab of [page, list]) {
      expect(await tab.getByText('Old Name').count()).toBeGreaterThan(0);
      expect(await tab.getByText('New Name', { exact: true }).count()).toBe(0);
    }
    await page.getByRole('button', { name: 'As it is now' }).click();
    await page.getByRole('heading', { name: 'New Name' }).waitFor();
    await list.close();
    await present.close();
  });
});
