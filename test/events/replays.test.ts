import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../support/service/client.ts';
import {
  attemptsOf,
  eventually,
  hour,
  idsAt,
  makeCompanies,
  messageOf,
  quiet,
  receiverFor,
  recordsOf,
  saidBy,
  startDelivering,
  subscribe,
} from '../support/delivery/delivering.ts';
import { make } from '../support/data/make.ts';
import type { TestService } from '../support/service/service.ts';
import { tokens } from '../support/service/template.ts';
import { faultsOf } from '../support/delivery/webhooks.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startDelivering();
  ({ first } = service);
});
afterAll(() => service.stop());

const now = (): string => service.clock.now().toISOString();

describe('a test message', () => {
  it('goes only to its webhook, even if the webhook does not accept the type', async () => {
    const [tested, other] = [await receiverFor(), await receiverFor()];
    const { id } = await subscribe(first, tested, { filter_types: ['lead.convert'] });
    await subscribe(first, other);
    const answer = await first.post(`/webhooks/${id}/test`);
    expect(answer.status).toBe(202);
    const { webhook_message: message } = answer.body;
    expect(message).toMatchObject({ event_type: 'webhook.test', payload: { id } });
    expect(message.payload.url).toBe(first.address(`/webhooks/${id}`));
    expect(saidBy((await tested.next())[0] ?? { body: '' })).toEqual(message);
    await quiet(service);
    expect(other.deliveries).toEqual([]);
    expect((await first.get(`/webhook_messages/${message.id}`)).body.webhook_message).toEqual(message);
    expect(await attemptsOf(first, message.id)).toMatchObject([{ webhook_id: id, status: 200 }]);
    expect((await first.get(message.payload.url)).body.webhook.id).toBe(id);
    // A replay of a test message also goes only to its webhook.
    const again = await first.post(`/webhook_messages/${message.id}/replay`);
    expect(again.body).toEqual({ webhook_message: message, webhook_ids: [id] });
    await tested.next(2);
    await quiet(service);
    expect(other.deliveries).toEqual([]);
  });
});

describe('a message', () => {
  it('is sent again under the same id to every webhook that accepts its type', async () => {
    const [one, other, off] = [await receiverFor(), await receiverFor(), await receiverFor()];
    const webhooks = [await subscribe(first, one), await subscribe(first, other, { filter_types: ['company.create'] })];
    await subscribe(first, other, { filter_types: ['company.delete'] });
    const switchedOff = await subscribe(first, off);
    await first.patch(`/webhooks/${switchedOff.id}`, { webhook: { enabled: false } });
    const { id } = await make(first, 'companies');
    const message = await messageOf(first, id);
    await quiet(service);
    const answer = await first.post(`/webhook_messages/${message.id}/replay`);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ webhook_message: message, webhook_ids: webhooks.map((webhook) => webhook.id) });
    await Promise.all([one.next(2), other.next(2)]);
    await quiet(service);
    for (const receiver of [one, other]) expect(idsAt(receiver)).toEqual([message.id, message.id]);
    expect(off.deliveries).toEqual([]);
    expect(await attemptsOf(first, message.id)).toHaveLength(4);
  });

  it('that waits for a retry is sent at once, on a new schedule', async () => {
    const receiver = await receiverFor(() => ({ status: 500 }));
    await subscribe(first, receiver);
    const { id } = await make(first, 'companies');
    const message = await messageOf(first, id);
    for (let failures = 1; failures < 4; failures += 1) {
      await quiet(service);
      service.clock.advance(hour);
    }
    await quiet(service);
    const before = receiver.deliveries.length;
    await first.post(`/webhook_messages/${message.id}/replay`);
    await receiver.next(before + 1);
    await quiet(service);
    service.clock.advance(6000);
    await receiver.next(before + 2);
  });
});

