import type { Row } from '../resources/resource.ts';
import type { Draft } from './draft.ts';
import type { Action, Attempt } from './work.ts';

type Holder = Readonly<Record<string, unknown>>;

/** The records as the rows so far have left them, so that the next row is judged on top. */
export class BulkLedger {
  readonly #attempt: Attempt;
  readonly #rows: Map<string, Row>;
  /** By external id as asked for; the spellings of one share their list. */
  readonly #holders: ReadonlyMap<string, Holder[]>;
  /** By the id of the holder. */
  readonly #held = new Map<string, Holder[]>();
  #made = 0;

  /** @param folded by external id as asked for, what all its spellings have in common. */
  constructor(attempt: Attempt, folded: ReadonlyMap<string, string>) {
    const { prepared } = attempt;
    this.#rows = new Map(prepared.rows);
    const lists = new Map<string, Holder[]>();
    const held = prepared.taken.get('external_id');
    this.#holders = new Map(
      [...folded].map(([asked, key]) => {
        const list = lists.get(key) ?? [...(held?.get(asked) ?? [])];
        lists.set(key, list);
        return [asked, list];
      }),
    );
    for (const list of lists.values()) for (const { id } of list) this.#held.set(String(id), list);
    const taken = new Map([['external_id', this.#holders]]);
    this.#attempt = { ...attempt, prepared: { ...prepared, rows: this.#rows, taken } };
  }

  /** How many records have been made: which of the new ids is the next. */
  get made(): number {
    return this.#made;
  }

  /** The live record that now has an external id that was asked for. */
  holderOf(externalId: string | null): string | null {
    const holder = this.#holders.get(externalId ?? '')?.[0];
    return holder ? String(holder['id']) : null;
  }

  /** For one row: the attempt with what stands now. */
  attempt(action: Action): Attempt {
    return { ...this.#attempt, work: { ...this.#attempt.work, action } };
  }

  /** Enters what a row has made of its record. */
  enter({ action, row }: Draft): void {
    const before = this.#rows.get(row.id)?.['external_id'] ?? null;
    const now = row['external_id'] ?? null;
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
