import { describe, expect, it } from 'vitest';
import { planClaims } from '../../src/events/claims.ts';
import type { DueEndpoint } from '../../src/store/outbox/deliveries.ts';

const endpoint = (account: number, webhook = 1, more: Partial<DueEndpoint> = {}): DueEndpoint => ({
  ...{ account_id: String(account), webhook_id: String(webhook), is_failing: false, has_rate_limit: false },
  has_records: false,
  ...more,
});

const accounts = (count: number): DueEndpoint[] => Array.from({ length: count }, (_, index) => endpoint(index + 1));

const idle = { inHand: () => 0, recordsInHand: () => 0, most: 500, random: () => 0 };

describe('the claims of a round', () => {
  it('cover each account once, with the capacity of each of its endpoints', () => {
    const due = [endpoint(1), endpoint(2, 1, { is_failing: true }), endpoint(1, 2, { has_rate_limit: true })];
    expect(planClaims(due, idle)).toEqual({
      claims: [
        {
          accountId: '1',
          rooms: [
            { webhook_id: '1', room: 32 },
            { webhook_id: '2', room: 1 },
          ],
        },
        { accountId: '2', rooms: [{ webhook_id: '1', room: 2 }] },
      ],
      isPartial: false,
    });
  });

  it('are empty if nothing is due, or if an endpoint has its maximum under way', () => {
    expect(planClaims([], idle)).toEqual({ claims: [], isPartial: false });
    expect(planClaims([endpoint(1)], { ...idle, inHand: () => 32 })).toEqual({ claims: [], isPartial: false });
  });

  it('share the capacity of the process, the endpoints with the fewest deliveries under way first', () => {
    const { claims } = planClaims(accounts(3), {
      ...{ ...idle, most: 4 },
      inHand: ({ account_id: id }) => (id === '1' ? 5 : 0),
    });
    expect(claims.map(({ accountId, rooms }) => [accountId, rooms[0]?.room])).toEqual([
      ['2', 1],
      ['3', 1],
      ['1', 1],
    ]);
  });

  it('never exceed the capacity of the process', () => {
    const { claims } = planClaims(accounts(9), { ...idle, most: 5 });
    expect(claims).toHaveLength(5);
  });

  it('bound the messages with records of an account, without a share of other accounts and of messages without', () => {
    const due = [1, 2, 3, 4, 5].map((webhook) => endpoint(1, webhook, { has_records: true }));
    const others = [endpoint(1, 6), endpoint(2, 1, { has_records: true })];
    const roomsOf = (recordsInHand: number) =>
      planClaims([...due, ...others], { ...idle, recordsInHand: (id) => (id === '1' ? recordsInHand : 0) }).claims.map(
        ({ rooms }) => rooms.map(({ room }) => room),
      );
    expect(roomsOf(0)).toEqual([[8, 8, 8, 8, 32], [8]]);
    expect(roomsOf(29)).toEqual([[3, 32], [8]]);
    expect(roomsOf(32)).toEqual([[32], [8]]);
  });

  it('cover at most 32 accounts, and every account gets its turn', () => {
    const served = new Set<string>();
    for (let round = 0; round < 200; round += 1) {
      const { claims, isPartial } = planClaims(accounts(100), { ...idle, random: Math.random });
      expect([claims.length, isPartial]).toEqual([32, true]);
      for (const { accountId } of claims) served.add(accountId);
    }
    expect(served.size).toBe(100);
  });
});
