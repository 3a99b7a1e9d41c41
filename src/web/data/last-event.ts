import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** A message of a change that is still being committed has an earlier id than those after it. None takes that long. */
const settledMs = 60_000;

/** Sample data writes messages of the past after those of the present. Few have a time so near. */
const recentMs = 5 * settledMs;

/**
 * The id of a late event, read before the data of the screens: the stream of events begins after it, so that no change
 * between them is missed. Null without a settled event of the last minutes: the screens then read everything again once
 * the stream is open.
 */
export const lastEventQuery = queryOptions({
  queryKey: ['last event'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const now = Date.now();
    const since = new Date(now - recentMs).toISOString();
    const query = { per_page: 20, 'timestamp[gte]': since };
    const { body } = await api.send('GET /webhook_messages', { query, signal });
    return body.webhook_messages.find(({ timestamp }) => Date.parse(timestamp) < now - settledMs)?.id ?? null;
  },
});
