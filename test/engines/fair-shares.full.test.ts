import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { FairQueue, type Flow } from '../../src/fair-queue.ts';
import { Refusal } from '../../src/refusal.ts';
import { engineNames, scratchDatabase, scratchEngine, serverUrl } from '../support/programs/scratch-engines.ts';

test('work that throws at once fails alone and frees its place', async () => {
  const refuse = () => new Refusal('unavailable', 'Too much work waits.');
  const queue = new FairQueue({ places: 1, mostWaiting: 10, refuse });
  const broken = () => {
    throw new TypeError('broken');
  };
  const running = [{ accountId: '1' }, undefined].flatMap((flow) => [
    queue.run(broken, flow),
    queue.run(() => Promise.resolve('done'), flow),
  ]);
  const failed = { status: 'rejected', reason: new TypeError('broken') };
  const done = { status: 'fulfilled', value: 'done' };
  expect(await Promise.allSettled(running)).toEqual([failed, done, failed, done]);
  await queue.idle();
});

describe.each(engineNames)('transactions of several accounts on the %s engine', (name) => {
  const order: string[] = [];
  /** Each piece moves it by the milliseconds that it takes. */
  let time = 0;

  const piece = (of: Engine, label: string, { flow, takes = 20 }: { flow?: Flow; takes?: number } = {}) =>
    of.transaction(
      async (transaction) => {
        order.push(label);
        await transaction.query('select 1');
        time += takes;
      },
      { flow },
    );

  /** Holds the only connection while the pieces line up. @returns the order in which they began. */
  async function orderOf(lineUp: (of: Engine) => Promise<unknown>[], maxQueue = 50): Promise<string> {
    const scratch = await scratchEngine(name);
    const engine = await scratch.open({ maxQueue, maxConnections: 1, timer: () => time });
    order.length = 0;
    const gate = new EventEmitter();
    const opened = once(gate, 'open');
    const holder = engine.transaction(() => opened);
    const pieces = lineUp(engine);
    gate.emit('open');
    await Promise.all([holder, ...pieces]);
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
    return order.join(' ');
  }

  test('begin in turn, work of the service first', async () => {
    const began = await orderOf((of) => [
      ...['a1', 'a2', 'a3'].map((label) => piece(of, label, { flow: { accountId: '1' } })),
      ...['b1', 'b2'].map((label) => piece(of, label, { flow: { accountId: '2' }, takes: 30 })),
      piece(of, 'service'),
    ]);
    expect(began).toBe('service a1 b1 a2 b2 a3');
  });

  test('begin in the account that has used the least time', async () => {
    const began = await orderOf((of) => [
      ...['a1', 'a2'].map((label) => piece(of, label, { flow: { accountId: '1' }, takes: 100 })),
      ...['b1', 'b2', 'b3'].map((label) => piece(of, label, { flow: { accountId: '2' }, takes: 30 })),
    ]);
    expect(began).toBe('a1 b1 b2 b3 a2');
  });

  test('do not wait for a long task of the same account', async () => {
    const long = { flow: { accountId: '1', isLong: true }, takes: 30 };
    const began = await orderOf((of) => [
      ...['long1', 'long2', 'long3'].map((label) => piece(of, label, long)),
      ...['a1', 'a2'].map((label) => piece(of, label, { flow: { accountId: '1' } })),
    ]);
    expect(began).toBe('long1 a1 a2 long2 long3');
  });

  test('leave room for each other in the queue', async () => {
    const refused: unknown[] = [];
    const of1 = ['a1', 'a2', 'a3', 'a4'];
    const began = await orderOf(
      (of) => [
        ...of1.map((label) =>
          piece(of, label, { flow: { accountId: '1' } }).catch((error: unknown) => refused.push(error)),
        ),
        piece(of, 'b1', { flow: { accountId: '2' } }),
      ],
      6,
    );
    expect(began).toBe('a1 b1 a2 a3');
    expect(refused).toMatchObject([{ code: 'unavailable' }]);
  });
});

describe.skipIf(serverUrl === undefined)('the connections to a server', () => {
  test('are never all taken by one account', async () => {
    const scratch = await scratchDatabase();
    const engine = await scratch.open({ maxConnections: 4 });
    const gate = new EventEmitter();
    let running = 0;
    const work = (): Promise<unknown> => {
      running += 1;
      return once(gate, 'open');
    };
    const held = Array.from({ length: 6 }, () => engine.transaction(work, { flow: { accountId: '1' } }));
    expect(await engine.query('select 1 as n', [], { accountId: '2' })).toStrictEqual([{ n: 1 }]);
    await expect.poll(() => running).toBe(2);
    gate.emit('open');
    await expect.poll(() => running).toBe(4);
    gate.emit('open');
    await expect.poll(() => running).toBe(6);
    gate.emit('open');
    await Promise.all(held);
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });
});
