import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Ask } from '../support/data/keyed-load.ts';
import { changesNotThereOnce, faultsIn } from '../support/data/soundness.ts';
import { type CompiledSource, compileSource } from '../support/programs/compiled-source.ts';
import { engineNames, migratedFolder, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';
import { shownDisk } from '../support/programs/shown-disk.ts';
import { served } from '../support/service/served.ts';

const acknowledged = (id: string) => ({
  ...({ plural: 'companies', singular: 'company', action: 'create', version: 1 } as const),
  id,
});

/** Makes companies with texts of this length until the service refuses one, at most 200. */
async function fillUntilRefused(
  ask: Ask,
  length: number,
): Promise<{ ids: string[]; refusal: Awaited<ReturnType<Ask>> | null }> {
  const ids: string[] = [];
  // No two texts are alike, so Postgres cannot store them in less room.
  const text = (): string => Array.from({ length: 4000 }, () => Math.random().toString(36).slice(2)).join('');
  for (let number = 0; number < 200; number += 1) {
    const company = { name: `Filler ${number}`, category: 'client', description: text().slice(0, length) };
    const answer = await ask('POST', '/companies', { company });
    if (answer.status !== 201) return { ids, refusal: answer };
    ids.push(answer.body.company.id);
  }
  return { ids, refusal: null };
}

/** Checks that the acknowledged companies are there once, that the refused name is not, and that all else is sound. */
async function expectKept(scratch: ScratchEngine, ids: readonly string[]): Promise<void> {
  await using engine = await scratch.open({ amcheck: true });
  expect(await changesNotThereOnce(engine, ids.map(acknowledged))).toEqual([]);
  expect(await faultsIn(engine)).toEqual([]);
}

describe('on the embedded engine, a disk that', { timeout: 240_000 }, () => {
  let compiled: CompiledSource;
  beforeAll(async () => {
    compiled = await compileSource();
  });
  afterAll(() => compiled.remove());

  /** How often Postgres stops, for texts that need room, and for short ones, of which only the log is written. */
  const ends = [
    ['fails', 100, 1],
    ['ends the thread', 100, 1],
    ['refuses writes', 100, 1],
    ['refuses writes', 40_000, 0],
    ['is full', 40_000, 0],
  ] as const;

  test.each(ends)('%s at texts of %i: the service answers 503, and loses nothing acknowledged', async (...of) => {
    const [end, length, stops] = of;
    const scratch = await migratedFolder();
    onTestFinished(() => scratch.remove());
    const { disk, state } = shownDisk(compiled);
    let losses = 0;
    const service = await served(scratch, { disk, onLost: () => (losses += 1) });
    const made = await service.ask('POST', '/companies', { company: { name: 'First', category: 'client' } });
    state.next = end;
    const { ids, refusal } = await fillUntilRefused(service.ask, length);
    expect(refusal).toMatchObject({
      status: 503,
      body: { status: 503, code: 'unavailable', detail: expect.stringMatching(/^The database /) },
    });
    state.next = 'works';
    const after = await service.ask('POST', '/companies', { company: { name: 'After', category: 'client' } });
    // The service goes on, or has told the program to end, and acknowledges nothing more.
    expect(after.status).toBe(losses === 0 ? 201 : 503);
    expect(losses).toBe(stops);
    await service.stop();
    const acknowledgedAfter = after.status === 201 ? [after.body.company.id] : [];
    await expectKept(scratch, [made.body.company.id, ...ids, ...acknowledgedAfter]);
  });
});

/** A trigger that fails as Postgres does, for companies of one name: at once, or at the commit. */
const failing = (code: string, name: string, moment: string): string =>
  `create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'could not write' using errcode = '${code}'; end $$;
   create constraint trigger ${name} after insert on companies ${moment}
   for each row when (new.name = '${name}') execute function ${name}()`;

const failures = {
  full_at_once: ['53100', 'not deferrable'],
  full_at_commit: ['53100', 'deferrable initially deferred'],
  failing_at_once: ['58030', 'not deferrable'],
  failing_at_commit: ['58030', 'deferrable initially deferred'],
} as const;

describe.each(engineNames)('on the %s engine', { timeout: 240_000 }, (name) => {
  test('a statement that Postgres has no room for fails with 503, and nothing of it stays', async () => {
    const scratch = await (name === 'embedded' ? migratedFolder() : scratchEngine(name));
    onTestFinished(() => scratch.remove());
    const service = await served(scratch);
    const make = (company: string) =>
      service.ask('POST', '/companies', { company: { name: company, category: 'client' } });
    const ids: string[] = [];
    for (const [failure, [code, moment]] of Object.entries(failures)) {
      await service.engine.script(failing(code, failure, moment));
      expect(await make(failure)).toMatchObject({
        status: 503,
        body: { code: 'unavailable', detail: 'The database cannot write now: its disk is full or fails.' },
      });
      const next = await make(`after ${failure}`);
      expect(next.status).toBe(201);
      ids.push(next.body.company.id);
    }
    const { body } = await service.ask('GET', '/companies?per_page=100');
    expect(body.companies.map(({ id }: { id: string }) => id).sort()).toEqual(ids.toSorted());
    await service.stop();
    await expectKept(scratch, ids);
  });
});
