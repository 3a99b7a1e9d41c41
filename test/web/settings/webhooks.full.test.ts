import { beforeAll, expect, test } from 'vitest';
import { eventually, receiverFor, saidBy } from '../../support/delivery/delivering.ts';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { box, press, store } from '../support/stored-secret.ts';
import { inBrowser } from '../support/in-browser.ts';

inBrowser(
  'webhooks on the page',
  (web) => {
    beforeAll(async () => {
      // The first page of a browser takes longer than the others: sign-in, scripts.
      await (await web.openSignedIn('/pipeline'))[Symbol.asyncDispose]();
    });

    test('a webhook shows the answer to a failed attempt, and replays it', async () => {
      let status = 500;
      const receiver = await receiverFor(() => ({ status, body: status === 500 ? 'the ERP is down' : '' }));
      await using opened = await web.openSignedIn('/settings/webhooks');
      const { page } = opened;
      await press(page, 'New webhook');
      await box(page, 'Address (required)').fill('no address');
      await press(page, 'Create the webhook');
      await page.getByText(/^Address must be/).waitFor();
      await box(page, 'Address (required)').fill(`${receiver.url}/erp`);
      await page.getByRole('radio', { name: 'Only some' }).check();
      await page.getByRole('group', { name: 'Company' }).getByRole('checkbox', { name: 'Create' }).check();
      await press(page, 'Create the webhook');
      expect(await store(page, 'Secret')).toMatch(/^whsec_/);
      await page.getByRole('link', { name: `${receiver.url}/erp` }).click();
      await page.getByText('No messages yet.').waitFor();
      const company = await make(web.service.first, 'companies', { name: 'Granite Health' });
      await make(web.service.first, 'contacts', { last_name: 'Ellison' });
      await receiver.next(1);
      await press(page, 'Refresh');
      await page.getByText('the ERP is down').waitFor();
      await page.getByText(/Answered 500 in \d+ ms\./).waitFor();
      await page.getByLabel('Only failed').check();
      await page.getByText('1 failed among the latest 1 messages.').waitFor();
      status = 200;
      const lists: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/webhook_messages?')) lists.push(request.url());
      });
      await page.getByRole('button', { name: /^Replay company\.create/ }).click();
      await page.getByText('The message is sent again.').waitFor();
      const sent = await receiver.next(2);
      expect(sent.map(saidBy).map(({ payload }: Json) => payload.id)).toEqual([company.id, company.id]);
      await page.getByText('0 failed among the latest 1 messages.').waitFor();
      // The page has read only the message whose result it awaited.
      expect(lists).toEqual([]);
      await page.getByLabel('Only failed').uncheck();
      await page.getByText('Received').waitFor();
      // The service refused the first address.
      expect(opened.wrong).toEqual([expect.stringContaining('422')]);
    });

    test('a webhook is tested, turned off, changed, and sent what it missed', async () => {
      const receiver = await receiverFor();
      const { webhook } = (await web.service.first.post('/webhooks', { webhook: { url: `${receiver.url}/two` } })).body;
      const read = async (): Promise<Json> => (await web.service.first.get(`/webhooks/${webhook.id}`)).body.webhook;
      await using opened = await web.openSignedIn(`/settings/webhooks/${webhook.id}`);
      const { page } = opened;
      await press(page, 'Send a test');
      await eventually(() => {
        expect(receiver.deliveries.map(saidBy).map(({ event_type: type }: Json) => type)).toContain('webhook.test');
      });
      await page.getByText('Received').waitFor();
      await press(page, 'Turn off');
      await page.getByText(/^Off since .*: a person turned it off$/).waitFor();
      expect(await page.getByRole('button', { name: 'Send a test' }).count()).toBe(0);
      const missed = await make(web.service.first, 'companies', { name: 'Harbor Trust' });
      await press(page, 'Turn on');
      await press(page, 'Replay them');
      expect(await box(page, 'From').inputValue()).toBe('2026-03-02 08:59');
      let replays = 0;
      await page.route('**/replay', (route) => {
        replays += 1;
        setTimeout(() => void route.continue(), 300);
      });
      await box(page, 'From').press('Enter');
      await box(page, 'From').press('Enter');
      await page.getByText(/^The service sends these messages again/).waitFor();
      await eventually(() => {
        const said = receiver.deliveries.map(saidBy).map(({ payload }: Json) => payload.id);
        expect(said).toContain(missed.id);
      });
      expect(replays).toBe(1);
      await press(page, 'Change');
      await box(page, 'Most deliveries a minute').fill('120');
      await press(page, 'Save');
      await page.getByText('120', { exact: true }).waitFor();
      await press(page, 'Rotate the secret');
      await press(page, 'Rotate');
      expect(await store(page, 'Secret')).not.toBe(webhook.secret);
      expect(await read()).toMatchObject({ rate_limit: 120, filter_types: [], enabled: true });
      await press(page, 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('The webhook is deleted.').waitFor();
      await page.waitForURL('**/settings/webhooks');
      expect((await web.service.first.get(`/webhooks/${webhook.id}`)).status).toBe(404);
      expect(opened.wrong).toEqual([]);
    });
  },
  { everyMs: 25, deadlineMs: 2000 },
  { WEBHOOKS_ALLOW_PRIVATE: '1' },
);
