import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newSecret, sign, verify } from '../../src/webhooks/index.ts';
import type { Client } from '../support/service/client.ts';
import { type Installed, installPackage } from '../support/programs/installed.ts';
import { make } from '../support/data/make.ts';
import { sharedService, type TestService } from '../support/service/service.ts';
import { examplesIn } from './documented.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const docs = resolve(import.meta.dirname, '../../docs');
const guide = await readFile(join(docs, 'receiving-webhooks.md'), 'utf8');
const script = join(docs, 'examples/receive_webhooks.py');

const examples = (language: string): string[] => examplesIn(guide, language);

let service: TestService;
let first: Client;
let installed: Installed;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  installed = await installPackage();
});
afterAll(async () => {
  await service.stop();
  await installed[Symbol.asyncDispose]();
});

interface Sent {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Returns the delivery of the message about a record, signed now with each of the secrets. */
async function deliveryOf(id: string, eventType: string, secrets: readonly string[]): Promise<Sent> {
  const query = `event_type=${eventType}&payload.id=${id}&per_page=1`;
  const [message] = (await first.get(`/webhook_messages?${query}`)).body.webhook_messages;
  const signed = { id: message.id, timestamp: Math.floor(Date.now() / 1000), body: JSON.stringify(message) };
  const headers = {
    'content-type': 'application/json',
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestamp),
    'webhook-signature': secrets.map((secret) => sign(secret, signed)).join(' '),
  };
  return { headers, body: signed.body };
}

async function scratchFile(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-receiver-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, name);
}

const environment = (secret: string): Record<string, string> => ({
  ...{ PLUMBLINE_URL: service.url, PLUMBLINE_TOKEN: service.tokens.first, PLUMBLINE_WEBHOOK_SECRET: secret },
});

async function startNode(secret: string): Promise<Receiver> {
  const file = join(installed.folder, 'receiver.mjs');
  await writeFile(file, examples('js')[0] ?? '');
  return startReceiver([process.execPath, file], environment(secret));
}

async function startPython(secret: string, more: Record<string, string> = {}): Promise<Receiver> {
  const inbox = more['INBOX'] ?? (await scratchFile('inbox.db'));
  return startReceiver(['python3', script], { ...environment(secret), ...more, INBOX: inbox });
}

