import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
const bids = 5001;
const states = 1001;
const mostInBulk = 200;

/** Bids of one day, in 1,001 states. */
const bid = (_: unknown, place: number) => ({
  ...{ name: `Bid ${place}`, bid_due_date: '2026-04-02', amount: 0.01, address: { state: `S${place % states}` } },
  ...{ start_date: '2026-05-01', end_date: '2026-05-31' },
});

beforeAll(async () => {
  service = await startTestService();
  service.clock.set('2026-03-29T16:00:00Z');
  const rows = Array.from({ length: bids }, bid);
  for (let at = 0; at < bids; at += mostInBulk) {
    const projects = rows.slice(at, at + mostInBulk);
    const { status, text } = await service.first.post('/projects/bulk', { projects });
    expect(status, text).toBe(200);
  }
});
afterAll(() => service.stop());

const errorsOf = async (path: string): Promise<string[]> => {
  const { status, body } = await service.first.get(`/reports/${path}`);
  expect(status).toBe(400);
  return body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`);
};

describe('reports of many projects', () => {
  it('refuse more than 5,000 bids, and have 5,000', async () => {
    expect(await errorsOf('bids_due')).toEqual(['to too_many']);
    const { body } = await service.first.get('/reports/bids_due?name[ne]=Bid 7');
    expect([body.bids_due.count, body.bids_due.amount, body.bids_due.days[0].bids.length]).toEqual([5000, 50, 5000]);
  });

  it('refuse more than 1,000 groups, and have 1,000', async () => {
    expect(await errorsOf('backlog?group_by=address.state')).toEqual(['group_by too_many']);
    const { body } = await service.first.get('/reports/backlog?group_by=address.state&address.state[ne]=S0');
    expect(body.backlog.groups).toHaveLength(1000);
    const counts = body.backlog.groups.map(({ sum }: Json) => sum.count);
    expect(counts.reduce((sum: number, count: number) => sum + count)).toBe(body.backlog.total.sum.count);
  });

  it('have pages of 500 items, the last one by its number', async () => {
    const page = async (number: number) =>
      await service.first.get(`/reports/attention?rule=bid_due_soon,unassigned&per_page=500&page=${number}`, {
        Prefer: 'count=exact',
      });
    const places: string[] = [];
    for (let number = 1; number <= 21; number += 1) {
      const { body, headers } = await page(number);
      expect(headers.get('X-Total-Count')).toBe(String(2 * bids));
      places.push(...body.attention.items.map(({ rule, project }: Json) => `${rule} ${project.id}`));
    }
    expect(new Set(places).size).toBe(2 * bids);
    expect(places.filter((place) => place.startsWith('bid_due_soon'))).toEqual(places.slice(0, bids));
  });

  it('are files without pages', async () => {
    const { text } = await service.first.get('/reports/attention.csv?rule=unassigned');
    expect(text.split('\r\n')).toHaveLength(bids + 2);
    const list = (await service.first.get('/reports/backlog/projects.csv?line=pursuit')).text;
    expect(list.split('\r\n')).toHaveLength(bids + 2);
  });
});
