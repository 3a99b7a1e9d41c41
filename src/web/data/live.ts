import { type Arrival, readEvents, type StreamedEvent } from '../../client/events.ts';
import { Refused } from '../../client/problem.ts';
import { onUnreachable, transport } from './api.ts';
import type { Connection } from './connection.ts';
import type { EventsBefore } from './last-event.ts';
import { electLeader } from './leadership.ts';

interface LiveOptions {
  /** The events before the screens have read their data; undefined if they are not known. */
  readonly before: EventsBefore | undefined;
  /** The events of a quarter of a second. */
  readonly onEvents: (events: readonly StreamedEvent[]) => void;
  /** Called when events may have been missed. */
  readonly onGap: () => void;
  readonly onConnection: (connection: Connection) => void;
}

const gatherMs = 250;
const reconnectMs = 3000;
/** The service sends a pulse every 15 seconds. A longer silence means that the stream is dead. */
const silenceMs = 40_000;

/** A message of the leading tab to the others. */
type TabMessage =
  | { readonly arrival: Arrival }
  | { readonly connection: 'live' | 'offline' }
  | { readonly gap: true }
  /** A tab has lost a request: the leading one connects anew, and so finds out. */
  | { readonly lost: true };

/**
 * Follows the events of the account. All tabs of a browser share one stream: the tab that leads reads it and passes
 * everything on. The stream begins after an event from before the screens read their data. A tab that takes it over
 * resumes after the last event that any tab has heard.
 * @returns ends it for this tab.
 */
export function startLive({ before, ...listeners }: LiveOptions): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const channel = new BroadcastChannel('plumbline-events');
  const gathered = gatherer(listeners.onEvents);
  let heardAt = Date.now();
  let connection = new AbortController();
  const place: StreamPosition = { after: before?.after ?? undefined, last: before?.last };
  const hear = (told: TabMessage): void => {
    heardAt = Date.now();
    if ('arrival' in told) place.after = told.arrival.id ?? place.after;
    if ('lost' in told) connection.abort();
    else if ('gap' in told) listeners.onGap();
    else if ('connection' in told) {
      listeners.onConnection(told.connection === 'live' ? { kind: 'live' } : { kind: 'offline', since: new Date() });
    } else if (told.arrival.event) gathered(told.arrival.event);
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => hear(data);
  const tell = (told: TabMessage): void => {
    hear(told);
    channel.postMessage(told);
  };
  const connect = (term: AbortSignal): AbortSignal => {
    connection = new AbortController();
    return AbortSignal.any([term, connection.signal]);
  };
  electLeader(signal, (term) => void readStream({ tell, signal: term, place, connect: () => connect(term) }));
  followLosses(signal, () => {
    listeners.onConnection({ kind: 'offline', since: new Date() });
    tell({ lost: true });
  });
  repeat(silenceMs / 4, signal, () => {
    if (Date.now() - heardAt <= silenceMs) return;
    // A machine that slept can leave the stream dead. The leader makes another.
    connection.abort();
    heardAt = Date.now();
  });
  signal.addEventListener('abort', () => channel.close());
  return () => ending.abort();
}

/** Calls the listener when a request of this tab has no answer, or when the browser knows that it is offline. */
function followLosses(signal: AbortSignal, lose: () => void): void {
  onUnreachable.add(lose);
  window.addEventListener('offline', lose, { signal });
  signal.addEventListener('abort', () => onUnreachable.delete(lose));
}

function repeat(everyMs: number, signal: AbortSignal, look: () => void): void {
  const timer = setInterval(look, everyMs);
  signal.addEventListener('abort', () => clearInterval(timer));
}

interface StreamPosition {
  /** The id of the last event that any tab has heard. */
  after: string | undefined;
  /** The last event before the screens have read their data, as `EventsBefore` has it. */
  last: string | null | undefined;
}

interface StreamOptions {
  readonly tell: (told: TabMessage) => void;
  readonly signal: AbortSignal;
  readonly place: StreamPosition;
  /** @returns ends the next connection, or the reading as a whole. */
  readonly connect: () => AbortSignal;
}

/** Reads the stream and connects again whenever it ends, until the signal. */
async function readStream({ tell, signal, place, connect }: StreamOptions): Promise<void> {
  // Without an event to begin after, changes may be missed between the reads of the screens and the first stream.
  let isBehind = place.after === undefined;
  const greet = ({ id }: Arrival): void => {
    tell({ connection: 'live' });
    // The first arrival has the id of the last event.
    if (isBehind && id !== place.last) tell({ gap: true });
    isBehind = false;
  };
  while (!signal.aborted) {
    try {
      let isFirst = true;
      for await (const arrival of readEvents(transport, { after: place.after, signal: connect() })) {
        if (isFirst) greet(arrival);
        isFirst = false;
        tell({ arrival });
      }
    } catch (error) {
      if (isAborted(signal)) return;
      // The id is no longer kept, or nobody is signed in: the stream begins anew, and events may be missed.
      if (error instanceof Refused && error.status < 500) {
        [place.after, place.last] = [undefined, undefined];
        isBehind = true;
      }
      tell({ connection: 'offline' });
    }
    await new Promise((resolve) => setTimeout(resolve, reconnectMs));
  }
}

// The compiler takes the signal's state for constant within the loop.
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/** Collects events for a moment, so that many changes at once cost one request. */
function gatherer(deliver: (events: readonly StreamedEvent[]) => void): (event: StreamedEvent) => void {
  let events: StreamedEvent[] = [];
  return (event) => {
    if (events.length === 0) {
      setTimeout(() => {
        deliver(events);
        events = [];
      }, gatherMs);
    }
    events = [...events, event];
  };
}
