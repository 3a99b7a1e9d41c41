import type { Operations, Schemas } from './operations.ts';
import { EventsLost, Refused, Unreachable } from './problem.ts';
import type { Transport } from './request.ts';
import { mayPass, pause, waitMs } from './retry.ts';

/** One event of the account. */
export type StreamedEvent = Operations['GET /events']['event'];

export interface FollowOptions {
  /** The id of the last event that was received. Without it, the stream starts now. */
  readonly after?: string | undefined;
  /** Only events of these types. The default is all. */
  readonly types?: readonly Schemas['WebhookEventType'][] | undefined;
  /** Adds who made the change, and the version of the record after it. */
  readonly include?: readonly Operations['GET /events']['include'][] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A message of a stream: an event, or only the id after which to resume (`event` null), or a pulse (both null). */
export interface Arrival {
  readonly id: string | null;
  readonly event: StreamedEvent | null;
  /** The time after which the service wants a client to come again. */
  readonly retryMs: number | null;
}

/** The service sends a pulse every 15 seconds. */
const silenceMs = 30_000;

/** Follows the events of the account, and connects again whenever the connection ends, until the signal. */
export async function* followEvents(transport: Transport, following: FollowOptions): AsyncGenerator<StreamedEvent> {
  let [after, retryMs, failed] = [following.after, 3000, 0];
  for (;;) {
    try {
      for await (const arrival of readEvents(transport, { ...following, after })) {
        failed = 0;
        after = arrival.id ?? after;
        retryMs = arrival.retryMs ?? retryMs;
        if (arrival.event) yield arrival.event;
      }
      await pause(retryMs, following.signal);
    } catch (error) {
      if (!mayPass(error)) throw error;
      await pause(waitMs(error, failed), following.signal);
      failed += 1;
    }
  }
}

/**
 * Follows the events until the connection ends. The caller connects again, with the last id as `after`.
 * @throws {EventsLost} if the service no longer keeps that event. @throws {Refused} @throws {Unreachable}
 */
export async function* readEvents(transport: Transport, following: FollowOptions): AsyncGenerator<Arrival> {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(following.signal ? [following.signal] : [])]);
  const { body } = await openStream(transport, { ...following, signal });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const read = async () => {
    const timer = setTimeout(() => ending.abort(), silenceMs);
    return await reader.read().finally(() => clearTimeout(timer));
  };
  let text = '';
  try {
    for (let part = await read(); !part.done; part = await read()) {
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.map(arrivalOf);
    }
  } catch (cause) {
    following.signal?.throwIfAborted();
    throw new Unreachable('The stream of events broke off.', { cause });
  } finally {
    // A program that leaves its loop closes the connection.
    ending.abort();
  }
}

async function openStream(transport: Transport, { after, types, include, signal }: FollowOptions): Promise<Response> {
  const headers = { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) };
  const query = { event_type: types, include };
  return await transport.open({ path: '/events', query, headers, signal, retries: 0 }).catch((error: unknown) => {
    const isLost = error instanceof Refused && error.problems.some(({ parameter }) => parameter === 'Last-Event-ID');
    throw isLost ? new EventsLost(error.problem, error.headers) : error;
  });
}

function arrivalOf(block: string): Arrival {
  const valueOf = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
  const [data, retry] = [valueOf('data'), valueOf('retry')];
  return {
    id: valueOf('id'),
    event: data === null ? null : (JSON.parse(data) as StreamedEvent),
    retryMs: retry === null ? null : Number(retry),
  };
}
