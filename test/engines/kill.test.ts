import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedEngine, openEmbedded } from '../../src/database/embedded/embedded.ts';
import { type CompiledSource, compileSource } from '../support/programs/compiled-source.ts';
import { startChild } from '../support/programs/kill-process.ts';
import { runsOf } from '../support/endurance.ts';
import { type ScratchEngine, scratchFolder } from '../support/programs/scratch-engines.ts';

const rounds = runsOf(3, 50);

let compiled: CompiledSource;
let scratch: ScratchEngine;
beforeAll(async () => {
  [compiled, scratch] = await Promise.all([compileSource(), scratchFolder()]);
});
afterAll(async () => {
  await compiled.remove();
  await scratch.remove();
});

test(`the engine keeps acknowledged rows through ${rounds} kills`, { timeout: 20_000 + rounds * 10_000 }, async () => {
  const acknowledged: number[] = [];
  for (let round = 1; round <= rounds; round++) acknowledged.push(await writeUntilKilled(round));
  await using engine = await openEmbedded({ dataDir: scratch.dataDir, amcheck: true });
  const kept = await engine.query<{ round: number; rows: number; last: number }>(
    `select round, count(*)::int as rows, max(number) as last from killed group by round order by round`,
  );
  expect(kept.map((row) => row.round)).toStrictEqual(acknowledged.map((_, index) => index + 1));
  for (const [index, row] of kept.entries()) {
    // Postgres can have committed one more row, whose acknowledgement did not arrive.
    expect([acknowledged[index], (acknowledged[index] ?? 0) + 1]).toContain(row.last);
    expect(row.rows).toBe(row.last);
  }
  expect(await damagedIndexes(engine)).toStrictEqual([]);
});

/** Returns the number of the last acknowledged row. Every third round dies in a checkpoint. */
async function writeUntilKilled(round: number): Promise<number> {
  const inCheckpoint = round % 3 === 0;
  const child = startChild(compiled.script('kill-writer'), [scratch.dataDir, `${round}`, inCheckpoint ? '25' : '0']);
  const moment = 1 + Math.floor(Math.random() * 60);
  await child.line((line) => (inCheckpoint ? line === 'checkpoint' : line === `${moment}`));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
  await child.kill('SIGKILL');
  return Math.max(...child.lines.map(Number).filter((number) => !Number.isNaN(number)));
}

/** Checks every index and its table rows with amcheck. Returns the damaged ones. */
async function damagedIndexes(engine: EmbeddedEngine): Promise<string[]> {
  await engine.query('create extension if not exists amcheck');
  const indexes = await engine.query<{ name: string; id: number }>(
    `select c.oid::regclass::text as name, c.oid as id
     from pg_class c join pg_am a on a.oid = c.relam
     where c.relkind = 'i' and a.amname = 'btree' and c.relpersistence = 'p'`,
  );
  expect(indexes.map((index) => index.name)).toContain('killed_pkey');
  const damaged: string[] = [];
  for (const { name, id } of indexes) {
    const check = engine.query('select bt_index_check($1::oid::regclass, true)', [id]);
    await check.catch((error: unknown) => damaged.push(`${name}: ${String(error)}`));
  }
  return damaged;
}
