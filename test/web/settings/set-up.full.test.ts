import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Client } from '../../support/service/client.ts';
import { admin, changeBefore, desk, screens, signIn } from '../support/signed-in-page.ts';
import { violationsInBothColors } from '../support/violations.ts';
import { inBrowser } from '../support/in-browser.ts';

const other = { email: 'admin@harbor.example', password: admin.password };
const json = { 'content-type': 'application/json' };
const inDenver = { ...desk, timezoneId: 'America/Denver' };

inBrowser(
  'the first set-up',
  (web) => {
    const screen = (page: Page, step: string): Promise<void> =>
      page.getByRole('navigation', { name: 'Steps' }).locator('li[aria-current=step]', { hasText: step }).waitFor();

    const stageNames = async (client: Client): Promise<string[]> =>
      ((await client.get('/project_stages')).body.project_stages as { name: string }[]).map(({ name }) => name);

    test('leads from the sign-in to a pipeline of sample data by three clicks', async () => {
      await using opened = await web.open('/');
      const { page, wrong } = opened;
      let clicks = 0;
      const click = async (role: 'button' | 'link', name: string): Promise<void> => {
        clicks += 1;
        await page.getByRole(role, { name }).click();
      };
      // A small firm is enough here.
      await page.route('**/account/demo', (route) =>
        route.request().method() === 'POST'
          ? route.continue({ postData: { demo: { projects: 20 } }, headers: { ...route.request().headers(), ...json } })
          : route.continue(),
      );
      await page.getByLabel('E-mail').fill(admin.email);
      await page.getByLabel('Password').fill(admin.password);
      await click('button', 'Sign in');
      await screen(page, 'Firm');
      await click('link', '4. Data');
      await click('button', 'Fill with sample data');
      await page.waitForURL('**/pipeline');
      await page.locator('[data-card]').first().waitFor();
      expect(clicks).toBe(3);
      expect(wrong).toEqual([]);
    });

    test('removes the sample data again, and names first what people have changed', async () => {
      const { first } = web.service;
      await expect.poll(async () => (await first.get('/account/demo')).body.demo.status).toBe('complete');
      const { projects } = (await first.get('/projects?per_page=1')).body;
      await first.patch(`/projects/${projects[0].id}`, { project: { description: 'Ours' } });
      await using opened = await web.openSignedIn('/settings/data');
      const { page, wrong } = opened;
      await page.getByText(/Removes what the sample data made: .*20 projects/).waitFor();
      await page.getByRole('button', { name: 'Remove the sample data' }).click();
      await page.getByRole('alert').getByText(`${projects[0].name} (project): changed`).waitFor();
      expect(await violationsInBothColors(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove these records too' }).click();
      await page.getByText('The sample data is removed').waitFor();
      expect((await first.get('/projects')).body.projects).toEqual([]);
      // The browser reports the answer 409 as an error.
      expect(wrong.filter((line) => !/409/.test(line))).toEqual([]);
    });

    test('an empty board says that sample data is on its way', async () => {
      await using opened = await web.openSignedIn('/settings/data');
      const { page } = opened;
      const demo = { status: 'running', done: 1, total: 9, started_at: null, finished_at: null, problem: null };
      await page.route('**/account/demo', (route) => route.fulfill({ json: { demo } }));
      await page.goto(`${web.url}/pipeline`);
      await page.getByText('Sample data is on its way.').waitFor();
      expect(await page.getByText('No open pursuits yet.').count()).toBe(0);
    });

    test('needs at most five screens and twelve fields, and stores each step at once', async () => {
      await using opened = await web.open('/', inDenver);
      const { page, wrong } = opened;
      let [fields, screens] = [0, 1];
      const fill = async (label: string, text: string): Promise<void> => {
        fields += 1;
        await page.getByLabel(label, { exact: true }).fill(text);
      };
      const next = async (step: string): Promise<void> => {
        screens += 1;
        await screen(page, step);
      };
      const proceed = (): Promise<void> => page.getByRole('button', { name: 'Continue' }).click();
      const { second } = web.service;
      await second.patch('/account', { account: { time_zone: 'UTC' } });

      await fill('E-mail', other.email);
      await fill('Password', other.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await next('Firm');
      await fill('Name of the firm', 'Harbor & Sons');
      expect(await page.getByLabel('Time zone').inputValue()).toBe('America/Denver');
      await page.getByText('It is 8:00 AM there now.').waitFor();
      await proceed();

      await next('Stages');
      const { account } = (await second.get('/account')).body;
      expect(account).toMatchObject({ name: 'Harbor & Sons', time_zone: 'America/Denver', currency: 'USD' });
      await expect.poll(() => page.getByRole('checkbox').count()).toBe(14);
      await page.getByRole('checkbox', { name: /Shortlisted/ }).uncheck();
      fields += 1;
      await expect.poll(() => stageNames(web.service.second)).not.toContain('Shortlisted');
      await proceed();

      await next('People');
      await fill('E-mail', 'maria@harbor.example');
      // An address that nobody has sent yet is sent first.
      await proceed();
      await page.getByRole('textbox', { name: 'Link for maria@harbor.example' }).waitFor();
      await proceed();
      await next('Data');
      await page.getByRole('button', { name: 'Start empty' }).click();
      await page.waitForURL('**/pipeline');
      expect(screens).toBeLessThanOrEqual(5);
      expect(fields).toBeLessThanOrEqual(12);
      expect(wrong).toEqual([]);
    });

    test('tells the admin of a first start with which address to sign in', async () => {
      const { second } = web.service;
      await second.patch('/users/me', { user: { email: 'admin@localhost' } });
      await using opened = await web.open('/');
      await signIn(opened.page, { ...other, email: 'admin@localhost' });
      await opened.page.waitForURL('**/today');
      await opened.page.goto(`${web.url}/set-up`);
      await opened.page.getByText('Without one, you sign in as admin@localhost.').waitFor();
      await second.patch('/users/me', { user: { email: other.email } });
    });

    test('gives each invited person a link that sets a password and signs in', async () => {
      await using opened = await web.openSignedIn('/set-up?step=people');
      const { page } = opened;
      await page.getByLabel('E-mail').fill('omar@granite.example');
      await page.getByLabel('Role').selectOption('Admin');
      await page.getByRole('button', { name: 'Invite' }).click();
      const link = await page.getByRole('textbox', { name: 'Link for omar@granite.example' }).inputValue();
      await page.getByLabel('E-mail').fill('rosa@granite.example');
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('textbox', { name: 'Link for rosa@granite.example' }).waitFor();
      // The test service listens on the machine alone. The page says so once for all links.
      expect(await page.getByRole('note').allInnerTexts()).toEqual([
        expect.stringMatching(/Start the service with HOST=0\.0\.0\.0, or behind a proxy with PUBLIC_URL\./),
      ]);
      await using invited = await web.open(link.replace(web.service.url, ''));
      await invited.page.getByLabel('New password').fill('a password of his');
      await invited.page.getByText('For omar@granite.example at ').waitFor();
      await invited.page.getByRole('button', { name: 'Set the password and sign in' }).click();
      await invited.page.getByLabel('First name').fill('Omar');
      await invited.page.getByLabel('Last name').fill('Haddad');
      await invited.page.getByRole('button', { name: 'Continue' }).click();
      // The set-up is for the first admin.
      await invited.page.waitForURL('**/today');
      await invited.page.getByText('Omar Haddad').first().waitFor();
    });

    test('leads nobody to the set-up a second time, and stays in the settings', async () => {
      await using opened = await web.open('/');
      const { page } = opened;
      await signIn(page, other);
      await page.waitForURL('**/today');
      await page.goto(`${web.url}/settings/firm`);
      await page.getByRole('link', { name: 'Set up the firm step by step' }).click();
      await screen(page, 'Firm');
    });

    test('says at the field what is wrong, and keeps what was typed', async () => {
      await using opened = await web.openSignedIn('/set-up?step=people');
      const { page } = opened;
      await page.getByLabel('E-mail').fill('nobody');
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByText('must be an e-mail address').waitFor();
      expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByLabel('E-mail').inputValue()).toBe('nobody');
      await page.getByRole('link', { name: '1. Firm' }).click();
      await page.getByLabel('Name of the firm').fill('');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Name must not be empty.').waitFor();
    });

    test('the firm step sends only what the admin has changed, and guesses no zone a second time', async () => {
      const { first } = web.service;
      await first.patch('/account', { account: { time_zone: 'UTC' } });
      await using opened = await web.openSignedIn('/set-up', inDenver);
      const { page } = opened;
      await changeBefore(page, '/account', () => first.patch('/account', { account: { currency: 'CAD' } }));
      await page.getByLabel('Name of the firm').fill('Granite South');
      await page.getByRole('button', { name: 'Continue' }).click();
      await screen(page, 'Stages');
      const { account } = (await first.get('/account')).body;
      expect(account).toMatchObject({ name: 'Granite South', time_zone: 'UTC', currency: 'CAD' });
    });

    test('switches stages off and on as fast as they are pressed', async () => {
      await web.service.first.post('/project_stages', { project_stage: { name: 'Walk-through' } });
      await using opened = await web.openSignedIn('/set-up?step=stages');
      const stage = opened.page.getByRole('checkbox', { name: /Walk-through/ });
      await stage.uncheck();
      await expect.poll(() => stageNames(web.service.first)).not.toContain('Walk-through');
      await stage.check();
      await stage.uncheck();
      await stage.check();
      await expect.poll(() => stageNames(web.service.first)).toContain('Walk-through');
      expect(await stage.isChecked()).toBe(true);
      expect(opened.wrong).toEqual([]);
    });

    test('keeps the stage that the firm needs', async () => {
      const { first } = web.service;
      const all = (await first.get('/project_stages')).body.project_stages as { id: string; category: string }[];
      const open = all.filter(({ category }) => category === 'open');
      const target = open[0]?.id ?? '';
      for (const { id } of open.slice(1)) await first.delete(`/project_stages/${id}?replace_with=${target}`);
      await using opened = await web.openSignedIn('/set-up?step=stages');
      const { page } = opened;
      // Not uncheck(), which fails if the service refuses before Playwright looks at the switch.
      await page.getByRole('checkbox', { name: /Tracking/ }).click();
      await page.getByText('This is the last open stage').waitFor();
      await expect.poll(() => page.getByRole('checkbox', { name: /Tracking/ }).isChecked()).toBe(true);
      for (const { id } of open.slice(1)) await first.post(`/project_stages/${id}/restore`);
    });

    test('keeps a stage that wins and one that loses, and says so', async () => {
      const { first } = web.service;
      await using opened = await web.openSignedIn('/set-up?step=stages');
      const { page } = opened;
      const stage = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
      await stage('Won').waitFor();
      expect(await stage('Won').isDisabled()).toBe(true);
      expect(
        await page
          .getByRole('listitem')
          .filter({ has: stage('Won') })
          .innerText(),
      ).toMatch(/Won: your firm needs one/);
      for (const name of ['Did Not Pursue', 'Cancelled']) {
        await stage(name).uncheck();
        await expect.poll(() => stageNames(first)).not.toContain(name);
      }
      await expect.poll(() => stage('Lost').isDisabled()).toBe(true);
      await stage('Cancelled').check();
      await expect.poll(() => stage('Lost').isEnabled()).toBe(true);
      await stage('Did Not Pursue').check();
      await expect.poll(() => stageNames(first)).toContain('Did Not Pursue');
      expect(opened.wrong).toEqual([]);
    });

    test('says for each role what it may do', async () => {
      await using opened = await web.openSignedIn('/set-up?step=people');
      for (const role of ['Admin: everything', 'Member: read and change records', 'Viewer: read'])
        await opened.page.getByRole('listitem').filter({ hasText: role }).waitFor();
    });

    test('says why a firm with projects gets no sample data', async () => {
      const { project } = (await web.service.first.post('/projects', { project: { name: 'Oak Tower' } })).body;
      await using opened = await web.openSignedIn('/set-up?step=data');
      const { page } = opened;
      await page.getByText('Only a firm that never had a project can be filled with sample data.').waitFor();
      await page.getByText(/^Bring in your own projects/).waitFor();
      expect(await page.getByRole('button', { name: 'Fill with sample data' }).count()).toBe(0);
      expect(await page.getByText('You can remove it later').count()).toBe(0);
      await page.getByRole('button', { name: 'Go to the pipeline' }).click();
      await page.waitForURL('**/pipeline');
      await web.service.first.delete(`/projects/${project.id}`);
    });

    test.each(screens)('is accessible and fits %s, in light and dark', async (_, options) => {
      await using opened = await web.openSignedIn('/set-up', options);
      const { page } = opened;
      for (const step of ['Firm', 'Stages', 'People', 'Data']) {
        await page.getByRole('link', { name: step, exact: false }).filter({ hasText: /^\d/ }).click();
        await screen(page, step);
        if (step === 'Stages') await page.getByRole('checkbox').first().waitFor();
        expect(await violationsInBothColors(page)).toEqual([]);
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
      }
      expect(opened.wrong).toEqual([]);
    });
  },
  { everyMs: 50 },
);
