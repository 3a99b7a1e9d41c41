import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { transactionLimits } from '../../../src/records/chunks.ts';
import { next } from '../../support/data/make.ts';
import type { Reply } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
/** The rows of the first of two chunks, and of both. */
let chunk: number;
let all: number;
beforeAll(async () => {
  service = await startTestService();
  chunk = transactionLimits[service.engine.kind].records;
  all = chunk + 10;
});
afterAll(() => service.stop());

/** A request of two chunks with a key. */
function keyedBulk() {
  const key = `twins ${next()}`;
  const companies = Array.from({ length: all }, (_, index) => ({ name: key, external_id: `${key} ${index}` }));
  const send = (): Promise<Reply> => service.first.post('/companies/bulk', { companies }, { 'idempotency-key': key });
  return { key, send };
}

const made = async (name: string): Promise<number> =>
  (await service.engine.query('select 1 as found from companies where name = $1', [name])).length;

/** Does the work once: before the transaction of the bulk that goes on after this many rows. */
function beforeGoingOn(key: string, rows: number, work: () => Promise<unknown>): void {
  const { engine } = service;
  const transaction = engine.transaction.bind(engine);
  onTestFinished(() => void Object.assign(engine, { transaction }));
  const isThere = async (): Promise<boolean> => {
    const parts = await engine.query<{ rows_done: number }>(
      'select rows_done from bulk_results where account_id = $1::bigint and key = $2',
      [service.accounts.first, key],
    );
    return Math.max(...parts.map(({ rows_done: done }) => done)) === rows;
  };
  let isDone = false;
  engine.transaction = async (...asked) => {
    if (!isDone && (await isThere())) {
      isDone = true;
      await work();
    }
    return await transaction(...asked);
  };
}

describe.each([
  ['between two chunks', () => chunk],
  ['before the answer is stored', () => all],
])('a bulk request whose twin comes %s', (_, rows) => {
  it('answers as the twin does that has ended the bulk, and changes nothing twice', async () => {
    const { key, send } = keyedBulk();
    const twins: Reply[] = [];
    beforeGoingOn(key, rows(), async () => twins.push(await send()));
    const reply = await send();
    expect(twins.map(({ status, text }) => [status, text])).toEqual([[200, reply.text]]);
    expect([reply.status, reply.body.results.length, await made(key)]).toEqual([200, all, all]);
    expect((await send()).text).toBe(reply.text);
  });

  it('is a conflict if the twin has gone on with the bulk', async () => {
    const { key, send } = keyedBulk();
    beforeGoingOn(key, rows(), () =>
      service.engine.query(
        `insert into bulk_results (account_id, token_id, key, rows_done, results)
        select $1::bigint, token_id, key, rows_done + 1, '[]' from bulk_results
        where account_id = $1::bigint and key = $2 order by rows_done desc limit 1`,
        [service.accounts.first, key],
      ),
    );
    const reply = await send();
    expect([reply.status, reply.body.code, await made(key)]).toEqual([409, 'conflict', rows()]);
  });
});
