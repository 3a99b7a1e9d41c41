import type { StreamedEvent } from '../../../client/events.ts';
import { sendRequest } from '../../data/api.ts';
import { changeQueue } from '../../data/change-queue.ts';
import type { Fields, RecordTarget } from '../../data/target.ts';
import { onChanges } from '../../data/changes.ts';
import type { Search } from '../../queries/address.ts';
import type { Card } from '../card-fields.ts';
import { cardQuery, CardReading } from './card-reading.ts';
import { type Arrangement, CardStore } from './card-store.ts';
import type { PartState, Part } from './part.ts';

/** If more projects change at once, all parts are read again. */
const mostChangedAtOnce = 200;

export const target = (id: string): RecordTarget => ({ singular: 'project', plural: 'projects', id });

const loading: PartState = { kind: 'loading' };

/**
 * The cards of a query: as the service has them, and as the screen shows them, with the changes that the service has
 * not answered yet on top. Between `start` and `end` they follow the changes of this page and of others.
 */
export class PursuitCards {
  readonly store: CardStore;
  readonly #query: Search;
  readonly #stored = new Map<string, Card>();
  /** When each project was last heard of. A read that began before knows less. */
  readonly #heardAt = new Map<string, number>();
  #steps = 0;
  #readings: ReadonlyMap<string, CardReading> = new Map();
  readonly #ending = new AbortController();
  #following: readonly (() => void)[] = [];
  #free: Promise<void> = Promise.resolve();
  readonly #readers = new Set<() => void>();

  constructor(query: Search, arrangement: Arrangement) {
    this.#query = query;
    this.store = new CardStore(arrangement);
  }

