import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** A message of a change that is still being committed has an earlier id than those after it. None takes that long. */
const settledMs = 60_000;

/** Sample data writes messages of the past after those of the present. Few have a time so near. */
const recentMs = 5 * settledMs;

/** The events of the firm before the screens have read their data. */
export interface EventsBefore {
  /** The id of a late event after which the stream begins, so that no change is missed; null if there is none. */
  readonly after: string | null;
  /**
   * The id of the last event of a quiet firm; null if the firm has no events. If the stream begins after the same one,
   * no change was missed. Undefined if a change may still be under way.
   */
  readonly last: string | null | undefined;
}

/** Read before the data of the screens. */
export const lastEventQuery = queryOptions({
  queryKey: ['last event'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<EventsBefore> => {
    const now = Date.now();
    const { body } = await api.send('GET /webhook_messages', { query: { per_page: 20 }, signal });
    const ages = body.webhook_messages.map(({ id, timestamp }) => ({ id, age: now - Date.parse(timestamp) }));
    const [latest] = ages;
    const isQuiet = latest === undefined || latest.age > settledMs;
    return {
      after: ages.find(({ age }) => age > settledMs && age <= recentMs)?.id ?? null,
      last: isQuiet ? (latest?.id ?? null) : undefined,
    };
  },
});
