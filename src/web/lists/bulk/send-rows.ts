import type { Schemas } from '../../../client/operations.ts';
import type { Fault } from '../../../client/problem.ts';
import type { Query } from '../../../client/request.ts';
import { sendRequest } from '../../data/api.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { faultSentence } from '../fault-words.ts';
import { parted } from './read-targets.ts';

/** A request with many rows: its path below `/api`, its query, and the key of its rows. */
export interface BulkRequest {
  readonly path: string;
  readonly query?: Query;
  readonly key: string;
  readonly plural: string;
}

/** The result of one row. */
export interface BulkRowResult {
  readonly isChanged: boolean;
  /** The version of the record after the row, if the request includes it. */
  readonly version?: number | null;
  /** Why the row failed; null if it did not. */
  readonly reason: string | null;
}

interface SendOptions {
  /** Ends the sending before the next part. */
  readonly signal: AbortSignal;
  readonly onSent: (count: number) => void;
}

/** The rows of one request. The service makes each part as a whole, so that a person can stop between two parts. */
const mostRows = 500;

type BulkResult = Pick<Schemas['BulkResult'], 'result' | 'version' | 'errors'>;

/** Sends rows part by part. @returns the results of the rows that were sent, in their order. */
export async function sendRows(
  { path, query = {}, key, plural }: BulkRequest,
  rows: readonly unknown[],
  { signal, onSent }: SendOptions,
): Promise<readonly BulkRowResult[]> {
  const results: BulkRowResult[] = [];
  for (const part of parted(rows, mostRows)) {
    if (signal.aborted) break;
    try {
      const { body } = await sendRequest<{ results: readonly BulkResult[] }>({
        method: 'POST',
        path,
        query,
        body: { [key]: part },
      });
      results.push(...body.results.map((result) => rowResult(result, plural)));
    } catch (error) {
      results.push(...part.map(() => ({ isChanged: false, reason: reasonOf(error) })));
      break;
    }
    onSent(results.length);
  }
  return results;
}

const rowResult = ({ result, version, errors: faults = [] }: BulkResult, plural: string): BulkRowResult => ({
  isChanged: result !== 'failed' && result !== 'unchanged',
  ...(version !== undefined && { version }),
  reason: result === 'failed' ? faults.map((fault) => faultSentence(fault, placeOf(fault), plural)).join(' ') : null,
});

/** `/projects/3/amount` → `amount` */
const placeOf = ({ pointer = '' }: Fault): string => pointer.split('/').slice(3).join('/');
