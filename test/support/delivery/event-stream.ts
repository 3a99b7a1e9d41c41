import { onTestFinished } from 'vitest';
import type { Client, Json } from '../service/client.ts';
import { eventually } from './delivering.ts';

/** A client that follows the events. */
export interface Stream {
  readonly response: Response;
  /** All that has come, as text. */
  text(): string;
  /** The messages so far. */
  events(): Json[];
  /** The last id so far, be it of an event or alone. */
  lastId(): string | undefined;
  /** The first so many messages, once they are there. */
  next(count: number): Promise<Json[]>;
  /** Resolves when the service has ended it. */
  readonly ended: Promise<unknown>;
  close(): void;
}

/** Follows events until the test is over. */
export async function follow(
  client: Pick<Client, 'address'>,
  { query = '', lastEventId, token }: { query?: string; lastEventId?: string | undefined; token: string },
): Promise<Stream> {
  const stopping = new AbortController();
  const response = await fetch(client.address(`/events${query}`), {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: stopping.signal,
  });
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
  };
  const ended = read().catch(() => undefined);
  onTestFinished(() => stopping.abort());
  const events = (): Json[] => [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
  return {
    response,
    ended,
    events,
    text: () => text,
    lastId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1],
    close: () => stopping.abort(),
    next: (count) =>
      eventually(() => {
        if (events().length < count) throw new Error(`${events().length} of ${count} events have come`);
        return events().slice(0, count);
      }),
  };
}
