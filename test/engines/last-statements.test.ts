import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engine, Transaction } from '../../src/store/engine.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { onlyWithin } from '../../src/store/transaction-work.ts';
import { fatalError, startGateway } from '../support/gateway.ts';
import {
  engineNames,
  type ScratchEngine,
  scratchDatabase,
  scratchEngine,
  serverUrl,
} from '../support/scratch-engines.ts';

const insert = 'insert into bids values ($1)';
const table = 'create table bids (name text primary key)';

const bidsOf = async (engine: Engine) =>
  (await engine.query<{ name: string }>('select name from bids order by name')).map((row) => row.name);

describe.each(engineNames)('the last statement of a transaction on the %s engine', (name) => {
  let scratch: ScratchEngine;
  let engine: Engine;
  beforeAll(async () => {
    scratch = await scratchEngine(name);
    engine = await scratch.open();
    await engine.query(table);
  });
  beforeEach(async () => {
    await engine.query('delete from bids');
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  test.each([true, false])('is kept with the others, or fails with them (looks first: %s)', async (looksFirst) => {
    await engine.transaction(
      async (transaction) => {
        await transaction.query('select 1');
        await transaction.query(insert, ['a']);
        await transaction.queryLast(insert, ['b']);
      },
      { looksFirst },
    );
    const doubtful = engine.transaction(
      async (transaction) => {
        await transaction.query(insert, ['c']);
        await transaction.queryLast('insert into bids select $1 where 1 / $2::integer = 0', ['d', 0]);
      },
      { looksFirst },
    );
    await expect(doubtful).rejects.toMatchObject({ code: '22012' });
    expect(await bidsOf(engine)).toStrictEqual(['a', 'b']);
  });

  test('is the end: nothing follows it, and nothing undoes it', async () => {
    const further = engine.transaction(async (transaction) => {
      await transaction.queryLast(insert, ['a']);
      await transaction.query('select 1');
    });
    await expect(further).rejects.toThrow('this transaction is over');
    expect(await bidsOf(engine)).toStrictEqual(['a']);
  });

  test('that cannot be sent takes nothing with it', async () => {
    const unsendable = engine.transaction(async (transaction) => {
      await transaction.query(insert, ['a']);
      await transaction.queryLast(insert, [{} as string]);
    });
    await expect(unsendable).rejects.toThrow();
    expect(await bidsOf(engine)).toStrictEqual([]);
  });

  test('that loses a race runs again with all of them', async () => {
    await engine.query(insert, ['taken']);
    const tried: string[] = [];
    await engine.transaction(async (transaction) => {
      tried.push(tried.length === 0 ? 'taken' : 'free');
      await transaction.queryLast(insert, [tried.at(-1) ?? '']);
    });
    expect(tried).toStrictEqual(['taken', 'free']);
    expect(await bidsOf(engine)).toStrictEqual(['free', 'taken']);
  });

  test('can tell whether it is within one', async () => {
    const asked = `select ${onlyWithin} as within`;
    expect(await engine.transaction((transaction) => transaction.query(asked))).toStrictEqual([{ within: 1 }]);
    await expect(engine.query(asked)).rejects.toMatchObject({ code: '22012' });
  });
});

describe.skipIf(serverUrl === undefined)('a transaction over the wire', () => {
  let scratch: ScratchEngine;
  let engine: Engine;
  let url: string;
  beforeAll(async () => {
    scratch = await scratchDatabase();
    engine = await scratch.open();
    await engine.query(table);
    url = scratch.databaseUrl ?? '';
  });
  beforeEach(async () => {
    await engine.query('delete from bids');
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  test('waits twice when it looks first, once its statements are prepared', async () => {
    const asked = new EventEmitter();
    let heard = '';
    let awaited = '';
    const missed: string[] = [];
    await using gateway = await startGateway(new URL(url), {
      heard: (message) => {
        heard += message.toString('latin1');
        asked.emit('more');
      },
      // What is not sent until it is answered is missed.
      answering: async () => {
        const signal = AbortSignal.timeout(5000);
        while (!heard.includes(awaited)) {
          await once(asked, 'more', { signal }).catch(() => missed.push(awaited));
          if (signal.aborted) awaited = '';
        }
      },
    });
    await using opened = await openPostgres({ url: gateway.url, maxConnections: 1 });
    const look = 'select $1::text';
    await opened.query(look, ['to prepare']);
    await opened.query(insert, ['prepared']);
    const expectBeforeAnswers = (text: string) => {
      heard = '';
      awaited = text;
    };
    expectBeforeAnswers('to look');
    const work = async (transaction: Transaction) => {
      await transaction.query(look, ['to look']);
      expectBeforeAnswers('commit');
      await transaction.queryLast(insert, ['made']);
    };
    await opened.transaction(work, { looksFirst: true });
    expect(missed).toStrictEqual([]);
    expect(await bidsOf(engine)).toStrictEqual(['made', 'prepared']);
  });

  test('keeps no last statement that the driver sends again after its end', async () => {
    await using one = await scratch.open({ maxConnections: 1 });
    const text = `with added as (${insert}) select ${onlyWithin} as done`;
    await one.transaction((transaction) => transaction.queryLast(text, ['first']));
    const forgotten = one.transaction(async (transaction) => {
      // As where a pooler has given the work to another session of the server.
      await transaction.query('deallocate all');
      await transaction.queryLast(text, ['second']);
    });
    await expect(forgotten).rejects.toMatchObject({ code: '26000' });
    expect(await bidsOf(engine)).toStrictEqual(['first']);
  });

  test('keeps no first statement that the driver sends again on another connection', async () => {
    let refuses = false;
    const refuse = () => {
      const refusal = refuses ? fatalError('53300', 'sorry, too many clients already') : undefined;
      refuses = false;
      return refusal;
    };
    await using gateway = await startGateway(new URL(url), { refuse });
    await using opened = await openPostgres({ url: gateway.url, maxConnections: 1 });
    refuses = true;
    const refused = opened.transaction((transaction) => transaction.query(insert, ['ghost']));
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    // The driver tries again soon after.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await bidsOf(engine)).toStrictEqual([]);
    await opened.transaction((transaction) => transaction.query(insert, ['kept']));
    expect(await bidsOf(engine)).toStrictEqual(['kept']);
  });
});
