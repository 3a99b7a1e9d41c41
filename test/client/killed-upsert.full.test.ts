import { describe, expect, onTestFinished, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { faultsIn } from '../support/data/soundness.ts';
import type { Child } from '../support/programs/kill-process.ts';
import { addressOf, killableService, token } from '../support/programs/killable-service.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';

const count = 10_000;
const kills = 3;

const startService = killableService();

/** A service that a test kills. It starts again at its address. */
class Killed {
  readonly #scratch: ScratchEngine;
  #child: Child | undefined;
  #port = '0';

  constructor(scratch: ScratchEngine) {
    this.#scratch = scratch;
  }

  async start(): Promise<string> {
    this.#child = startService(this.#scratch, { PORT: this.#port });
    const url = await addressOf(this.#child);
    this.#port = new URL(url).port;
    return url;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.#child?.kill(signal);
  }
}

const rows = Array.from({ length: count }, (_, index) => ({
  ...{ external_id: `ERP-${index}`, name: `Supplier ${index}`, category: 'supplier' as const },
}));

const upsert = (crm: Client) => crm.companies.upsert(rows, { run: 'nightly', include: ['version'] });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(engineNames)('on the %s engine', (name) => {
  const title = `an upsert of ${count} rows makes each once, though its program ends and the service is killed ${kills} times`;
  test(title, { timeout: 600_000 }, async () => {
    const scratch = await scratchEngine(name);
    const service = new Killed(scratch);
    onTestFinished(() => service.kill());
    let lost = 0;
    const counted: typeof fetch = (url, init) =>
      fetch(url, init).catch((error: unknown) => {
        lost += 1;
        throw error;
      });
    const crm = createClient({ url: await service.start(), token, retries: 10, fetch: counted });

    for await (const { index } of upsert(crm)) {
      // The program ends within a chunk.
      if (index === 2600) break;
    }

    const results: unknown[] = [];
    let restarts: Promise<unknown> = Promise.resolve();
    for await (const result of upsert(crm)) {
      results.push(result);
      if (results.length % (count / (kills + 1)) !== 0 || results.length === count) continue;
      await restarts;
      // The next chunk is under way when the service dies.
      restarts = pause(Math.random() * 300).then(async () => {
        await service.kill();
        await service.start();
      });
    }
    await restarts;
    expect(lost).toBeGreaterThanOrEqual(kills);
    expect(results).toMatchObject(
      rows.map(({ external_id }, index) => ({ index, external_id, result: 'created', version: 1 })),
    );

    const stored = new Map<string, number>();
    for await (const { name: stands, version } of crm.companies.list({ per_page: 500, include: ['version'] })) {
      expect(stored.has(stands)).toBe(false);
      stored.set(stands, version);
    }
    expect(stored).toEqual(new Map(rows.map((row) => [row.name, 1])));
    await service.kill('SIGTERM');
    await using engine = await scratch.open({ amcheck: true });
    expect(await faultsIn(engine)).toEqual([]);
    await engine.close();
    await scratch.remove();
  });
});