  start(): void {
    this.#following = [
      changeQueue.subscribe(({ plural, id }) => {
        if (plural === 'projects') this.#show(id);
      }),
      changeQueue.onMade(({ target: { plural, id } }, { record, version }) => {
        if (plural === 'projects' && this.#stored.has(id)) this.receive(id, record, version);
      }),
      onChanges((events) => void (events === null ? this.load() : this.#refresh(events))),
    ];
  }

  end(): void {
    this.#ending.abort();
    for (const reading of this.#readings.values()) reading.end();
    for (const end of this.#following) end();
  }

  /** Reads these parts, and no longer those that were read before. Cards that are known stay. */
  read(parts: readonly Part[]): void {
    const before = this.#readings;
    const filled = {
      begin: () => (this.#steps += 1),
      free: () => this.#free,
      take: this.#take.bind(this),
      leaveOnly: this.#leaveOnly.bind(this),
    };
    const begin = (part: Part): CardReading =>
      new CardReading(part, { query: this.#query, filled, tell: () => this.#tell() });
    this.#readings = new Map(parts.map((part) => [keyOf(part), before.get(keyOf(part)) ?? begin(part)]));
    for (const [key, reading] of before) if (!this.#readings.has(key)) reading.end();
    for (const [key, reading] of this.#readings) if (!before.has(key)) void reading.load();
  }

  /** Reads all parts again. */
  async load(): Promise<void> {
    await Promise.all([...this.#readings.values()].map((reading) => reading.load()));
  }

  /** Reads the next page of a part. */
  async more(part: Part): Promise<void> {
    await this.#readings.get(keyOf(part))?.more();
  }

  loadingOf(part: Part): PartState {
    return this.#readings.get(keyOf(part))?.loading ?? loading;
  }

  /** Whether the first page of every part has arrived. */
  get isRead(): boolean {
    return this.#readings.size > 0 && [...this.#readings.values()].every((reading) => reading.isRead);
  }

  /** Calls the reader whenever more is read. @returns ends it. */
  readonly subscribe = (reader: () => void): (() => void) => {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  };

  /** Keeps the changes of others from the screen, for as long as a person drags a card. @returns lets them through. */
  hold(): () => void {
    let release = (): void => undefined;
    this.#free = new Promise((resolve) => (release = resolve));
    return () => release();
  }

  /** Takes the answer to a change. */
  receive(id: string, project: Fields, version: number): void {
    const known = this.#stored.get(id);
    if (known && known.version > version) return;
    if (project['project_status'] !== 'pursuit') {
      this.#forget(id);
      return;
    }
    this.#hear(cardOf(project, known, version));
  }

  /** Reads the changed projects again. Those that the query no longer finds leave the screen. */
  async #refresh(events: readonly StreamedEvent[]): Promise<void> {
    const among = this.#query['id']?.split(',');
    const changed = new Set(events.filter(isOfProject).map(({ payload }) => payload.id));
    const ids = [...changed].filter((id) => among?.includes(id) ?? true);
    if (ids.length === 0) return;
    if (ids.length > mostChangedAtOnce) return this.load();
    try {
      await this.#readAgain(ids);
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      for (const reading of this.#readings.values()) reading.fail(error);
    }
  }

  async #readAgain(ids: readonly string[]): Promise<void> {
    const query = { ...this.#query, ...cardQuery, per_page: mostChangedAtOnce, id: ids.join(',') };
    const { signal } = this.#ending;
    const { body } = await sendRequest<{ projects: Card[] }>({ path: '/projects', query, signal });
    await this.#free;
    const found = new Map(body.projects.map((card) => [card.id, card]));
    for (const id of ids) {
      const card = found.get(id);
      if (card) this.#hear(card);
      else this.#forget(id);
    }
  }

  #take(cards: readonly Card[], since: number): void {
    // A project that left meanwhile does not come back by an older read.
    const isGone = ({ id }: Card): boolean => !this.#stored.has(id) && (this.#heardAt.get(id) ?? 0) > since;
    this.store.load(cards.filter((card) => !isGone(card)).flatMap((card) => this.#shown(this.#newest(card))));
  }

  #leaveOnly(found: ReadonlySet<string>, part: Part, since: number): void {
    for (const [id, card] of this.#stored) {
      if (part.has(card) && !found.has(id) && (this.#heardAt.get(id) ?? 0) < since) this.#drop(id);
    }
  }

  #hear(card: Card): void {
    this.#heardAt.set(card.id, (this.#steps += 1));
    this.#newest(card);
    this.#show(card.id);
  }

  #forget(id: string): void {
    this.#heardAt.set(id, (this.#steps += 1));
    this.#drop(id);
  }

  #drop(id: string): void {
    this.#stored.delete(id);
    this.store.remove(id);
  }

  /** Keeps the newer one of a card that was read and the card as it is known. */
  #newest(card: Card): Card {
    const known = this.#stored.get(card.id);
    if (known && known.version > card.version) return known;
    this.#stored.set(card.id, card);
    return card;
  }

  #show(id: string): void {
    const card = this.#stored.get(id);
    if (!card) return;
    const [shown] = this.#shown(card);
    if (shown) this.store.put(shown);
    else this.store.remove(id);
  }

  /** The card as the screen shows it; none if a pending change closes the project. */
  #shown(card: Card): Card[] {
    const { is_closed: isClosed, ...pending } = changeQueue.pending(target(card.id));
    return isClosed === true ? [] : [{ ...card, ...pending }];
  }

  #tell(): void {
    for (const reader of this.#readers) reader();
  }
}

const keyOf = ({ query }: Part): string => JSON.stringify(query);

const isOfProject = ({ event_type: type }: StreamedEvent): boolean => type.startsWith('project.');

/** A card from the whole record that a change answers. */
function cardOf(project: Fields, known: Card | undefined, version: number): Card {
  const idOf = (name: string): string | null => (project[name] as { id: string } | null)?.id ?? null;
  return {
    ...(known ?? { submitted_at: null }),
    ...(project as unknown as Card),
    project_stage_id: idOf('project_stage') ?? '',
    assigned_to_id: idOf('assigned_to'),
    division_id: idOf('division'),
    version,
  };
}
