import { AsyncLocalStorage } from 'node:async_hooks';
import { inTurns } from '../../../records/turns.ts';
import type { FileFormat } from '../../../resources/transfer/imports.ts';
import type { NewRow } from '../../../store/imports/staged-rows.ts';
import type { FileBytes, FileRow, RowSkip } from '../../files/file-rows.ts';
import { type ReadColumn, readRows } from '../../files/read-rows.ts';
import type { RowSkips } from './row-skips.ts';

/** Runs work as if no step were running, whose transaction the engine would have it use. */
const outside = AsyncLocalStorage.snapshot();

/** The state of a feed. While it is `reading`, `ready` settles when there is more; it never rejects. */
export type FeedState =
  | { readonly state: 'reading'; readonly ready: Promise<unknown> }
  | { readonly state: 'rows'; readonly rows: readonly NewRow[] }
  | { readonly state: 'ended' }
  | { readonly state: 'failed'; readonly error: unknown };

/** The rows that a feed reads. */
export interface FeedSource {
  readonly file: FileBytes;
  readonly format: FileFormat;
  readonly columns: readonly ReadColumn[];
  /** The number of the last row that is stored already. */
  readonly after: number;
  /** Takes every row, also those that are stored already: a row is judged by its place among the others. */
  readonly skipOf: RowSkips;
  /** Makes what is stored of a row. */
  readonly make: (row: FileRow, skip: RowSkip | null) => NewRow;
}

/**
 * Reads the rows of a file ahead of the steps that store them. A step is a transaction, during which the embedded engine
 * answers no other statement, so a step never waits for the file.
 */
export class RowFeed {
  /** The number of the last row that was taken. */
  position: number;
  readonly #skipOf: RowSkips;
  readonly #make: FeedSource['make'];
  readonly #batches: AsyncIterator<readonly FileRow[]>;
  #fed: FeedState;

  constructor({ file, format, columns, after, skipOf, make }: FeedSource) {
    this.position = after;
    this.#skipOf = skipOf;
    this.#make = make;
    this.#batches = readRows(file, format, columns)[Symbol.asyncIterator]();
    this.#fed = this.#read();
  }

  get fed(): FeedState {
    return this.#fed;
  }

  /** Call it when the rows are stored. */
  take(): void {
    if (this.#fed.state !== 'rows') return;
    this.position = this.#fed.rows.at(-1)?.number ?? this.position;
    this.#fed = this.#read();
  }

  /** Ends the reading, so that nothing stays open. */
  async end(): Promise<void> {
    await outside(() => this.#batches.return?.());
  }

  #read(): FeedState {
    const after = this.position;
    const following = async (): Promise<FeedState> => {
      for (;;) {
        const next = await this.#batches.next();
        if (next.done === true) return { state: 'ended' };
        const rows: NewRow[] = [];
        await inTurns(next.value, (row) => {
          const skipOf = this.#skipOf(row);
          if (row.number > after) rows.push(this.#make(row, skipOf()));
        });
        if (rows.length > 0) return { state: 'rows', rows };
      }
    };
    const ready = outside(following).then(
      (fed) => void (this.#fed = fed),
      (error: unknown) => void (this.#fed = { state: 'failed', error }),
    );
    return { state: 'reading', ready };
  }
}
