/** The limit of records that share their statements; while a statement runs, its caller can do nothing else. */
const mostOfChunk = 200;

/** In bytes or characters of JSON, as sent and as stored; a longer record is a chunk of its own. */
const longestChunk = 262_144;

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
  records: ChangedRecords<One> = noRecords,
): One[][] {
  const chunks: OpenChunk<One>[] = [];
  for (const one of many) {
    const id = records.idOf(one);
    const long = { one, length: lengthOf(one), id, kept: records.lengths.get(id ?? '') ?? 0 };
    if (!chunks.at(-1)?.takes(long)) chunks.push(new OpenChunk());
    chunks.at(-1)?.push(long);
  }
  return chunks.map(({ all }) => all);
}

interface Long<One> {
  readonly one: One;
  readonly length: number;
  readonly id: string | null;
  readonly kept: number;
}

class OpenChunk<One> {
  readonly all: One[] = [];
  readonly #ids = new Set<string | null>();
  #length = 0;
  #kept = 0;

  takes({ length, id, kept }: Long<One>): boolean {
    if (this.all.length >= mostOfChunk || this.#length + length > longestChunk) return false;
    return this.#ids.has(id) || this.#kept + kept <= longestChunk;
  }

  push({ one, length, id, kept }: Long<One>): void {
    this.all.push(one);
    this.#length += length;
    if (!this.#ids.has(id)) this.#kept += kept;
    this.#ids.add(id);
  }
}
