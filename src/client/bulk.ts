import { Refused } from './problem.ts';
import type { RequestOptions, Transport } from './request.ts';

/** How the rows of a bulk change are sent. */
export interface BulkOptions extends Omit<RequestOptions, 'key' | 'unchanged'> {
  /** Gives the chunks keys of their own: within 24 hours, another run with this name repeats none. */
  readonly run?: string | undefined;
  /** The most rows of a chunk. The default is 500. */
  readonly chunkRows?: number | undefined;
  /** The most bytes of a chunk. The default is 4 MiB. */
  readonly chunkBytes?: number | undefined;
}

interface Rows extends BulkOptions {
  readonly path: string;
  /** The key of the rows in the body. */
  readonly wrapper: string;
  readonly rows: Iterable<unknown> | AsyncIterable<unknown>;
  readonly include?: readonly 'version'[];
}

/**
 * Sends rows in chunks, one after the other.
 * @returns the result of each row, in order, with its index among all rows.
 * @throws {Refused} with `firstRow`, if the service refuses a chunk as a whole.
 */
export async function* sendRows<Result extends { readonly index: number }>(
  transport: Transport,
  { wrapper, rows, include, run, chunkRows = 500, chunkBytes = 4 * 2 ** 20, ...options }: Rows,
): AsyncGenerator<Result> {
  let firstRow = 0;
  for await (const chunk of chunks(rows, chunkRows, chunkBytes)) {
    const key = run === undefined ? undefined : encodeURIComponent(`${run} ${options.path} ${firstRow}`);
    const asked = { ...options, method: 'POST', query: { include }, body: { [wrapper]: chunk }, key };
    const answer = transport.send<{ readonly results: readonly Result[] }>(asked);
    const { data } = await answer.catch((error: unknown) => {
      throw error instanceof Refused ? Object.assign(error, { firstRow }) : error;
    });
    for (const result of data.results) yield { ...result, index: firstRow + result.index };
    firstRow += chunk.length;
  }
}

async function* chunks(rows: Rows['rows'], mostRows: number, mostBytes: number): AsyncGenerator<unknown[]> {
  const encoder = new TextEncoder();
  let [chunk, bytes]: [unknown[], number] = [[], 0];
  for await (const row of rows) {
    const length = encoder.encode(JSON.stringify(row)).length + 1;
    if (chunk.length >= mostRows || (chunk.length > 0 && bytes + length > mostBytes)) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(row);
    bytes += length;
  }
  if (chunk.length > 0) yield chunk;
}
