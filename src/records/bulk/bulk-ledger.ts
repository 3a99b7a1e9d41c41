import type { Row, Value } from '../../resources/resource.ts';
import type { Draft } from '../changing/draft.ts';
import type { Action, ChangeSession } from '../changing/change-set.ts';

type Holder = Readonly<Record<string, unknown>>;

/** The records after the rows so far, on which the next row builds. */
export class BulkLedger {
  readonly #session: ChangeSession;
  readonly #rows: Map<string, Row>;
  /** By external id as given; all spellings of one id share a list. */
  readonly #holders: ReadonlyMap<string, Holder[]>;
  /** The lists of `#holders`, by the id of a record in them. */
  readonly #held = new Map<string, Holder[]>();
  #made = 0;

  /** @param folded the form that all spellings of an external id share, by external id as given. */
  constructor(session: ChangeSession, folded: ReadonlyMap<string, string>) {
    const { prefetched } = session;
    this.#rows = new Map(prefetched.rows);
    const lists = new Map<string, Holder[]>();
    const held = prefetched.uniqueHolders.get('external_id');
    this.#holders = new Map(
      [...folded].map(([asked, key]) => {
        const list = lists.get(key) ?? [...(held?.get(asked) ?? [])];
        lists.set(key, list);
        return [asked, list];
      }),
    );
    for (const list of lists.values()) for (const { id } of list) this.#held.set(String(id), list);
    const uniqueHolders = new Map([['external_id', this.#holders]]);
    this.#session = { ...session, prefetched: { ...prefetched, rows: this.#rows, uniqueHolders } };
  }

  /** The number of records created so far, which is the index of the next new id. */
  get made(): number {
    return this.#made;
  }

  /** The id of the live record that has the first of these external ids that any has after the rows so far. */
  holderOf(externalIds: readonly string[]): string | null {
    const held = externalIds.map((id) => this.#holders.get(id)?.[0]).find((holder) => holder !== undefined);
    return held ? String(held['id']) : null;
  }

  /** The session for one row, with the current state of the records. */
  sessionFor(action: Action): ChangeSession {
    return { ...this.#session, changeSet: { ...this.#session.changeSet, action } };
  }

  /** Enters the result of a row. */
  enter({ action, row }: Draft): void {
    const before = heldBy(this.#rows.get(row.id));
    const now = heldBy(row);
    if (action === 'create') this.#made += 1;
    this.#rows.set(row.id, row);
    if (before === now) return;
    this.#held.get(row.id)?.splice(0);
    this.#held.delete(row.id);
    const list = typeof now === 'string' ? this.#holders.get(now) : undefined;
    if (!list) return;
    list.push({ id: row.id });
    this.#held.set(row.id, list);
  }
}

/** The external id that a record takes; a deleted record takes none. */
const heldBy = (row: Row | undefined): Value => (row?.deleted_at === null ? (row['external_id'] ?? null) : null);
