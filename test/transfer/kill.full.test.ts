import { describe, expect, test } from 'vitest';
import { runsOf } from '../support/endurance.ts';
import type { Child } from '../support/programs/kill-process.ts';
import { addressOf, killableService, token } from '../support/programs/killable-service.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';

/** Kills in all, half of them on each engine. */
const kills = runsOf(10, 30) / engineNames.length;

const startService = killableService();

/** Starts the service with a clock that is ahead of the previous start. */
async function live(scratch: ScratchEngine, life: number): Promise<{ child: Child; url: string }> {
  const child = startService(scratch, { PUBLIC_URL: 'https://crm.example.com' }, life * 60_000);
  return { child, url: await addressOf(child) };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the test knows the type of each response
type Body = any;

async function ask(
  url: string,
  method: string,
  path: string,
  { body, key }: { body?: string; key?: string } = {},
): Promise<Body> {
  const type = body?.startsWith('{') ? 'application/json' : 'text/csv';
  const response = await fetch(`${url}/api/2023-01${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return await response.json();
}

const rows = 2000;

/** Each tenth row is repeated later, each hundredth has no name, and 45 companies come again and again. */
const file = [
  'external_id,name,client',
  ...Array.from({ length: rows }, (_, index) => {
    const id = index % 10 === 9 ? index - 9 : index;
    return `K-${id},${index % 100 === 51 ? '' : `Job ${index}`},Client ${index % 50}`;
  }),
  '',
].join('\r\n');

const expected = { read: rows, created: 1780, updated: 0, unchanged: 0, superseded: 200, rejected: 20 };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function stateOf(url: string, id: string): Promise<Body> {
  return (await ask(url, 'GET', `/imports/${id}`)).import;
}

describe.each(engineNames)('on the %s engine', (name) => {
  test(`an import survives ${kills} kills with the same totals`, { timeout: 60_000 + kills * 30_000 }, async () => {
    const scratch = await scratchEngine(name);
    let { child, url } = await live(scratch, 0);
    const uploaded = (await ask(url, 'POST', '/imports?as=projects&name=killed', { body: file })).import;
    expect(uploaded.mapping.upsert_by).toEqual(['external_id']);
    await ask(url, 'POST', `/imports/${uploaded.id}/run`);
    for (let life = 1; life <= kills; life += 1) {
      await pause(Math.random() * 500);
      await child.kill('SIGKILL');
      ({ child, url } = await live(scratch, life));
    }
    let one = await stateOf(url, uploaded.id);
    const deadline = Date.now() + 60_000;
    while (one.status === 'running' && Date.now() < deadline) {
      await pause(50);
      one = await stateOf(url, uploaded.id);
    }
    expect(one).toMatchObject({ status: 'complete', counts: expected, made: { companies: 45 } });
    const totals = await fetch(`${url}/api/2023-01/projects?import_id=${one.id}&per_page=1`, {
      headers: { authorization: `Bearer ${token}`, prefer: 'count=exact' },
    });
    expect(totals.headers.get('x-total-count')).toBe(String(expected.created));
    const { webhook_messages: messages } = await ask(url, 'GET', '/webhook_messages?event_type=import.complete');
    expect(messages).toHaveLength(1);
    await child.kill('SIGTERM');
    await scratch.remove();
  });

  test(`a bulk survives ${kills} kills if it is sent again with its key`, {
    timeout: 60_000 + kills * 30_000,
  }, async () => {
    const scratch = await scratchEngine(name);
    let { child, url } = await live(scratch, 0);
    const companies = Array.from({ length: rows }, (_, index) => ({ name: index % 100 === 51 ? '' : `Firm ${index}` }));
    const body = JSON.stringify({ companies });
    const send = (): Promise<Body> => ask(url, 'POST', '/companies/bulk', { body, key: 'killed' });
    for (let life = 1; life <= kills; life += 1) {
      const sent = send().catch(() => null);
      await pause(Math.random() * 500);
      await child.kill('SIGKILL');
      await sent;
      ({ child, url } = await live(scratch, life));
    }
    const { results } = await send();
    expect(results).toHaveLength(rows);
    const made = results.filter(({ result }: Body) => result === 'created');
    expect(new Set(made.map(({ id }: Body) => id)).size).toBe(rows - rows / 100);
    const found = await fetch(`${url}/api/2023-01/companies?per_page=1`, {
      headers: { authorization: `Bearer ${token}`, prefer: 'count=exact' },
    });
    expect(found.headers.get('x-total-count')).toBe(String(made.length));
    await child.kill('SIGTERM');
    await scratch.remove();
  });
});
