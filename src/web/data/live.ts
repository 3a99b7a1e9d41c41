import { type Arrival, followEvents, type StreamedEvent } from '../../client/event-stream.ts';
import { Refused } from '../../client/problem.ts';
import { api } from './api.ts';

/** The state of the connection to the service. */
export type Connection = { readonly kind: 'live' } | { readonly kind: 'offline'; readonly since: Date };

interface Listeners {
  /** The events of a quarter of a second. */
  readonly onEvents: (events: readonly StreamedEvent[]) => void;
  /** Called when events may have been missed. */
  readonly onGap: () => void;
  readonly onConnection: (connection: Connection) => void;
}

const gatherMs = 250;
const reconnectMs = 3000;
/** The leader hears a pulse every 15 seconds and passes it on. A longer silence means that its tab is frozen. */
const silenceMs = 40_000;

/** A message of the leading tab to the others. */
type Told = { readonly arrival: Arrival } | { readonly connection: 'live' | 'offline' } | { readonly gap: true };

/**
 * Follows the events of the account. All tabs of a browser share one stream: the tab that holds a lock reads it and
 * passes everything on. Another tab takes the lock over when that tab closes or falls silent.
 * @returns ends it for this tab.
 */
export function startLive(listeners: Listeners): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const channel = new BroadcastChannel('plumbline-events');
  const gathered = gatherer(listeners.onEvents);
  let heardAt = Date.now();
  const place: Place = { after: undefined };
  const hear = (told: Told): void => {
    heardAt = Date.now();
    if ('arrival' in told) place.after = told.arrival.id ?? place.after;
    if ('gap' in told) listeners.onGap();
    else if ('connection' in told) {
      listeners.onConnection(told.connection === 'live' ? { kind: 'live' } : { kind: 'offline', since: new Date() });
    } else if (told.arrival.event) gathered(told.arrival.event);
  };
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  const leader = new Leader(signal, place, (told) => {
    hear(told);
    channel.postMessage(told);
  });
  leader.lead(false);
  const watch = setInterval(() => {
    if (Date.now() - heardAt <= silenceMs) return;
    // A machine that slept can leave the stream of the leader itself dead.
    if (leader.isLeading) leader.reconnect();
    else if (!document.hidden) leader.lead(true);
    else return;
    heardAt = Date.now();
  }, silenceMs / 4);
  signal.addEventListener('abort', () => {
    clearInterval(watch);
    channel.close();
  });
  return () => ending.abort();
}

/** The id of the last event that any tab has heard. A tab that takes the stream over resumes after it. */
interface Place {
  after: string | undefined;
}

/** Holds the lock of the stream, or waits for it, until the signal. */
class Leader {
  readonly #signal: AbortSignal;
  readonly #place: Place;
  readonly #tell: (told: Told) => void;
  isLeading = false;
  #connection = new AbortController();

  constructor(signal: AbortSignal, place: Place, tell: (told: Told) => void) {
    this.#signal = signal;
    this.#place = place;
    this.#tell = tell;
  }

  /** Ends the connection, if there is one, so that the leader makes another. */
  reconnect(): void {
    this.#connection.abort();
  }

  #connect(signal: AbortSignal): AbortSignal {
    this.#connection = new AbortController();
    return AbortSignal.any([signal, this.#connection.signal]);
  }

  /** @param steal takes the lock from a tab that has fallen silent. */
  lead(steal: boolean): void {
    const options = steal ? { steal } : { signal: this.#signal };
    const term = new AbortController();
    void navigator.locks
      .request('plumbline-events', options, async () => {
        this.isLeading = true;
        const signal = AbortSignal.any([term.signal, this.#signal]);
        await readStream({ tell: this.#tell, signal, place: this.#place, connect: () => this.#connect(signal) });
      })
      // Another tab has taken the lock, or this one ends.
      .catch(() => undefined)
      .finally(() => {
        term.abort();
        this.isLeading = false;
        if (!this.#signal.aborted) this.lead(false);
      });
  }
}

interface Reading {
  readonly tell: (told: Told) => void;
  readonly signal: AbortSignal;
  readonly place: Place;
  /** @returns ends the next connection, or the reading as a whole. */
  readonly connect: () => AbortSignal;
}

/** Reads the stream and connects again whenever it ends, until the signal. */
async function readStream({ tell, signal, place, connect }: Reading): Promise<void> {
  // Screens have read their data before the first stream was open.
  let isBehind = place.after === undefined;
  while (!signal.aborted) {
    try {
      let isFirst = true;
      for await (const arrival of followEvents(api, { after: place.after, signal: connect() })) {
        if (isFirst) tell({ connection: 'live' });
        if (isFirst && isBehind) tell({ gap: true });
        [isFirst, isBehind] = [false, false];
        tell({ arrival });
      }
    } catch (error) {
      if (isAborted(signal)) return;
      // The id is no longer kept, or nobody is signed in: the stream begins anew, and events may be missed.
      if (error instanceof Refused && error.status < 500) {
        place.after = undefined;
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
