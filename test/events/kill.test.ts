import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CompiledSource, compileSource } from '../support/programs/compiled-source.ts';
import { type Child, startChild } from '../support/programs/kill-process.ts';
import { type Answer, startReceiver } from '../support/delivery/receiver.ts';
import { runsOf } from '../support/endurance.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';

const rounds = runsOf(3, 50);
const token = 'a-token-for-the-tests-with-32-characters';

let compiled: CompiledSource;
beforeAll(async () => {
  compiled = await compileSource();
  await compiled.makeBlankDatabase();
}, 120_000);
afterAll(() => compiled.remove());

/** Starts the service with a clock that is ahead of the previous start by more than a lease. */
async function live(scratch: ScratchEngine, life: number): Promise<{ child: Child; url: string }> {
  const environment = {
    ...(scratch.databaseUrl
      ? { DATABASE_URL: scratch.databaseUrl }
      : { DATA_DIR: scratch.dataDir, DURABLE_WRITES: '0' }),
    ...{ PORT: '0', RATE_LIMIT: '0', WEBHOOKS_ALLOW_PRIVATE: '1', PLUMBLINE_BOOTSTRAP_TOKEN: token },
    PUBLIC_URL: 'https://crm.example.com',
  };
  const child = startChild(compiled.script('kill-service'), [String(life * 15 * 60_000)], environment);
  return { child, url: await child.line((line) => line.startsWith('http')) };
}

interface Asked {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the test knows the type of each response
  readonly body: any;
}

async function ask(url: string, path: string, body?: object): Promise<Asked> {
  const response = await fetch(`${url}/api/2023-01${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/**
 * Creates companies until the service is gone, and adds the acknowledged ones to the set. The service refuses every
 * third.
 */
async function load(url: string, acknowledged: Set<string>): Promise<void> {
  for (let number = 0; ; number += 1) {
    const category = number % 3 === 2 ? 'none' : 'client';
    const answer = await ask(url, '/companies', { company: { name: `Company ${number}`, category } }).catch(() => null);
    if (answer === null) return;
    if (answer.status === 201) acknowledged.add(answer.body.company.id);
  }
}

/** Returns the record id of each message in the log, by the id of the message. */
async function logOf(url: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { webhook_messages: messages } = (await ask(url, `/webhook_messages?per_page=500&page=${page}`)).body;
    for (const { id, payload } of messages) found.set(id, payload.id);
    if (messages.length < 500) return found;
  }
}

describe.each(engineNames)('on the %s engine', (name) => {
  const patience = 60_000 + rounds * 20_000;
  test(`${rounds} kills lose no message, and the service sends only stored ones`, { timeout: patience }, async () => {
    const scratch = await scratchEngine(name);
    await using receiver = await startReceiver();
    // The receiver returns 500 to some messages and answers others late.
    const answers: Answer[] = [{}, {}, {}, {}, { status: 500 }, { delay: 20 }];
    receiver.answer = ({ headers }) => answers[Number(headers['webhook-id']?.toString().charCodeAt(20)) % 6] ?? {};
    const acknowledged = new Set<string>();
    for (let life = 0; life < rounds; life += 1) {
      const { child, url } = await live(scratch, life);
      if (life === 0) await ask(url, '/webhooks', { webhook: { url: `${receiver.url}/hook` } });
      const loads = Array.from({ length: 4 }, () => load(url, acknowledged));
      const before = acknowledged.size;
      while (acknowledged.size < before + 10) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
      await child.kill('SIGKILL');
      await Promise.all(loads);
    }
    receiver.answer = () => ({});
    const { child, url } = await live(scratch, rounds + 200);
    const log = await logOf(url);
    const heard = (): Set<string> => new Set(receiver.deliveries.map(({ headers }) => String(headers['webhook-id'])));
    const deadline = Date.now() + 30_000;
    while ([...log.keys()].some((id) => !heard().has(id)) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect([...log.keys()].filter((id) => !heard().has(id))).toEqual([]);
    expect([...heard()].filter((id) => !log.has(id))).toEqual([]);
    const told = new Set(log.values());
    expect([...acknowledged].filter((id) => !told.has(id))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds * 10);
    await child.kill('SIGTERM');
    await scratch.remove();
  });
});
