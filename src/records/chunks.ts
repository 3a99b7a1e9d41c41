import type { Engine } from '../database/engine.ts';

/** The limits of a chunk: while its statements run, their caller can do nothing else. */
export interface ChunkLimits {
  /** The number of records. */
  readonly records: number;
  /** In bytes or characters of JSON, as sent and as stored; a longer record is a chunk of its own. */
  readonly length: number;
}

export const usualLimits: ChunkLimits = { records: 200, length: 262_144 };

/** The limits of chunks that each are a transaction. The embedded engine runs nothing else during a transaction. */
export const transactionLimits = {
  embedded: { records: 50, length: 65_536 },
  postgres: usualLimits,
} as const satisfies Record<Engine['kind'], ChunkLimits>;

/** The changed records. A chunk reads and writes a record once, however often it changes it. */
interface ChangedRecords<One> {
  /** The id of the record that an item changes; null if it creates one. */
  readonly idOf: (one: One) => string | null;
  /** The length of each record as stored, by id. */
  readonly lengths: ReadonlyMap<string, number>;
}

const noRecords: ChangedRecords<unknown> = { idOf: () => null, lengths: new Map() };

/** Splits a list into chunks, in order. @param lengthOf the length of one item. */
export function chunksOf<One>(
  many: readonly One[],
  lengthOf: (one: One) => number,
  { records = noRecords, limits = usualLimits }: { records?: ChangedRecords<One>; limits?: ChunkLimits } = {},
): One[][] {
  const chunks: OpenChunk<One>[] = [];
  for (const one of many) {
    const id = records.idOf(one);
    const long = { one, length: lengthOf(one), id, kept: records.lengths.get(id ?? '') ?? 0 };
    if (!chunks.at(-1)?.takes(long)) chunks.push(new OpenChunk(limits));
    chunks.at(-1)?.push(long);
  }
  return chunks.map(({ all }) => all);
}

interface MeasuredItem<One> {
  readonly one: One;
  readonly length: number;
  readonly id: string | null;
  readonly kept: number;
}

class OpenChunk<One> {
  readonly #limits: ChunkLimits;
  readonly all: One[] = [];
  readonly #ids = new Set<string | null>();
  #length = 0;
  #kept = 0;

  constructor(limits: ChunkLimits) {
    this.#limits = limits;
  }

  takes({ length, id, kept }: MeasuredItem<One>): boolean {
    const { records, length: longest } = this.#limits;
    if (this.all.length >= records || this.#length + length > longest) return false;
    return this.#ids.has(id) || this.#kept + kept <= longest;
  }

  push({ one, length, id, kept }: MeasuredItem<One>): void {
    this.all.push(one);
    this.#length += length;
    if (!this.#ids.has(id)) this.#kept += kept;
    this.#ids.add(id);
  }
}
