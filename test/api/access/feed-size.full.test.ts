import { afterAll, beforeAll, expect, it } from 'vitest';
import { dateAfter } from '../../../src/domain/calendar.ts';
import { eventsOf, makeFeed } from '../../support/data/feeds.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const bids = 5001;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { first } = service;
  const projects = Array.from({ length: bids }, (_, index) => ({
    name: `Bid ${index} ${'x'.repeat(200)}`,
    // The last of the feed is made first.
    bid_due_date: dateAfter('2026-03-02', Math.floor((bids - 1 - index) / 20)),
  }));
  const answer = await first.post('/projects/bulk', { projects });
  expect(answer.status).toBe(200);
});
afterAll(() => service.stop());

it('a calendar feed has at most 5,000 bids, the first ones by day', async () => {
  const { url } = await makeFeed(service.first);
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const events = eventsOf(await answer.text());
  expect(events).toHaveLength(5000);
  const numbers = events.map(({ SUMMARY: text = '' }) => Number(/Bid (\d+) /.exec(text)?.[1]));
  expect(new Set(numbers).size).toBe(5000);
  expect(numbers).not.toContain(0);
  const days = events.map((event) => event['DTSTART;VALUE=DATE'] ?? '');
  expect(days).toEqual(days.toSorted());
});

it('a calendar feed with a search has the 1,000 bids that the list shows', async () => {
  const { url } = await makeFeed(service.first, { query: 'q=bid' });
  expect(eventsOf(await (await fetch(url)).text())).toHaveLength(1000);
});
