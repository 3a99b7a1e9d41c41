import { onTestFinished } from 'vitest';
import type { Client, Json } from '../service/client.ts';
import { eventually } from './delivering.ts';

/** An open event stream. */
export interface Stream {
  readonly response: Response;
  /** Returns everything that has arrived, as text. */
  text(): string;
  /** Returns the events so far. */
  events(): Json[];
  /** Returns the last id so far, with an event or alone. */
  lastId(): string | undefined;
  /** Returns the first `count` events, once they have arrived. */
  next(count: number): Promise<Json[]>;
  /** Resolves when the service has ended the stream. */
  readonly ended: Promise<unknown>;
  close(): void;
}

const headersOf = (credential: { token: string } | { cookie: string }): Record<string, string> =>
  'token' in credential ? { authorization: `Bearer ${credential.token}` } : credential;

/** Opens an event stream and closes it after the test. */
export async function follow(
  client: Pick<Client, 'address'>,
  {
    query = '',
    lastEventId,
    ...credential
  }: { query?: string; lastEventId?: string | undefined } & ({ token: string } | { cookie: string }),
): Promise<Stream> {
  const stopping = new AbortController();
  const response = await fetch(client.address(`/events${query}`), {
    headers: { ...headersOf(credential), ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
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
