import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { fatalError, startGateway } from '../support/service/gateway.ts';
import { engineNames, type ScratchEngine, scratchEngine, serverUrl } from '../support/programs/scratch-engines.ts';

const insert = 'insert into bids values ($1)';

describe.each(engineNames)('a failed statement in a transaction on the %s engine', (name) => {
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

  const bids = async () =>
    (await engine.query<{ name: string }>('select name from bids order by name')).map((row) => row.name);

  test('rolls back the statements before it, and no later transaction', async () => {
    const doubtful = engine.transaction(async (transaction) => {
      await transaction.query(insert, ['a']);
      await transaction.query('insert into bids select $1 where 1 / $2::integer = 0', ['b', 0]);
    });
    await expect(doubtful).rejects.toMatchObject({ code: '22012' });
    await engine.transaction((transaction) => transaction.query(insert, ['c']));
    expect(await bids()).toStrictEqual(['c']);
  });

  test('that cannot be sent rolls them back too', async () => {
    const unsendable = engine.transaction(async (transaction) => {
      await transaction.query(insert, ['a']);
      await transaction.query(insert, [{} as string]);
    });
    await expect(unsendable).rejects.toThrow();
    expect(await bids()).toStrictEqual([]);
  });

  test('that loses a race makes the whole transaction run again', async () => {
    await engine.query(insert, ['taken']);
    const tried: string[] = [];
    await engine.transaction(async (transaction) => {
      tried.push(tried.length === 0 ? 'taken' : 'free');
      await transaction.query(insert, [`with ${tried.at(-1)}`]);
      await transaction.query(insert, [tried.at(-1) ?? '']);
    });
    expect(tried).toStrictEqual(['taken', 'free']);
    expect(await bids()).toStrictEqual(['free', 'taken', 'with free']);
  });
});

describe.skipIf(serverUrl === undefined)('a prepared statement that Postgres has lost', () => {
  test('fails its transaction, because the driver does not send it again', async () => {
    const scratch = await scratchEngine('postgres');
    const engine = await scratch.open({ maxConnections: 1 });
    await engine.query('create table bids (name text primary key)');
    await engine.transaction((transaction) => transaction.query(insert, ['first']));
    const forgotten = engine.transaction(async (transaction) => {
      // Simulates a pooler that has moved the connection to another session of the server.
      await transaction.query('deallocate all');
      await transaction.query(insert, ['second']);
    });
    await expect(forgotten).rejects.toMatchObject({ code: '26000' });
    expect(await engine.query('select name from bids')).toStrictEqual([{ name: 'first' }]);
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });
});

describe.skipIf(serverUrl === undefined)('a transaction whose connection is refused', () => {
  test('sends no statement on the next connection that the driver opens', async () => {
    const scratch = await scratchEngine('postgres');
    const engine = await scratch.open();
    await engine.query('create table bids (name text primary key)');
    let refuses = false;
    const refuse = () => {
      const refusal = refuses ? fatalError('53300', 'sorry, too many clients already') : undefined;
      refuses = false;
      return refusal;
    };
    await using gateway = await startGateway(new URL(scratch.databaseUrl ?? ''), refuse);
    await using opened = await openPostgres({ url: gateway.url, maxConnections: 1 });
    refuses = true;
    const refused = opened.transaction((transaction) => transaction.query(insert, ['ghost']));
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    // The driver connects again soon afterwards.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await engine.query('select name from bids')).toStrictEqual([]);
    await opened.transaction((transaction) => transaction.query(insert, ['kept']));
    expect(await engine.query('select name from bids')).toStrictEqual([{ name: 'kept' }]);
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });
});
