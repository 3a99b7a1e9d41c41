import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import type { Engine, Queryable } from '../../src/database/engine.ts';
import {
  engineNames,
  type ScratchEngine,
  scratchDatabase,
  scratchEngine,
  serverUrl,
} from '../support/programs/scratch-engines.ts';

describe.each(engineNames)('transactions on the %s engine', (name) => {
  let scratch: ScratchEngine;
  let engine: Engine;
  const statements: string[] = [];
  beforeAll(async () => {
    scratch = await scratchEngine(name);
    engine = await scratch.open({ onStatement: (text) => statements.push(text) });
    await engine.query('create table bids (name text primary key)');
  });
  beforeEach(async () => {
    await engine.query('delete from bids');
    statements.length = 0;
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  const insert = (to: Queryable, bid: string) => to.query('insert into bids values ($1)', [bid]);
  const bids = async () =>
    (await engine.query<{ name: string }>('select name from bids order by name')).map((row) => row.name);

  test('keep all of the work or none, and report every statement', async () => {
    const result = await engine.transaction(async (transaction) => {
      await insert(transaction, 'a');
      await insert(transaction, 'b');
      return 'done';
    });
    const failure = engine.transaction(async (transaction) => {
      await insert(transaction, 'c');
      throw new Error('changed my mind');
    });
    await expect(failure).rejects.toThrow('changed my mind');
    const sent = 'insert into bids values ($1)';
    expect(statements).toStrictEqual(['begin', sent, sent, 'commit', 'begin', sent, 'rollback']);
    expect(result).toBe('done');
    expect(await bids()).toStrictEqual(['a', 'b']);
  });

  test('answer both of two concurrent statements, and keep neither if one fails', async () => {
    const [, made] = await engine.transaction((transaction) =>
      Promise.all([insert(transaction, 'a'), transaction.query('select 2 as two')]),
    );
    expect(made).toStrictEqual([{ two: 2 }]);
    const failure = engine.transaction((transaction) =>
      Promise.all([transaction.query('select 1 / 0'), insert(transaction, 'b')]),
    );
    await expect(failure).rejects.toMatchObject({ code: '22012' });
    expect(await bids()).toStrictEqual(['a']);
  });

  test('are rolled back if the work catches the error of a statement', async () => {
    const failure = engine.transaction(async (transaction) => {
      await insert(transaction, 'a');
      await transaction.query('select 1 / 0').catch(() => []);
      return 'done';
    });
    await expect(failure).rejects.toMatchObject({ code: '22012' });
    expect(statements.at(-1)).toBe('rollback');
    expect(await bids()).toStrictEqual([]);
  });

  test('fail at the commit if they violate a deferred constraint, and do not affect the next one', async () => {
    await engine.query('create table if not exists late (id integer unique deferrable initially deferred)');
    const failure = engine.transaction(async (transaction) => {
      await transaction.query('insert into late values (1)');
      await transaction.query('insert into late values (1)');
    });
    await expect(failure).rejects.toMatchObject({ code: '23505' });
    expect(await engine.transaction((transaction) => transaction.query('select 1 as one'))).toStrictEqual([{ one: 1 }]);
  });

  test('run again if they lose a race for a unique key, and then find the winner', async () => {
    const add = () =>
      engine.transaction(async (transaction) => {
        const [found] = await transaction.query('select name from bids where name = $1', ['same']);
        if (found !== undefined) return 'found';
        await insert(transaction, 'same');
        return 'added';
      });
    const outcomes = await Promise.all([add(), add(), add(), add()]);
    expect(outcomes.sort()).toStrictEqual(['added', 'found', 'found', 'found']);
  });

  test('give up after three repeats and throw the last error', async () => {
    await insert(engine, 'taken');
    let attempts = 0;
    const failure = engine.transaction(async (transaction) => {
      attempts += 1;
      await insert(transaction, 'taken');
    });
    await expect(failure).rejects.toMatchObject({ code: '23505', constraint: 'bids_pkey' });
    expect(attempts).toBe(4);
  });

  test('do not run again after an error that would come back', async () => {
    let attempts = 0;
    const failure = engine.transaction(async (transaction) => {
      attempts += 1;
      await transaction.query('select 1 / 0');
    });
    await expect(failure).rejects.toMatchObject({ code: '22012' });
    expect(attempts).toBe(1);
  });

  test('refuse statements that bypass them, if the guard is on', async () => {
    const past = engine.transaction(() => engine.query('select 1'));
    await expect(past).rejects.toThrow('send statements to the transaction');
    await expect(engine.transaction(() => engine.transaction(async () => 1))).rejects.toThrow('send statements to');
  });

  test('refuse statements after their end', async () => {
    const kept = await engine.transaction(async (transaction) => transaction);
    await expect(kept.query('select 1')).rejects.toThrow('this transaction is over');
  });

  test('hide their changes until they are committed', async () => {
    const written = signal();
    const seen = written.promise.then(bids);
    const done = engine.transaction(async (transaction) => {
      await insert(transaction, 'hidden');
      written.resolve();
      if (name === 'postgres') await expect(seen).resolves.toStrictEqual([]);
      throw new Error('never mind');
    });
    const failed = expect(done).rejects.toThrow('never mind');
    await failed;
    expect(await seen).toStrictEqual([]);
  });

  test('make the next caller wait, and refuse a caller once the queue is full', async () => {
    const small = name === 'postgres' ? scratch : await scratchEngine(name);
    const narrow = await small.open({ maxQueue: 2, maxConnections: 1 });
    const inside = signal();
    const release = signal();
    const first = narrow.transaction(async (transaction) => {
      inside.resolve();
      await release.promise;
      return transaction.query('select 1 as n');
    });
    await inside.promise;
    const waiting = [
      narrow.query('select 2 as n'),
      narrow.transaction((transaction) => transaction.query('select 3 as n')),
    ];
    const refused = narrow.query('select 4 as n');
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    release.resolve();
    expect(await Promise.all([first, ...waiting])).toStrictEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    await narrow.close();
    if (small !== scratch) await small.remove();
  });

  test('let timers and sockets run while many callers wait', async () => {
    let finished = 0;
    const all = Promise.all(Array.from({ length: 200 }, () => engine.query('select 1').then(() => (finished += 1))));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(finished).toBeLessThan(200);
    await all;
    expect(finished).toBe(200);
  });
});

describe.skipIf(serverUrl === undefined)('transactions on several connections', () => {
  let scratch: ScratchEngine;
  let engine: Engine;
  beforeAll(async () => {
    scratch = await scratchDatabase();
    engine = await scratch.open();
    await engine.script(
      "create table bids (name text primary key, n integer); insert into bids values ('a', 0), ('b', 0)",
    );
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  test('that both read before either inserts end with one row, which the other one finds', async () => {
    const meet = meeting(2);
    const attempts: string[] = [];
    const add = (who: string) =>
      engine.transaction(async (transaction) => {
        attempts.push(who);
        const [found] = await transaction.query("select name from bids where name = 'new'");
        if (found !== undefined) return 'found';
        await meet();
        await transaction.query("insert into bids values ('new', 1)");
        return 'added';
      });
    expect((await Promise.all([add('x'), add('y')])).sort()).toStrictEqual(['added', 'found']);
    expect(attempts).toHaveLength(3);
  });

  test('that block each other both succeed in the end', async () => {
    const meet = meeting(2);
    const oneIsThrough = signal();
    let attempts = 0;
    const add = async (first: string, second: string) => {
      await engine.transaction(async (transaction) => {
        attempts += 1;
        // An earlier repeat could take the row that the other transaction still waits for, and both would block again.
        if (attempts > 2) await oneIsThrough.promise;
        await transaction.query('update bids set n = n + 1 where name = $1', [first]);
        await meet();
        await transaction.query('update bids set n = n + 1 where name = $1', [second]);
      });
      oneIsThrough.resolve();
    };
    await Promise.all([add('a', 'b'), add('b', 'a')]);
    expect(await engine.query("select n from bids where name in ('a', 'b')")).toStrictEqual([{ n: 2 }, { n: 2 }]);
    expect(attempts).toBe(3);
  });
});

/** A barrier: the first `count` callers wait for each other; later callers pass. */
function meeting(count: number): () => Promise<void> {
  const complete = signal();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === count) complete.resolve();
    return complete.promise;
  };
}

interface Signal {
  readonly promise: Promise<void>;
  resolve(): void;
}

function signal(): Signal {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}
