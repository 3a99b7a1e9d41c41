import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engine, Queryable } from '../../src/store/engine.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/scratch-engines.ts';

describe.each(engineNames)('transactions with statements that nobody waits for, on the %s engine,', (name) => {
  let scratch: ScratchEngine;
  let engine: Engine;
  beforeAll(async () => {
    scratch = await scratchEngine(name);
    engine = await scratch.open();
    await engine.query('create table bids (name text primary key)');
  });
  beforeEach(async () => {
    await engine.query('delete from bids');
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  const insert = (to: Queryable, bid: string) => to.query('insert into bids values ($1)', [bid]);
  const bids = async () =>
    (await engine.query<{ name: string }>('select name from bids order by name')).map((row) => row.name);

  test('fail with a statement that the work has not waited for, and keep none of it', async () => {
    await insert(engine, 'a');
    const failure = engine.transaction(async (transaction) => {
      await insert(transaction, 'b');
      insert(transaction, 'a').catch(() => undefined);
      return 'done';
    });
    await expect(failure).rejects.toMatchObject({ code: '23505' });
    expect(await bids()).toStrictEqual(['a']);
  });

  test('name the statement that failed, not those that it took with it', async () => {
    await insert(engine, 'a');
    const failure = engine.transaction(async (transaction) => {
      insert(transaction, 'a').catch(() => undefined);
      await insert(transaction, 'b');
    });
    await expect(failure).rejects.toMatchObject({ code: '23505' });
    expect(await bids()).toStrictEqual(['a']);
  });

  test('keep none of the work when a parameter cannot be sent', async () => {
    const failure = engine.transaction(async (transaction) => {
      await insert(transaction, 'a');
      transaction.query('insert into bids values ($1)', [{} as string]).catch(() => undefined);
    });
    await expect(failure).rejects.toThrow(TypeError);
    expect(await bids()).toStrictEqual([]);
  });
});
