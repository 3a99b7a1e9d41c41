import { expect } from 'vitest';
import type { Player } from './player.ts';

/** Plays how a user subscribes to the bids of a calendar feed. */
export async function subscribe(player: Player): Promise<void> {
  const user = (await player.service.first.get('/users/me')).body.user;
  const due = { bid_due_at: '2026-04-02T14:00:00-05:00', bid_due_at_includes_time: true };
  const address = { street_address: '410 River Road', city: 'Boerne', state: 'TX', zip: '78006' };
  const project = { name: 'Boerne Library', project_number: '26-031', ...due, address, assigned_to_id: user.id };
  const { status, text } = await player.service.first.post('/projects', { project });
  expect(status, text).toBe(201);
  const made = await player.play('createCalendarFeed', {
    name: 'mine',
    summary: 'My own bids',
    body: { calendar_feed: { name: 'My bids', query: 'assigned_to_id=me' } },
  });
  await player.play('createCalendarFeed', {
    name: 'all',
    summary: 'All open projects',
    body: { calendar_feed: { name: 'Bids' } },
  });
  const { body } = await player.service.first.get('/calendar_feeds?per_page=1');
  const [{ id }] = body.calendar_feeds;
  await player.play('showCalendarFeed', { path: { id } });
  await player.play('listCalendarFeeds', { query: { per_page: '1' } });
  await read(player, made.calendar_feed.url);
  await player.play('deleteCalendarFeed', { path: { id } });
}

async function read(player: Player, url: string): Promise<void> {
  const answer = await fetch(player.service.url + new URL(url).pathname);
  expect(answer.status).toBe(200);
  const [secret = ''] = /\w{43}/.exec(url) ?? [];
  player.keep('readCalendarFeed', { path: { secret } }, await answer.text());
}
