import type { Fault } from '../../../client/problem.ts';
import { api } from '../../data/api.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { faultSentence } from '../fault-words.ts';
import { parted } from './read-targets.ts';

/** A request with many rows: its path below `/api`, and the key of its rows. */
export interface BulkRequest {
  readonly path: string;
  readonly key: string;
  readonly plural: string;
}

/** The result of one row. */
export interface RowResult {
  readonly isChanged: boolean;
  /** Why the row failed; null if it did not. */
  readonly reason: string | null;
}

interface Sending {
  /** Ends the sending before the next part. */
  readonly signal: AbortSignal;
  readonly onSent: (count: number) => void;
}

/** The rows of one request. The service makes each part as a whole, so that a person can stop between two parts. */
const mostRows = 500;

interface Answer {
  readonly results: readonly { readonly result: string; readonly errors?: readonly Fault[] }[];
}

/** Sends rows part by part. @returns the results of the rows that were sent, in their order. */
export async function sendRows(
  { path, key, plural }: BulkRequest,
  rows: readonly unknown[],
  { signal, onSent }: Sending,
): Promise<readonly RowResult[]> {
  const results: RowResult[] = [];
  for (const part of parted(rows, mostRows)) {
    if (signal.aborted) break;
    try {
      const { body } = await api.send<Answer>({ method: 'POST', path, body: { [key]: part } });
      results.push(...body.results.map(({ result, errors }) => resultOf(result, errors ?? [], plural)));
    } catch (error) {
      results.push(...part.map(() => ({ isChanged: false, reason: reasonOf(error) })));
      break;
    }
    onSent(results.length);
  }
  return results;
}

const resultOf = (result: string, faults: readonly Fault[], plural: string): RowResult => ({
  isChanged: result !== 'failed' && result !== 'unchanged',
  reason: result === 'failed' ? faults.map((fault) => faultSentence(fault, placeOf(fault), plural)).join(' ') : null,
});

/** `/projects/3/amount` → `amount` */
const placeOf = ({ pointer = '' }: Fault): string => pointer.split('/').slice(3).join('/');
