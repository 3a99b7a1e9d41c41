import { describe, expect, test } from 'vitest';
import { asking, type Ask, KeyedLoad } from '../support/data/keyed-load.ts';
import { changesNotThereOnce, faultsIn } from '../support/data/soundness.ts';
import { type Answer, startReceiver } from '../support/delivery/receiver.ts';
import { runsOf } from '../support/endurance.ts';
import type { Child } from '../support/programs/kill-process.ts';
import { addressOf, killableService, token } from '../support/programs/killable-service.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';

const rounds = { embedded: runsOf(3, 150), postgres: runsOf(3, 100) };
/** By how much the clock of each start is ahead of the one before: more than a lease. */
const aheadMs = 15 * 60_000;

const startService = killableService();

/** Starts the service, ahead of its time by that many lives. */
const begin = (scratch: ScratchEngine, life: number): Child =>
  startService(scratch, { WEBHOOKS_ALLOW_PRIVATE: '1', PUBLIC_URL: 'https://crm.example.com' }, life * aheadMs);

async function live(scratch: ScratchEngine, life: number): Promise<{ child: Child; ask: Ask }> {
  const child = begin(scratch, life);
  return { child, ask: asking(await addressOf(child), token) };
}

/** Every third service dies while it stops: on the embedded engine it then writes a checkpoint. */
async function kill(child: Child, life: number): Promise<void> {
  await pause(Math.random() * 400);
  if (life % 3 === 2) {
    child.process.kill('SIGTERM');
    await pause(Math.random() * 40);
  }
  await child.kill('SIGKILL');
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Checks that the acknowledged changes since a place in the list are there once, and that all else is sound. */
async function expectSound(scratch: ScratchEngine, { acknowledged }: KeyedLoad, from: number, life: number) {
  await using engine = await scratch.open({ amcheck: true });
  expect(await changesNotThereOnce(engine, acknowledged.slice(from))).toEqual([]);
  expect(await faultsIn(engine, new Date(Date.now() + life * aheadMs))).toEqual([]);
}

/** Returns the names that several live records of a family have, or none. */
async function namesNotThereOnce(scratch: ScratchEngine, names: readonly string[]): Promise<string[]> {
  await using engine = await scratch.open();
  const rows = await engine.query<{ name: string }>(
    `select n.name from unnest($1::text[]) as n (name)
    left join (select name from companies union all select name from projects) r on r.name = n.name
    group by n.name having count(r.name) <> 1`,
    [names],
  );
  return rows.map(({ name }) => name);
}

/** Returns the ids of all messages in the log. */
async function messagesOf(ask: Ask): Promise<Set<string>> {
  const found = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { webhook_messages: messages } = (await ask('GET', `/webhook_messages?per_page=500&page=${page}`)).body;
    for (const { id } of messages) found.add(id);
    if (messages.length < 500) return found;
  }
}

describe.each(engineNames)('on the %s engine', (name) => {
  const patience = 300_000 + rounds[name] * 60_000;
  const title = `${rounds[name]} kills lose no acknowledged change, history or message, and the service sends only stored ones`;
  test(title, { timeout: patience }, async () => {
    const scratch = await scratchEngine(name);
    await using receiver = await startReceiver();
    // The receiver returns 500 to some messages and answers others late.
    const answers: Answer[] = [{}, {}, {}, {}, { status: 500 }, { delay: 20 }];
    receiver.answer = ({ headers }) => answers[Number(headers['webhook-id']?.toString().charCodeAt(20)) % 6] ?? {};
    const load = new KeyedLoad();
    for (let life = 0; life < rounds[name]; life += 1) {
      const { child, ask } = await live(scratch, life);
      if (life === 0) await ask('POST', '/webhooks', { webhook: { url: `${receiver.url}/hook` } });
      const before = load.acknowledged.length;
      await load.settle(ask);
      const stages = (await ask('GET', '/project_stages')).body.project_stages.map(({ id }: { id: string }) => id);
      const loads = Array.from({ length: 4 }, () => load.run(ask, stages));
      while (load.acknowledged.length < before + 10) await pause(5);
      await kill(child, life);
      await Promise.all(loads);
      await expectSound(scratch, load, before, life);
    }
    // The service forgets an idempotency key after a day, so the doubtful changes come before the long wait.
    const last = await live(scratch, rounds[name]);
    await load.settle(last.ask);
    await last.child.kill('SIGTERM');
    receiver.answer = () => ({});
    const { child, ask } = await live(scratch, rounds[name] + 200);
    const log = await messagesOf(ask);
    const heard = (): Set<string> => new Set(receiver.deliveries.map(({ headers }) => String(headers['webhook-id'])));
    const deadline = Date.now() + 30_000;
    while ([...log].some((id) => !heard().has(id)) && Date.now() < deadline) await pause(50);
    expect([...log].filter((id) => !heard().has(id))).toEqual([]);
    expect([...heard()].filter((id) => !log.has(id))).toEqual([]);
    await child.kill('SIGTERM');
    await expectSound(scratch, load, 0, rounds[name] + 200);
    expect(await namesNotThereOnce(scratch, load.names)).toEqual([]);
    expect(load.acknowledged.length).toBeGreaterThanOrEqual(rounds[name] * 10);
    await scratch.remove();
  });
});

describe.each(engineNames)('a first start on the %s engine', (name) => {
  const kills = runsOf(2, 20);
  test(`that is killed ${kills} times succeeds at last, with one account`, {
    timeout: 240_000 + kills * 60_000,
  }, async () => {
    const scratch = await scratchEngine(name);
    for (let killed = 0; killed < kills; killed += 1) {
      const child = begin(scratch, 0);
      await pause(300 + Math.random() * 1500);
      await child.kill('SIGKILL');
    }
    const { child, ask } = await live(scratch, 0);
    const { account } = (await ask('GET', '/account')).body;
    expect(account).toMatchObject({ name: 'My Company' });
    await child.kill('SIGTERM');
    await using engine = await scratch.open({ amcheck: true });
    // A killed start may have used up the first ids.
    expect(await engine.query('select id from accounts')).toEqual([{ id: account.id }]);
    expect(await faultsIn(engine)).toEqual([]);
    await engine.close();
    await scratch.remove();
  });
});
