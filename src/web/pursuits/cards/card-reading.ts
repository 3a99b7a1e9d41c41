import type { Query } from '../../../client/request.ts';
import { sendRequest, type PageRequest } from '../../data/api.ts';
import { type Card, cardFields, cardIncludes } from '../card-fields.ts';
import type { PartState, Part } from './part.ts';

/** A screen reads at most so many cards; beyond them it asks for a filter. */
const mostCards = 10_000;

/** The cards that a reading adds to. */
interface CardSink {
  /** @returns the place of the read among everything that is heard of projects. */
  begin(): number;
  /** Resolves as soon as cards may change on the screen. */
  free(): Promise<void>;
  /** @param since the begin of the read. */
  take(cards: readonly Card[], since: number): void;
  /** Forgets the cards of a part that a read did not find. */
  leaveOnly(found: ReadonlySet<string>, part: Part, since: number): void;
}

/** One part of the cards, as far as it is read. */
export class CardReading {
  readonly #part: Part;
  readonly #target: PageRequest;
  readonly #filled: CardSink;
  readonly #tell: () => void;
  #running = new AbortController();
  #loading: PartState = { kind: 'loading' };
  #isRead = false;
  #next: PageRequest | null = null;
  #pages = 1;

  /** @param tell is called whenever `loading` or `isRead` changes. */
  constructor(part: Part, { query, filled, tell }: { query: Query; filled: CardSink; tell: () => void }) {
    this.#part = part;
    this.#target = { path: '/projects', query: { ...query, ...part.query, ...cardQuery, per_page: part.perPage } };
    this.#filled = filled;
    this.#tell = tell;
  }

  get loading(): PartState {
    return this.#loading;
  }

  /** Whether the first page has arrived, or cannot be read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Reads the part again: all pages, or as many as somebody has asked for. Each page shows as it arrives. */
  load(): Promise<void> {
    return this.#run(async (signal) => {
      const since = this.#filled.begin();
      const found = new Set<string>();
      let next: PageRequest | null = this.#target;
      for (let pages = 0; next !== null && (pages < this.#pages || !this.#part.isByPage); pages += 1) {
        const page = await this.#read(next, since, signal);
        for (const id of page.ids) found.add(id);
        next = page.next;
        if (next !== null && found.size >= mostCards) return { kind: 'too_many' };
        this.#isRead = true;
        this.#become({ kind: 'loading' });
      }
      this.#filled.leaveOnly(found, this.#part, since);
      return this.#until(next);
    });
  }

  /** Reads one page more. */
  async more(): Promise<void> {
    const target = this.#next;
    if (target === null || this.#loading.kind === 'loading') return;
    this.#pages += 1;
    await this.#run(async (signal) => {
      const { next } = await this.#read(target, this.#filled.begin(), signal);
      return this.#until(next);
    });
  }

  fail(error: unknown): void {
    this.#isRead = true;
    this.#become({ kind: 'failed', error });
  }

  end(): void {
    this.#running.abort();
  }

  /** A read that begins ends the one before. */
  async #run(read: (signal: AbortSignal) => Promise<PartState>): Promise<void> {
    this.#running.abort();
    const { signal } = (this.#running = new AbortController());
    this.#become({ kind: 'loading' });
    try {
      const loading = await read(signal);
      this.#isRead = true;
      this.#become(loading);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  async #read(
    target: PageRequest,
    since: number,
    signal: AbortSignal,
  ): Promise<{ ids: string[]; next: PageRequest | null }> {
    const { body, next } = await sendRequest<{ projects: Card[] }>({ ...target, signal });
    await this.#filled.free();
    signal.throwIfAborted();
    this.#filled.take(body.projects, since);
    return { ids: body.projects.map(({ id }) => id), next: next === null ? null : { path: next } };
  }

  #until(next: PageRequest | null): PartState {
    this.#next = next;
    return { kind: next === null ? 'complete' : 'more' };
  }

  #become(loading: PartState): void {
    this.#loading = loading;
    this.#tell();
  }
}

/** The parameters of a list that gives cards. */
export const cardQuery = { fields: cardFields, include: cardIncludes };
