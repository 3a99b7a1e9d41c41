import { expect } from 'vitest';
import type { Client, Json } from '../service/client.ts';
import { next } from './make.ts';

/** The body of a request for a new calendar feed. */
export const feedBody = (fields: object = {}) => ({ calendar_feed: { name: `Bids ${next()}`, ...fields } });

/** Creates a calendar feed through the API, and returns it with its address. */
export async function makeFeed(client: Client, fields: object = {}): Promise<Json> {
  const answer = await client.post('/calendar_feeds', feedBody(fields));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.calendar_feed;
}

/** The secret in the address of a feed. */
export const secretOf = ({ url }: Json): string => /feeds\/(\w+)\.ics$/.exec(url)?.[1] ?? '';

/** The logical lines of a calendar. */
export const unfolded = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');

/** The events of a calendar, each with the values of its properties by their names with parameters. */
export function eventsOf(text: string): Record<string, string>[] {
  const parts = unfolded(text).join('\n').split('BEGIN:VEVENT\n').slice(1);
  return parts.map((part) => {
    const lines = part.slice(0, part.indexOf('END:VEVENT')).trimEnd().split('\n');
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    );
  });
}
