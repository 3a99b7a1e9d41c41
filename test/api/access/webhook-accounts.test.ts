import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/service/client.ts';
import { follow } from '../../support/data/links.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';
import { loggedOf, makeWebhook, pathOf, webhookBody } from '../../support/delivery/webhooks.ts';

let service: TestService;
let first: Client;
let second: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first, second } = service);
});
afterAll(() => service.stop());

const unknownId = '5f0c2a4e-8f3b-4c1d-9e6a-0d2b7c9f1a35';

describe('webhooks', () => {
  it('are only for admins with the scope admin', async () => {
    const record = await makeWebhook(first);
    const admin = (await first.get('/users/me')).body.user;
    const client = async (asked: Parameters<typeof clientOf>[1]) => (await clientOf(service, asked)).client;
    const member = await client({ userId: (await make(first, 'users', { role: 'member' })).id });
    const viewer = await client({ userId: (await make(first, 'users', { role: 'viewer' })).id });
    const narrow = await client({ userId: admin.id, scopes: ['read', 'write'] });
    const rights: readonly [Client, object][] = [
      [member, { required_role: 'admin' }],
      [viewer, { required_role: 'admin' }],
      [narrow, { required_scope: 'admin' }],
    ];
    for (const [by, missing] of rights) {
      const answers = [
        await by.get('/webhooks'),
        await by.post('/webhooks', webhookBody()),
        await by.get(pathOf(record)),
        await by.patch(pathOf(record), { webhook: { enabled: false } }),
        await by.delete(pathOf(record)),
        await by.post(`${pathOf(record)}/rotate_secret`),
      ];
      for (const answer of answers) expect([answer.status, answer.body]).toMatchObject([403, missing]);
    }
    const alone = await client({ userId: admin.id, scopes: ['admin'] });
    expect((await alone.get(pathOf(record))).body.webhook.version).toBe(1);
  });

  it('of another account or with an unknown or malformed id are not found', async () => {
    const theirs = await makeWebhook(second);
    const before = await second.get(pathOf(theirs));
    const [kept] = await service.engine.query<{ id: string }>('select id from webhooks where public_id = $1::uuid', [
      theirs.id,
    ]);
    for (const id of [theirs.id, unknownId, kept?.id ?? '', 'x', `${unknownId}0`, `{${unknownId}}`]) {
      const path = `/webhooks/${encodeURIComponent(id)}`;
      const answers = [
        await first.get(path),
        await first.patch(path, { webhook: { url: 5 } }, { 'if-match': '"9"' }),
        await first.delete(path, { 'if-match': '"9"' }),
        await first.post(`${path}/rotate_secret`, undefined, { 'if-match': '"9"' }),
      ];
      const told = answers.map(({ status, body: { detail } }) => [status, detail]);
      expect(told).toEqual(answers.map(() => [404, `There is no webhook ${id}.`]));
    }
    expect((await second.get(pathOf(theirs))).text).toBe(before.text);
    expect((await first.get('/webhooks?per_page=500')).text).not.toContain(theirs.id);
    expect(await loggedOf(first, theirs)).toEqual([]);
    expect(await loggedOf(second, theirs)).toHaveLength(1);
  });

  it('are listed newest first, in pages', async () => {
    const mine: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      service.clock.advance(1000);
      mine.unshift((await makeWebhook(second)).id);
    }
    const pages = await follow(second, { path: '/webhooks?per_page=2' });
    const seen = pages.flat().map(({ id }) => id);
    expect(pages[0]).toHaveLength(2);
    expect(seen.slice(0, 5)).toEqual(mine);
    const numbered = await follow(second, { path: '/webhooks?per_page=2&page=1' });
    expect(numbered.flat().map(({ id }) => id)).toEqual(seen);
    const other = await second.get('/webhooks?cursor=abc');
    expect([other.status, other.body.code]).toEqual([400, 'invalid_query']);
  });

  it('are limited to 50 for each account, also in parallel requests', async () => {
    const count = async (): Promise<number> => (await second.get('/webhooks?per_page=500')).body.webhooks.length;
    for (let made = await count(); made < 47; made += 1) await makeWebhook(second);
    const answers = await Promise.all(Array.from({ length: 7 }, () => second.post('/webhooks', webhookBody())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'conflict',
      detail: 'The account has 50 webhooks, the maximum. Delete one first.',
    });
    expect(await count()).toBe(50);
    const [newest] = (await second.get('/webhooks?per_page=500')).body.webhooks;
    await second.delete(pathOf(newest));
    await makeWebhook(second);
    expect((await second.post('/webhooks', webhookBody())).status).toBe(409);
    expect((await second.post('/webhooks', webhookBody({ url: 5 }))).status).toBe(422);
    await makeWebhook(first);
  });
});

describe('the audit log', () => {
  it('identifies a webhook by its public id, and other records by their id', async () => {
    const company = await make(first, 'companies');
    const record = await makeWebhook(first);
    for (const path of ['/audit_log?per_page=2', '/audit_log?per_page=2&page=1', '/audit_log?per_page=2']) {
      expect((await first.get(path)).body.changes).toMatchObject([
        { resource: 'webhooks', record_id: record.id, action: 'create', source: 'api' },
        { resource: 'companies', record_id: company.id, action: 'create' },
      ]);
    }
    expect((await first.get('/webhook_messages?per_page=1')).body.webhook_messages[0].event_type).toBe(
      'company.create',
    );
  });
});
