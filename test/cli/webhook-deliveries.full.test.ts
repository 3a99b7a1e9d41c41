import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idsAt, receiverFor } from '../support/delivery/delivering.ts';
import { tokens } from '../support/service/template.ts';
import {
  ask,
  type Environment,
  furnishedPlace,
  isEmbedded,
  type Place,
  run,
  runJson,
  startOn,
} from './command-line.ts';

let place: Place;
let environment: Environment;
beforeAll(async () => {
  place = await furnishedPlace();
  environment = { ...place.environment, WEBHOOKS_ALLOW_PRIVATE: '1' };
});
afterAll(() => place.remove());

const webhooks = (...args: string[]) => runJson(environment, 'webhooks', ...args);
const told = (...args: string[]) => run(environment, ['webhooks', ...args]);
const inDatabase = ['--account', '1'];

describe('a message', () => {
  test('to test a webhook is sent when the service runs', async () => {
    const receiver = await receiverFor();
    const { webhook } = await webhooks('create', `${receiver.url}/hook`, ...inDatabase);
    const known = { PUBLIC_URL: 'https://crm.example' };
    const command = ['webhooks', 'test', webhook.id, ...inDatabase];
    const { webhook_message: message } = await runJson({ ...environment, ...known }, ...command);
    expect(message).toMatchObject({
      event_type: 'webhook.test',
      payload: { id: webhook.id, url: `https://crm.example/api/2023-01/webhooks/${webhook.id}` },
    });
    expect((await told('test', webhook.id, ...inDatabase)).stdout).toMatch(
      /^The message (msg_\w{27}) is sent once the service runs: .*\nTo see the result, run: plumbline webhooks attempts \1 --account 1\n$/,
    );
    const inCheckout = { ...environment, npm_command: 'exec' };
    expect((await run(inCheckout, ['webhooks', 'test', webhook.id, ...inDatabase])).stdout).toMatch(
      /run: npx plumbline webhooks attempts msg_\w{27} --account 1\n$/,
    );
    expect(await told('attempts', message.id, ...inDatabase)).toMatchObject({
      stdout: 'There are no attempts yet.\n',
    });
    expect(receiver.deliveries).toEqual([]);
    const { stop } = await startOn({ ...environment, ...known });
    const sent = (await receiver.next(3)).map(({ body }) => JSON.parse(body));
    expect(sent).toContainEqual(message);
    await stop();
    const { attempts } = (await webhooks('attempts', message.id, ...inDatabase)).webhook_message;
    expect(attempts).toMatchObject([{ webhook_id: webhook.id, status: 200, error: null, response: '' }]);
    await webhooks('delete', webhook.id, ...inDatabase);
  });

  /** Makes a company like a client. @returns the id of the message about it. */
  async function happening(url: string): Promise<string> {
    const made = await fetch(`${url}/api/2023-01/companies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.first}`, 'content-type': 'application/json' },
      body: JSON.stringify({ company: { name: 'Told', category: 'client' } }),
    });
    const { company } = (await made.json()) as { company: { id: string } };
    const found = await ask(url, `/webhook_messages?payload.id=${company.id}`, tokens.first);
    return ((await found.json()) as { webhook_messages: [{ id: string }] }).webhook_messages[0].id;
  }

  test('is sent again through the running service, and its attempts are listed', async () => {
    const { url } = await startOn(environment);
    const reach = ['--url', url, '--token', tokens.first];
    const receiver = await receiverFor(() => ({ status: 500, body: `\u001b[31mno\nroom ${'x'.repeat(80)}` }));
    const { webhook } = await webhooks('create', `${receiver.url}/hook`, ...reach);
    const message = await happening(url);
    await receiver.next(1);
    const again = await told('replay-message', message, ...reach);
    expect(again).toMatchObject({
      status: 0,
      stdout: `The message is sent again to ${webhook.id} now, after those that wait already.\n`,
    });
    await receiver.next(2);
    expect(idsAt(receiver)).toEqual([message, message]);
    const since = ['--since', '2020-01-01T00:00:00Z', '--types', 'company.create'];
    const { replay } = await webhooks('replay', webhook.id, ...since, ...reach);
    expect(replay).toMatchObject({ webhook_id: webhook.id, event_types: ['company.create'] });
    await receiver.next(3);
    await expect
      .poll(async () => (await told('attempts', message, ...reach)).stdout)
      .toMatch(
        new RegExp(
          '^At +Webhook +Status +ms +Error +Response\n' +
            `(2\\S+Z +${webhook.id} +500 +\\d+ +- +\\[31mno room x{48}…\n){2,}$`,
        ),
      );
    await webhooks('delete', webhook.id, ...reach);
    expect((await told('replay-message', message, ...reach)).stdout).toMatch(
      /^No enabled webhook .*: it is not sent\.\n$/,
    );
  });

  test('is sent again when the service runs', async () => {
    const before = await startOn(environment);
    const message = await happening(before.url);
    await before.stop();
    const receiver = await receiverFor();
    const { webhook } = await webhooks('create', `${receiver.url}/hook`, ...inDatabase);
    expect((await told('replay-message', message, ...inDatabase)).stdout).toMatch(
      new RegExp(`^The message is sent again to ${webhook.id} once the service runs: `),
    );
    const times = ['--since', '2020-01-01T00:00:00-06:00', '--until', '2020-01-02T00:00:00Z'];
    expect((await told('replay', webhook.id, ...times, ...inDatabase)).stdout).toMatch(
      /^The messages from 2020-01-01T06:00:00Z to 2020-01-02T00:00:00Z are sent again once the service runs: /,
    );
    await startOn(environment);
    await receiver.next(1);
    expect(idsAt(receiver)).toEqual([message]);
  });

  // No other process can open the embedded database while the service runs.
  if (!isEmbedded)
    test('is sent soon by a running service, although the command writes it directly to the database', async () => {
      const { url } = await startOn(environment);
      const receiver = await receiverFor();
      const { webhook } = await webhooks('create', `${receiver.url}/hook`, ...inDatabase);
      const { webhook_message: trial } = await webhooks('test', webhook.id, ...inDatabase);
      await receiver.next(1);
      const message = await happening(url);
      await receiver.next(2);
      await webhooks('replay-message', message, ...inDatabase);
      await receiver.next(3);
      expect(idsAt(receiver)).toEqual([trial.id, message, message]);
      await webhooks('disable', webhook.id, ...inDatabase);
      await happening(url);
      await webhooks('enable', webhook.id, ...inDatabase);
      const later = await happening(url);
      await receiver.next(4);
      expect(idsAt(receiver).slice(3)).toEqual([later]);
      await webhooks('delete', webhook.id, ...inDatabase);
    });
});
