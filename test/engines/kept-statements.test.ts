import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';

const bounds = { embedded: 200, postgres: 500 };

describe.each(engineNames)('prepared statements on the %s engine', (name) => {
  let scratch: ScratchEngine;
  let engine: Engine;
  beforeAll(async () => {
    scratch = await scratchEngine(name);
    engine = await scratch.open({ maxConnections: 1 });
  });
  beforeEach(() => engine.script('drop table if exists bids; create table bids (name text primary key)'));
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  const add = 'insert into bids values ($1)';
  const list = 'select * from bids';
  const kept = () =>
    engine.query<{ statement: string }>(
      'select name, statement, prepare_time::text as since from pg_prepared_statements order by prepare_time, name',
    );

  test('stay prepared across transactions, committed or not, and across settings', async () => {
    await engine.query(list);
    await engine.transaction((transaction) => transaction.query(add, ['a']));
    await kept();
    const before = await kept();
    expect(before.map(({ statement }) => statement)).toEqual(expect.arrayContaining([list, add]));
    await engine.transaction(async (transaction) => {
      await transaction.query('set local synchronous_commit = off');
      await transaction.query(add, ['b']);
    });
    await expect(engine.transaction((transaction) => transaction.query(add, ['b']))).rejects.toThrow('duplicate');
    expect((await kept()).filter(({ statement }) => !utility.test(statement))).toStrictEqual(
      before.filter(({ statement }) => !utility.test(statement)),
    );
  });

  test('read the original table after a change of the table was rolled back', async () => {
    await engine.query(add, ['a']);
    const list = 'select * from bids where true';
    const changed = engine.transaction(async (transaction) => {
      await transaction.query("alter table bids add column note text not null default 'new'");
      expect(await transaction.query(list)).toStrictEqual([{ name: 'a', note: 'new' }]);
      throw new Error('changed my mind');
    });
    await expect(changed).rejects.toThrow('changed my mind');
    expect(await engine.query(list)).toStrictEqual([{ name: 'a' }]);
    const read = () => engine.transaction((transaction) => transaction.query(list));
    expect(await read()).toStrictEqual([{ name: 'a' }]);
  });

  if (name === 'postgres') {
    test('are limited by the length of their texts, because the server needs more memory for longer ones', async () => {
      for (let number = 0; number < 60; number += 1) await engine.query(`select ${number} -- ${'x'.repeat(30_000)}`);
      const lengths = (await kept()).map(({ statement }) => statement.length);
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_100_000);
    });
  }

  test('are limited in number, and include those that are still in use', async () => {
    const bound = bounds[name];
    const used: number[] = [];
    for (let number = 0; number < 3 * bound; number += 1) {
      await engine.query(`select ${number} as n`);
      if (number % 50 > 0) continue;
      await engine.query(list);
      const statements = (await kept()).map(({ statement }) => statement);
      expect(statements.length).toBeLessThanOrEqual(bound + 1);
      if (statements.includes(list)) used.push(number);
    }
    expect(used.at(-1)).toBe(3 * bound - 50);
  });
});

/** The statements that the server engine also prepares once. They change no table. */
const utility = /^(?:begin|commit|rollback|set) ?/;
