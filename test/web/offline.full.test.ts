import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import type { Json } from '../support/service/client.ts';
import { inBrowser } from './support/in-browser.ts';
import { edit, field, hold, reader, toast } from './support/page-parts.ts';

const cut = (route: Route): Promise<void> => route.abort('internetdisconnected');
const goOffline = (page: Page): Promise<unknown> => page.route('**/*', cut);
const goOnline = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' });

inBrowser('a page without a connection', (web) => {
  const read = reader(web);

  test('changes wait for the connection and are sent in order', async () => {
    const [first, , third] = (await read('/project_stages')).project_stages as [Json, Json, Json];
    const project = await make(web.service.first, 'projects', { name: 'Tunnel', project_stage_id: first.id });
    await using opened = await web.openSignedIn('/pipeline?name=Tunnel');
    const { page } = opened;
    const card = page.locator(`[data-card="${project.id}"]`);
    await card.focus();
    await goOffline(page);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText(/^Offline since .*2 changes wait until/).waitFor();
    const there = page.locator('[data-column]', { hasText: third.name }).locator(`[data-card="${project.id}"]`);
    await there.waitFor();
    await goOnline(page);
    await page.getByText(/^Offline since/).waitFor({ state: 'detached' });
    await expect.poll(async () => (await read(`/projects/${project.id}`)).project.project_stage.name).toBe(third.name);
    await there.waitFor();
  });

  test('changes that wait survive a reload, and are sent in order', async () => {
    const [first, , third] = (await read('/project_stages')).project_stages as [Json, Json, Json];
    const project = await make(web.service.first, 'projects', { name: 'Kept Tunnel', project_stage_id: first.id });
    await using opened = await web.openSignedIn('/pipeline?name=Kept Tunnel');
    const { page } = opened;
    const card = page.locator(`[data-card="${project.id}"]`);
    await card.focus();
    const sent = await hold(page, 'PATCH');
    await page.route('**/*', cut);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText(/^Offline since .*2 changes wait until/).waitFor();
    await page.unroute('**/*', cut);
    await page.reload();
    await page.locator('[data-column]', { hasText: third.name }).locator(`[data-card="${project.id}"]`).waitFor();
    expect((await read(`/projects/${project.id}`)).project.project_stage.name).toBe(first.name);
    sent.release();
    await toast(page, '2 changes that waited are saved.');
    expect((await read(`/projects/${project.id}`)).project.project_stage.name).toBe(third.name);
    expect(await keptIn(page)).toEqual([]);
    // The page does not send the change a second time.
    await page.reload();
    await card.waitFor();
    expect(await page.getByText('that waited').count()).toBe(0);
  });

  test('a deletion that waits survives a reload, after the edit before it', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Deleted Tunnel' });
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page } = opened;
    const sent = await hold(page, 'DELETE');
    await edit(page, 'Amount').click();
    await page.route('**/*', cut);
    await field(page, 'Amount').fill('500');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('option', { name: /^Delete the project/ }).click();
    await page.getByText(/^Offline since .*2 changes wait until/).waitFor();
    await page.unroute('**/*', cut);
    await page.goto(`${web.url}/pipeline`);
    await expect.poll(() => sent.count()).toBe(1);
    expect((await read(`/projects/${project.id}`)).project.amount).toBe(500);
    sent.release();
    await toast(page, '2 changes that waited are saved.');
    expect((await web.service.first.get(`/projects/${project.id}`)).status).toBe(404);
    expect(await keptIn(page)).toEqual([]);
  });

  test('a conversion that waits survives a reload, and makes one project', async () => {
    const lead = await make(web.service.first, 'leads', { name: 'Converted Tunnel' });
    await using opened = await web.openSignedIn(`/leads/${lead.id}`);
    const { page } = opened;
    const sent = await hold(page, 'POST', `/leads/${lead.id}/convert`);
    await page.route('**/*', cut);
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.getByText(/^Offline since .*1 change waits until/).waitFor();
    await page.unroute('**/*', cut);
    await page.goto(`${web.url}/pipeline`);
    await expect.poll(() => sent.count()).toBe(1);
    sent.release();
    await toast(page, 'A change that waited is saved.');
    const query = '/projects?name=Converted Tunnel&fields=id';
    expect((await read(query)).projects).toHaveLength(1);
    expect((await read(`/leads/${lead.id}`)).lead.archived_at).not.toBeNull();
    expect(await keptIn(page)).toEqual([]);
  });

  test('a conversion whose answers are lost makes one project', async () => {
    const lead = await make(web.service.first, 'leads', { name: 'Answered Tunnel' });
    await using opened = await web.openSignedIn(`/leads/${lead.id}`);
    const { page } = opened;
    let lost = 0;
    await page.route(`**/leads/${lead.id}/convert`, async (route) => {
      lost += 1;
      // Only the browser resolves the name of the service.
      const { host, hostname } = new URL(web.url);
      const url = route.request().url().replace(hostname, '127.0.0.1');
      await route.fetch({ url, headers: { ...route.request().headers(), host } });
      await route.abort('internetdisconnected');
    });
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    // The client makes three attempts.
    await expect.poll(() => lost).toBe(3);
    await goOnline(page);
    await toast(page, 'Answered Tunnel is a project now.');
    expect((await read('/projects?name=Answered Tunnel&fields=id')).projects).toHaveLength(1);
  });

  test('changes that wait are never sent as another person, and are kept for their owner', async () => {
    const from = await stage('Tracking');
    const project = await make(web.service.first, 'projects', { name: 'Own Tunnel', project_stage_id: from });
    await using opened = await web.openSignedIn('/pipeline?name=Own Tunnel');
    const { page } = opened;
    await page.locator(`[data-card="${project.id}"]`).focus();
    const session = (await page.evaluate(`fetch('/api/2023-01/session').then((answer) => answer.json())`)) as Json;
    const patches: string[] = [];
    const lost: string[] = [];
    page.on('requestfailed', (request) => {
      if (request.method() === 'PATCH') lost.push(request.url());
    });
    await page.route('**/*', cut);
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText(/^Offline since .*1 change waits until/).waitFor();
    // The client makes three attempts within two seconds. Only then does the change wait for the connection.
    await expect.poll(() => lost.length).toBe(3);
    const other = { ...session.session, user: { ...session.session.user, id: '999' } };
    let isBack = false;
    await page.route('**/session', (route) => (isBack ? route.fulfill({ json: { session: other } }) : cut(route)));
    page.on('request', (request) => {
      if (request.method() === 'PATCH') patches.push(request.url());
    });
    const [kept] = await keptIn(page);
    await page.unroute('**/*', cut);
    isBack = true;
    await page.waitForURL((url) => url.search === '');
    await page.locator('h1').waitFor();
    expect(patches).toEqual([]);
    expect(await keptIn(page)).toEqual([kept]);
    await page.unroute('**/session');
    await page.goto(`${web.url}/pipeline?name=Own Tunnel`);
    await toast(page, 'A change that waited is saved.');
    expect((await read(`/projects/${project.id}`)).project.project_stage.name).not.toBe('Tracking');
  });

  const keptIn = (page: Page): Promise<string[]> =>
    page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.startsWith('plumbline-change:'))`);

  test('the browser says at once that it is offline', async () => {
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    await goOffline(page);
    await page.evaluate("window.dispatchEvent(new Event('offline'))");
    await page.getByText(/^Offline since/).waitFor({ timeout: 5000 });
  });

  test('a form opens without a connection, once the page has been idle', async () => {
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    const loaded = page.waitForEvent('requestfinished', (request) => request.url().includes('create-dialog'));
    await page.reload();
    await loaded;
    await goOffline(page);
    await page.keyboard.press('c');
    await page.getByLabel('Name (required)').waitFor();
  });

  test('keys typed into a form that could not be opened do nothing, and it opens later', async () => {
    await using opened = await web.openSignedIn('/calendar');
    const { page } = opened;
    await page.route('**/create-dialog*', cut);
    await page.reload();
    await page.locator('h1').first().waitFor();
    await page.keyboard.press('c');
    await page.keyboard.type('gl');
    await page.getByText('It could not be opened, because the service does not answer.').waitFor();
    await page.keyboard.type('gl');
    expect(new URL(page.url()).pathname).toBe('/calendar');
    await goOnline(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Name (required)').waitFor();
  });

  test('the totals of a refused move go back at once, and its card is in sight', async () => {
    const [from] = [await stage('Tracking')];
    const project = await make(web.service.first, 'projects', { name: 'Refused Move', project_stage_id: from });
    await using opened = await web.openSignedIn('/pipeline?name=Refused Move');
    const { page } = opened;
    const count = (name: string) => page.locator('[data-column]', { hasText: name }).getByRole('heading').innerText();
    await expect.poll(() => count('Tracking')).toContain('1');
    const refusal = { title: 'Conflict', status: 409, detail: 'The stage is locked.', code: 'conflict', errors: [] };
    await page.route('**/projects/summary?*', cut);
    await page.route(`**/projects/${project.id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(refusal) })
        : route.fallback(),
    );
    await page.locator(`[data-card="${project.id}"]`).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText(/Refused Move was not changed\. The stage is locked\./).waitFor();
    await expect.poll(() => count('Tracking')).toContain('1');
    await page.locator('[data-column]', { hasText: 'Tracking' }).locator(`[data-card="${project.id}"]`).waitFor();
  });

  const stage = async (name: string): Promise<string> => {
    const { project_stages: stages } = await read('/project_stages');
    return stages.find((one: Json) => one.name === name).id as string;
  };
});