describe('the messages of a period', () => {
  it('are sent again if their types are both requested and accepted', async () => {
    const receiver = await receiverFor();
    const { id } = await subscribe(first, receiver, { filter_types: ['company.create', 'company.delete'] });
    const [early] = await makeCompanies(first, 1);
    service.clock.advance(1000);
    const since = now();
    const made = await makeCompanies(first, 3);
    await first.delete(`/companies/${made[0]}`);
    await first.patch(`/companies/${made[1]}`, { company: { phone: '1' } });
    const until = now();
    service.clock.advance(1);
    const [late] = await makeCompanies(first, 1);
    await quiet(service);
    expect(receiver.deliveries).toHaveLength(6);
    const replayed = async (body: object): Promise<string[]> => {
      const before = receiver.deliveries.length;
      expect((await first.post(`/webhooks/${id}/replay`, body)).status).toBe(202);
      await eventually(async () => expect(await service.engine.query('select 1 from jobs')).toEqual([]));
      await quiet(service);
      const sent = receiver.deliveries.slice(before).map(saidBy);
      return sent.map(({ event_type: type, payload }: Json) => `${type} ${payload.id}`).sort();
    };
    const creates = made.map((one) => `company.create ${one}`);
    expect(await replayed({ since, until })).toEqual([...creates, `company.delete ${made[0]}`].sort());
    expect(await replayed({ since, until, event_types: ['company.create', 'company.update'] })).toEqual(creates.sort());
    expect(await replayed({ since: now() })).toEqual([`company.create ${late}`]);
    expect(recordsOf(receiver.deliveries)).toContain(early);
  });

  it('are sent again once for one idempotency key', async () => {
    const receiver = await receiverFor();
    const { id } = await subscribe(first, receiver, { filter_types: ['company.create'] });
    service.clock.advance(1000);
    const since = now();
    await makeCompanies(first, 2);
    await quiet(service);
    const headers = { 'idempotency-key': `replay-${id}` };
    const answers = [];
    for (let time = 0; time < 3; time += 1)
      answers.push(await first.post(`/webhooks/${id}/replay`, { since }, headers));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(answers[0]?.body).toEqual({
      replay: { webhook_id: id, since: expect.any(String), until: expect.any(String), event_types: [] },
    });
    await receiver.next(4);
    await quiet(service);
    expect(receiver.deliveries).toHaveLength(4);
  });
});

describe('a request to replay or to test', () => {
  it('returns all of its faults', async () => {
    const receiver = await receiverFor();
    const { id } = await subscribe(first, receiver);
    const path = `/webhooks/${id}/replay`;
    const faults = async (body: unknown): Promise<string[]> => {
      const answer = await first.post(path, body);
      expect(answer.status).toBe(422);
      return faultsOf(answer);
    };
    expect(await faults({})).toEqual(['/since required']);
    expect(await faults([])).toEqual([' wrong_type']);
    expect(await faults({ since: 'x', until: 3, event_types: ['company.creat'], of: 1 })).toEqual([
      ...['/event_types/0 not_allowed', '/of unknown_field', '/since invalid_format', '/until wrong_type'],
    ]);
    expect(await faults({ since: '2026-03-02T00:00:00Z', until: '2026-03-01T00:00:00Z' })).toEqual([
      '/until not_allowed',
    ]);
    await first.patch(`/webhooks/${id}`, { webhook: { enabled: false } });
    for (const refused of [await first.post(path, { since: now() }), await first.post(`/webhooks/${id}/test`)]) {
      expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('disabled') } });
    }
  });

  it('returns 404 to another account and for unknown ids, and 403 to a token without the scope', async () => {
    const receiver = await receiverFor();
    const { id } = await subscribe(first, receiver);
    const { id: messageId } = await messageOf(first, (await make(first, 'companies')).id);
    const asked = (client: Client) => [
      client.post(`/webhooks/${id}/test`),
      client.post(`/webhooks/${id}/replay`, { since: now() }),
      client.post(`/webhook_messages/${messageId}/replay`),
    ];
    for (const answer of await Promise.all(asked(service.second))) expect(answer.status).toBe(404);
    const fields = { name: 'Reader', scopes: ['read', 'write'] };
    const { token } = (await first.post('/api_tokens', { api_token: fields })).body.api_token;
    for (const answer of await Promise.all(asked(service.client(token)))) expect(answer.status).toBe(403);
    for (const path of ['/webhooks/7/test', `/webhooks/${tokens.first}/test`, '/webhook_messages/msg_1/replay']) {
      expect((await first.post(path)).status).toBe(404);
    }
    await quiet(service);
    expect(receiver.deliveries).toHaveLength(1);
  });
});
