import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** A message of a change that is still being committed has an earlier id than those after it. None takes that long. */
const settledMs = 60_000;

/**
 * The id of a late event, read before the data of the screens: the stream of events begins after it, so that no change
 * between them is missed. Null if the last events are all too new.
 */
export const lastEventQuery = queryOptions({
  queryKey: ['last event'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const settledBefore = Date.now() - settledMs;
    const { body } = await api.send('GET /webhook_messages', { query: { per_page: 20 }, signal });
    return body.webhook_messages.find(({ timestamp }) => Date.parse(timestamp) < settledBefore)?.id ?? null;
  },
});
