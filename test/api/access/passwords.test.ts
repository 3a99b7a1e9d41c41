import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../support/delivery/delivering.ts';
import { makePerson } from '../../support/service/browsing.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

const hashes = vi.hoisted(() => ({ made: 0, now: 0, most: 0, gate: Promise.resolve<unknown>(undefined) }));

// The mock calls the real library and counts the hashes, which no response shows. They wait for the gate.
vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof import('@node-rs/argon2')>();
  const hash: typeof library.hash = async (...of) => {
    hashes.made += 1;
    hashes.now += 1;
    hashes.most = Math.max(hashes.most, hashes.now);
    await hashes.gate;
    return await library.hash(...of).finally(() => (hashes.now -= 1));
  };
  return { ...library, hash };
});

let service: TestService;
let first: Client;
let other: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  other = await make(first, 'users');
});
afterAll(() => service.stop());
beforeEach(() => Object.assign(hashes, { made: 0, most: 0 }));

const password = 'correct horse';
const person = (fields: object = {}) => ({ user: { email: `p${next()}@example.com`, password, ...fields } });

it.each<[string, number, (client: Client) => ReturnType<Client['post']>]>([
  ['has a wrong field', 422, (client) => client.post('/users', person({ role: 'king' }))],
  ['takes the e-mail of another', 409, (client) => client.post('/users', person({ email: other.email }))],
  ['names nobody', 404, (client) => client.patch('/users/999999', person())],
  ['is stale', 412, (client) => client.patch(`/users/${other.id}`, person(), { 'if-match': '"9"' })],
  ['is a condition where there is nothing', 400, (client) => client.post('/users', person(), { 'if-match': '"1"' })],
])('a request that %s computes no password hash', async (_why, status, send) => {
  expect((await send(first)).status).toBe(status);
  expect(hashes.made).toBe(0);
});

it('a request without the right to change users computes no password hash', async () => {
  const { client } = await clientOf(service, { userId: other.id });
  expect((await client.post('/users', person())).status).toBe(403);
  expect(hashes.made).toBe(0);
});

it('two requests under one idempotency key compute one password hash', async () => {
  const headers = { 'idempotency-key': `key ${next()}` };
  const body = person();
  const [one, again] = [await first.post('/users', body, headers), await first.post('/users', body, headers)];
  expect([one.status, again.text, hashes.made]).toEqual([201, one.text, 1]);
});

it('at most two password hashes run at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => first.post('/users', person())));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect([hashes.made, hashes.most <= 2]).toEqual([12, true]);
});

it('a firm that sets many passwords at once holds up neither sign-ins nor passwords of another', async () => {
  const { email } = await makePerson(service.second, { password });
  const signIn = () => service.client(null).post('/session', { session: { email, password } });
  expect((await signIn()).status).toBe(201);
  const gate = new EventEmitter();
  hashes.gate = once(gate, 'open');
  onTestFinished(() => void gate.emit('open'));
  const storm = Array.from({ length: 30 }, () => first.post('/users', person()));
  await eventually(() => expect(hashes.now).toBe(1));
  expect((await signIn()).status).toBe(201);
  const others = service.second.post('/users', person());
  await eventually(() => expect(hashes.now).toBe(2));
  gate.emit('open');
  const replies = await Promise.all([others, ...storm]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
});