describe.each([
  ['Node', startNode],
  ['Python', startPython],
])('the receiver for %s', (_, start) => {
  it('reports each message once, with its record', async () => {
    const [secret, old] = [newSecret(), newSecret()];
    const receiver = await start(secret);
    const { id } = await make(first, 'projects', { name: 'Riverside Elementary School' });
    const { headers, body } = await deliveryOf(id, 'project.create', [secret, old]);
    expect([await receiver.post(headers, body), await receiver.post(headers, body)]).toEqual([204, 204]);
    await receiver.until(new RegExp(`^project.create ${id}: Riverside Elementary School$`, 'm'));

    await first.delete(`/projects/${id}`);
    const later = await deliveryOf(id, 'project.delete', [secret]);
    expect(await receiver.post(later.headers, later.body)).toBe(204);
    await receiver.until(new RegExp(`^project.delete ${id}: is gone`, 'm'));
    expect(receiver.said().match(/^project\./gm)).toHaveLength(2);
    expect(receiver.said()).not.toContain('refused');
  });

  it('accepts several secrets', async () => {
    const [secret, old] = [newSecret(), newSecret()];
    const receiver = await start(`${secret} ${old}`);
    const { id } = await make(first, 'companies', { name: 'Acme Development' });
    const { headers, body } = await deliveryOf(id, 'company.create', [old]);
    expect(await receiver.post(headers, body)).toBe(204);
    await receiver.until(new RegExp(`^company.create ${id}: Acme Development$`, 'm'));
  });

  it('acts on no delivery that it cannot trust', async () => {
    const secret = newSecret();
    const receiver = await start(secret);
    const { id } = await make(first, 'companies', { name: 'Acme Development' });
    const { headers, body } = await deliveryOf(id, 'company.create', [secret]);
    const [messageId, now] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
    const at = (timestamp: number): Record<string, string> => ({
      ...headers,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(secret, { id: messageId, timestamp, body }),
    });
    const { 'webhook-signature': signature = '', ...unsigned } = headers;
    const refused: [Record<string, string>, string][] = [
      [headers, `${body} `],
      [headers, body.replace('company.create', 'company.delete')],
      [unsigned, body],
      [{ ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') }, body],
      [{ ...headers, 'webhook-signature': sign(newSecret(), { id: messageId, timestamp: now, body }) }, body],
      [{ ...headers, 'webhook-id': 'msg_1' }, body],
      [{ ...headers, 'webhook-timestamp': `0${now}` }, body],
      [at(now - 400), body],
      [at(now + 400), body],
    ];
    for (const [given, text] of refused) expect(await receiver.post(given, text), JSON.stringify(given)).toBe(400);
    expect(await receiver.post(headers, body)).toBe(204);
    await receiver.until(new RegExp(`^company.create ${id}: Acme Development$`, 'm'));
    expect(receiver.said().match(/^refused: /gm)).toHaveLength(refused.length);
    expect(receiver.said()).not.toContain('company.delete');
  });

  it('refuses a body that is too large, and continues', async () => {
    const secret = newSecret();
    const receiver = await start(secret);
    await receiver.post({}, Buffer.alloc(2_000_000)).then(
      (status) => expect(status).toBe(413),
      (broken: unknown) => expect(broken).toBeInstanceOf(TypeError),
    );
    expect(await receiver.post({}, '{}')).toBe(400);
  });
});

describe('the receiver for Python', () => {
  it('names the variable to set if messages have another address', async () => {
    const secret = newSecret();
    const receiver = await startPython(secret, { PLUMBLINE_URL: 'http://127.0.0.1:1' });
    const { id } = await make(first, 'companies', { name: 'Acme Development' });
    const { headers, body } = await deliveryOf(id, 'company.create', [secret]);
    expect(await receiver.post(headers, body)).toBe(204);
    await receiver.until(/^msg_\w+ later: .*Set PLUMBLINE_URL to the address at which messages name records\./m);
  });

  it('processes a stored message after a restart', async () => {
    const secret = newSecret();
    const INBOX = await scratchFile('inbox.db');
    const { id } = await make(first, 'companies', { name: 'Acme Development' });
    const { headers, body } = await deliveryOf(id, 'company.create', [secret]);
    const unable = await startPython(secret, { INBOX, PLUMBLINE_TOKEN: 'plb_nobody' });
    expect(await unable.post(headers, body)).toBe(204);
    await unable.until(/^msg_\w+ later: .*401/m);
    await unable.kill();
    const able = await startPython(secret, { INBOX });
    await able.until(new RegExp(`^company.create ${id}: Acme Development$`, 'm'));
    expect(await able.post(headers, body)).toBe(204);
    const other = await make(first, 'companies', { name: 'Northline School District' });
    const next = await deliveryOf(other.id, 'company.create', [secret]);
    expect(await able.post(next.headers, next.body)).toBe(204);
    await able.until(new RegExp(`^company.create ${other.id}: Northline School District$`, 'm'));
    expect(able.said().match(/^company\.create/gm)).toHaveLength(2);
  });

  it('does not start without a secret', async () => {
    await expect(startPython('')).rejects.toThrow('PLUMBLINE_WEBHOOK_SECRET=whsec_');
    for (const wrong of ['no secret', 'whsec_...']) {
      await expect(startPython(wrong)).rejects.toThrow('PLUMBLINE_WEBHOOK_SECRET is not the secret of a webhook: ');
    }
  });

  it('says which port it cannot listen on', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const told = `Cannot listen on 127.0.0.1:${port}: Address already in use. Set another PORT.`;
    await expect(startPython(newSecret(), { PORT: String(port) })).rejects.toThrow(told);
  });
});

describe('the guide to receiving webhooks', () => {
  it('shows a delivery with a signature by the secret that it names', () => {
    const [block = ''] = /^POST \/plumbline.*?^```/ms.exec(guide) ?? [];
    const [head = '', ...body] = block.replace('```', '').split('\n\n');
    const lines = head.split('\n').slice(1);
    const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
    const [secret = ''] = /whsec_\S{32}(?=`)/.exec(guide) ?? [];
    const now = new Date(Number(headers.get('webhook-timestamp')) * 1000);
    const message = verify(headers, body.join('').replaceAll('\n', ''), secret, { now });
    expect(message).toMatchObject({ event_type: 'project.create', payload: { id: '12' } });
    expect(Date.parse(message.timestamp)).toBe(now.getTime());
  });

  it('has the part of the Python program that verifies a delivery', async () => {
    expect(examples('python')).toHaveLength(1);
    expect(await readFile(script, 'utf8')).toContain(examples('python')[0]);
  });

  it('has an example of a test that passes', async () => {
    const file = join(installed.folder, 'example.mjs');
    await writeFile(file, `${examples('js')[1] ?? ''}console.log('listening on http://nowhere');`);
    expect((await startReceiver([process.execPath, file], {})).said()).toMatch(/^project.won$/m);
  });
});
