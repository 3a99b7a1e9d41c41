import { describe, expect, it, vi } from 'vitest';
import type { Operation } from '../../src/http/contract/operation.ts';
import type { UsageReport, Peers } from '../../src/cluster/messages.ts';
import { makeEdge, v1, type Edge } from './support.ts';

/** Returns two edges that share their spending, with a clock that stands still. */
function makePair(environment: Record<string, string>, operations?: Operation[]) {
  const takes: ((spending: UsageReport) => void)[] = [];
  const told = { count: 0 };
  const peersOf = (self: number): Peers => ({
    tell: (spending) => {
      takes.forEach((take, index) => index !== self && take(JSON.parse(JSON.stringify(spending)) as UsageReport));
      told.count += 1;
    },
    onTold: (take) => void takes.push(take),
    measured: async () => [],
    onAsked: () => undefined,
  });
  const make = (self: number) =>
    makeEdge({ environment, monotonic: () => 0, peers: peersOf(self), ...(operations && { operations }) });
  /** Runs some work and resolves when the edges have shared all that it spent. */
  const untilTold = async (edges: number, work: () => Promise<unknown>): Promise<void> => {
    const before = told.count;
    await work();
    await vi.waitUntil(() => told.count === before + edges);
  };
  return { one: make(0), other: make(1), untilTold };
}

/** Guesses the password of the user. */
const guessing: Operation = {
  ...{ id: 'guess', method: 'POST', path: '/guesses/{id}', summary: '', tag: 'projects', scope: 'write' },
  ...{ query: [], status: 200 },
  handle: async ({ guess, path }) => {
    const isRight = await guess('ann@northline.example', async () => path['id'] === 'right');
    return { status: 200, body: JSON.stringify({ isRight }) };
  },
};

const ask = ({ app }: Edge, authorization?: string) =>
  app.inject({ url: `${v1}/projects/4`, headers: authorization === undefined ? {} : { authorization } });

const times = (count: number, work: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, work));

describe('several processes', () => {
  it('share the allowance of a token', async () => {
    const { one, other, untilTold } = makePair({ RATE_LIMIT: '2/5' });
    await untilTold(1, () => times(3, () => ask(one, 'Bearer admin')));
    expect((await ask(other, 'Bearer admin')).headers['ratelimit']).toBe('"default";r=1;t=2');
    expect((await ask(other, 'Bearer admin')).statusCode).toBe(200);
    expect((await ask(other, 'Bearer admin')).statusCode).toBe(429);
    expect((await ask(other, 'Bearer reader')).statusCode).toBe(200);
  });

  it('share the allowance of an account', async () => {
    const { one, other, untilTold } = makePair({ RATE_LIMIT: '2/5', ACCOUNT_RATE_LIMIT: '1/3' });
    await untilTold(1, () => times(3, () => ask(one, 'Bearer admin')));
    expect((await ask(other, 'Bearer reader')).statusCode).toBe(429);
  });

  it('pay back the excess that they admitted together', async () => {
    const { one, other, untilTold } = makePair({ RATE_LIMIT: '2/5' });
    await untilTold(2, () => times(5, () => Promise.all([ask(one, 'Bearer admin'), ask(other, 'Bearer admin')])));
    for (const edge of [one, other]) {
      const refused = await ask(edge, 'Bearer admin');
      expect(refused.statusCode).toBe(429);
      expect(refused.headers).toMatchObject({ ratelimit: '"default";r=0;t=5', 'retry-after': '3' });
    }
  });

  it('share the failures of an address, and the credentials that are known to be valid', async () => {
    const { one, other, untilTold } = makePair({});
    await untilTold(1, () => ask(one, 'Bearer admin'));
    await untilTold(1, () => times(100, () => ask(one)));
    expect((await ask(other)).statusCode).toBe(429);
    expect((await ask(other, 'Bearer reader')).statusCode).toBe(429);
    expect((await ask(other, 'Bearer admin')).statusCode).toBe(200);
  });

  it('share the wrong passwords of a user, and forget them together after a right one', async () => {
    const { one, other, untilTold } = makePair({}, [guessing]);
    const guess = async ({ app }: Edge, id: string): Promise<number> => {
      const asked = { method: 'POST', url: `${v1}/guesses/${id}`, headers: { authorization: 'Bearer admin' } } as const;
      return (await app.inject(asked)).statusCode;
    };
    await untilTold(1, () => times(4, () => guess(one, 'wrong')));
    await untilTold(1, () => guess(other, 'right'));
    await untilTold(1, () => times(4, () => guess(one, 'wrong')));
    expect(await guess(other, 'wrong')).toBe(200);
    expect(await guess(other, 'right')).toBe(429);
  });
});
