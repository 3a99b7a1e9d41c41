import { beforeAll, describe, expect, test } from 'vitest';
import { make } from '../../support/data/make.ts';
import { makePerson, password } from '../../support/service/browsing.ts';
import type { Json } from '../../support/service/client.ts';
import { eventually } from '../../support/delivery/delivering.ts';
import { goTo } from '../support/every-screen.ts';
import { makeToken } from '../../support/service/tokens.ts';
import { changeBefore, screens, signIn } from '../support/signed-in-page.ts';
import { box, press, store } from '../support/stored-secret.ts';
import { violationsInBothColors } from '../support/violations.ts';
import { inBrowser } from '../support/in-browser.ts';

inBrowser(
  'what admins manage on the page',
  (web) => {
    beforeAll(async () => {
      // The first page of a browser takes longer than the others: sign-in, scripts.
      await (await web.openSignedIn('/pipeline'))[Symbol.asyncDispose]();
    });

    test('a token is shown once, works with its scopes alone, and is refused once it is revoked', async () => {
      await using opened = await web.openSignedIn('/settings/users');
      const { page } = opened;
      await page.getByRole('link', { name: 'API tokens' }).click();
      await press(page, 'New token');
      await press(page, 'Create the token');
      await page.getByText('Name is required.').waitFor();
      await box(page, 'Name (required)').fill('Estimating sync');
      await page.keyboard.press('Control+Enter');
      await box(page, 'Token').waitFor();
      await page.evaluate('history.back()');
      const token = await store(page, 'Token');
      expect(new URL(page.url()).pathname).toBe('/settings/tokens');
      const program = web.service.client(token);
      expect((await program.get('/projects')).status).toBe(200);
      expect((await program.post('/projects', { project: { name: 'North Lab' } })).status).toBe(403);
      await press(page, 'Revoke Estimating sync');
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Estimating sync is revoked.').waitFor();
      expect((await program.get('/projects')).status).toBe(401);
      expect(await page.getByRole('button', { name: 'Revoke Estimating sync' }).count()).toBe(0);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('API tokens');
      expect(opened.wrong).toEqual([]);
    });

    test('an OAuth client gets access tokens with its secret, until it is deleted', async () => {
      await using opened = await web.openSignedIn('/settings/oauth-clients');
      const { page } = opened;
      await press(page, 'New client');
      await box(page, 'Name (required)').fill('Takeoff import');
      await page.getByRole('checkbox', { name: /^Write/ }).check();
      await press(page, 'Create the client');
      const id = await box(page, 'Client id').inputValue();
      const secret = await store(page, 'Client secret');
      const grant = async (): Promise<number> => {
        const credentials = { client_id: id, client_secret: secret };
        return (
          await web.service.client(null).post('/oauth/token', { grant_type: 'client_credentials', ...credentials })
        ).status;
      };
      expect(await grant()).toBe(200);
      await press(page, 'Rename Takeoff import');
      await box(page, 'Name (required)').fill('Takeoff');
      await press(page, 'Rename');
      await press(page, 'Delete Takeoff');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Takeoff is deleted.').waitFor();
      expect(await grant()).toBe(401);
      expect(opened.wrong).toEqual([]);
    });

    test('an invited person opens the link, sets a password and is signed in', async () => {
      await using opened = await web.openSignedIn('/settings/users');
      const { page } = opened;
      await press(page, 'Invite');
      await box(page, 'First name').fill('Ria');
      await box(page, 'E-mail (required)').fill('ria@granite.example');
      await page.getByRole('radio', { name: /^Viewer/ }).check();
      await press(page, 'Create the link');
      const link = await store(page, 'Link');
      await page.getByText('Never signed in').first().waitFor();
      await using guest = await web.open(new URL(link).pathname + new URL(link).hash);
      await guest.page.getByLabel('New password').fill('a wide blue door');
      await press(guest.page, 'Set the password and sign in');
      await guest.page.getByRole('heading', { name: 'Monday', exact: true }).waitFor();
      const { users } = (await web.service.first.get('/users?email=ria@granite.example')).body;
      expect(users).toMatchObject([{ first_name: 'Ria', role: 'viewer' }]);
      // She may not see the settings of admins, but is told who may.
      await guest.page.goto(`${web.url}/settings/webhooks`);
      await guest.page.getByText('Only an admin of your firm can use this page.').waitFor();
      expect(await guest.page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
      expect(opened.wrong).toEqual([]);
    });

    test('a failed sign-in is told, with its user, address and browser', async () => {
      const lea = await makePerson(web.service.first, { first_name: 'Lea', last_name: 'Stone' });
      const session = { email: lea.email, password: 'a wrong one' };
      await web.service.client(null).post('/session', { session }, { 'user-agent': 'Firefox/140.0 Windows' });
      await eventually(async () => {
        const { failed_sign_ins: failures } = (await web.service.first.get('/failed_sign_ins')).body;
        expect(failures).toHaveLength(1);
      });
      await using opened = await web.openSignedIn('/settings/users');
      const { page } = opened;
      await page.getByRole('heading', { name: 'Failed sign-ins of the last 90 days' }).waitFor();
      const row = page.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
      expect(await row.innerText()).toMatch(/^Lea Stone[\s\S]*127\.0\.0\.1/);
      expect(opened.wrong).toEqual([]);
    });

    test('a user changes role, leaves with her tokens, and comes back without them', async () => {
      const maria = await makePerson(web.service.first, { first_name: 'Maria', last_name: 'Diaz' });
      const { token } = await makeToken(web.service.first, { user_id: maria.id });
      await using opened = await web.openSignedIn('/settings/users');
      const { page } = opened;
      await press(page, 'Change: Maria Diaz');
      await page.getByRole('radio', { name: /^Admin/ }).check();
      await press(page, 'Save');
      await page.getByText('Maria Diaz is changed.').waitFor();
      expect((await web.service.first.get(`/users/${maria.id}`)).body.user.role).toBe('admin');
      await press(page, 'Deactivate: Maria Diaz');
      await page.getByText(/API tokens and OAuth clients of Maria Diaz are revoked/).waitFor();
      await press(page, 'Deactivate');
      await page.getByText('Maria Diaz is deactivated.').waitFor();
      expect((await web.service.client(token).get('/projects')).status).toBe(401);
      await press(page, 'Reactivate: Maria Diaz');
      await page.getByText('Maria Diaz can sign in again.').waitFor();
      await page.getByRole('button', { name: 'Deactivate: Maria Diaz' }).waitFor();
      expect((await web.service.client(token).get('/projects')).status).toBe(401);
      await using hers = await web.open('/sign-in');
      await signIn(hers.page, { email: maria.email, password });
      expect(await page.getByRole('searchbox', { name: 'Search users' }).count()).toBe(0);
      for (let count = 0; count < 10; count += 1) await makePerson(web.service.first, { last_name: `Crew ${count}` });
      await page.reload();
      await page.getByRole('searchbox', { name: 'Search users' }).fill('diaz maria');
      await page.getByText('Crew 3').first().waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Change: Maria Diaz' }).waitFor();
      expect(opened.wrong).toEqual([]);
    });

    test('the audit log says in sentences what changed, and filters by its address', async () => {
      const project = await make(web.service.first, 'projects', { name: 'Old Mill', amount: 1_000_000 });
      await web.service.first.patch(`/projects/${project.id}`, { project: { amount: 2_000_000 } });
      await web.service.first.delete(`/projects/${project.id}`);
      await make(web.service.first, 'users', { email: 'nameless@granite.example', role: 'viewer' });
      const token = await makeToken(web.service.first, { name: 'Nightly export' });
      await web.service.first.delete(`/api_tokens/${token.id}`);
      const file = await web.service.first.post('/imports?as=projects', 'name\nMill\n', { 'content-type': 'text/csv' });
      await using opened = await web.openSignedIn('/settings/audit-log');
      const { page } = opened;
      const entries = page.getByRole('list', { name: 'Changes' }).locator('> li');
      await page.getByText('Admin signed in').first().waitFor();
      await page.getByText('Admin made the user nameless@granite.example').waitFor();
      await page.getByText(`Admin made the import no. ${file.body.import.id}`).waitFor();
      await page.getByRole('combobox', { name: 'What' }).selectOption('Project');
      await page.waitForURL('**/settings/audit-log?resource=projects');
      await page.getByText('Admin deleted the project Old Mill').waitFor();
      await page.getByRole('combobox', { name: 'Action' }).selectOption('Update');
      await expect.poll(() => entries.count()).toBe(1);
      expect(await entries.first().innerText()).toMatch(
        /^Admin changed the project Old Mill\s+Mar 2, 9:00 AM · by a program\s+Amount: \$1,000,000 → \$2,000,000/,
      );
      await box(page, 'To').fill('3/1');
      await page.keyboard.press('Enter');
      await page.getByText('No changes match these filters.').waitFor();
      await press(page, 'Clear the filters');
      await page.waitForURL('**/settings/audit-log');
      await page.getByText('Admin made the project Old Mill').waitFor();
      await page.getByRole('combobox', { name: 'What' }).selectOption('API token');
      await page.getByText('Admin revoked the API token Nightly export').waitFor();
      expect(opened.wrong).toEqual([]);
    });

    test('the firm keeps what another admin changes meanwhile, and asks to try again for the same setting', async () => {
      const theirs = (account: object) => () => web.service.first.patch('/account', { account });
      const stored = async (): Promise<Json> => (await web.service.first.get('/account')).body.account;
      await using opened = await web.openSignedIn('/settings/firm');
      const { page } = opened;
      const rename = async (name: string): Promise<void> => {
        await page.getByRole('button', { name: /^Edit Name/ }).click();
        await page.getByRole('textbox', { name: 'Name' }).fill(name);
        await page.keyboard.press('Enter');
      };
      await changeBefore(page, '/account', theirs({ currency: 'CAD' }));
      await rename('Granite West');
      await page.getByRole('button', { name: 'Edit Name: Granite West' }).waitFor();
      await expect.poll(stored).toMatchObject({ name: 'Granite West', currency: 'CAD' });
      await changeBefore(page, '/account', theirs({ name: 'Granite East' }));
      await rename('Granite North');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(stored).toMatchObject({ name: 'Granite North' });
    });

    describe('has accessible dialogs', () => {
      let webhookId: string;
      beforeAll(async () => {
        const url = `http://127.0.0.1:9/${'a-very-long-path/'.repeat(8)}`;
        const answer = await web.service.first.post('/webhooks', {
          webhook: { url, filter_types: ['project.won', 'project.lost'] },
        });
        webhookId = answer.body.webhook.id;
        await web.service.first.post(`/webhooks/${webhookId}/test`);
        await makeToken(web.service.first, { name: 'A program with a rather long name '.repeat(4).trim() });
      });

      test.each(screens)('%s, in light and dark', async (_, options) => {
        await using opened = await web.openSignedIn('/settings/users', options);
        const { page } = opened;
        const places = [
          ['users', 'Invite', 'Admin'],
          ['tokens', 'New token', 'Acts as'],
          ['oauth-clients', 'New client', /OAuth clients yet|Client id/i],
          ['webhooks', 'New webhook', 'Most deliveries a minute'],
          [`webhooks/${webhookId}`, 'Replay a period', 'webhook.test'],
        ] as const;
        for (const [path, button, text] of places) {
          await goTo(page, `/settings/${path}`, text);
          await press(page, button);
          await page.getByRole('dialog').waitFor();
          expect(await violationsInBothColors(page), path).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
      });
    });
  },
  null,
  { WEBHOOKS_ALLOW_PRIVATE: '1' },
);
