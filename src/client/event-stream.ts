import { problemOf, Refused } from './problem.ts';
import type { Client } from './request.ts';

/** One event of the account. */
export interface StreamedEvent {
  readonly id: string;
  readonly event_type: string;
  readonly timestamp: string;
  readonly payload: { readonly id: string; readonly url: string };
  readonly [member: string]: unknown;
}

interface Following {
  /** The id of the last event that was received. Without it, the stream starts now. */
  readonly after?: string | undefined;
  readonly signal: AbortSignal;
}

/** A message of a stream: an event, or only the id after which to resume (`data` null), or a pulse (both null). */
export interface Arrival {
  readonly id: string | null;
  readonly event: StreamedEvent | null;
}

/**
 * Follows `GET /events` until the connection ends. The caller reconnects, with the last id as `after`.
 * @throws {Refused} if the service refuses the stream.
 */
export async function* followEvents(client: Client, { after, signal }: Following): AsyncGenerator<Arrival> {
  const answer = await client.open({
    path: '/events',
    headers: { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) },
    signal,
  });
  if (!answer.ok || !answer.body) throw new Refused(await problemOf(answer), answer.headers);
  let text = '';
  const decoder = new TextDecoder();
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks.map(arrivalOf);
  }
}

function arrivalOf(block: string): Arrival {
  const lines = block.split('\n');
  const valueOf = (name: string): string | null =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
  const data = valueOf('data');
  return { id: valueOf('id'), event: data === null ? null : (JSON.parse(data) as StreamedEvent) };
}
