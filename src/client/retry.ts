import { Refused, Unreachable } from './problem.ts';

/** How often and how long a request is tried. */
export interface Patience {
  /** How often the client sends the request again, 0 to 10. The default is 2. */
  readonly retries?: number | undefined;
  /** The time of an attempt. The default is a minute. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const longestWaitSeconds = 60;
const passing = new Set([408, 429, 500, 502, 503, 504]);

/** Makes an attempt again after it was lost, or if the service refuses it for a time. */
export async function withRetries<Value>(
  { retries = 2, signal }: Patience,
  attempt: () => Promise<Value>,
): Promise<Value> {
  if (!(retries >= 0 && retries <= 10)) throw new RangeError('`retries` must be from 0 to 10.');
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failed >= retries || !mayPass(error, failed > 0)) throw error;
      await pause(waitMs(error, failed), signal);
    }
  }
}

/** @param isRepeated whether an earlier attempt failed. It may still run, so that its key is in use. */
export function mayPass(error: unknown, isRepeated = false): boolean {
  if (error instanceof Unreachable) return !error.isFinal;
  if (!(error instanceof Refused) || (error.retryAfter ?? 0) > longestWaitSeconds) return false;
  return passing.has(error.status) || (isRepeated && error.status === 409 && error.code === 'conflict');
}

/** The time that the service asks for, or else half a second, which doubles with each failure. */
export function waitMs(error: unknown, failed: number): number {
  if (error instanceof Refused && error.retryAfter !== null) return error.retryAfter * 1000;
  return Math.min(8000, 500 * 2 ** failed * (0.75 + Math.random() / 2));
}

/** @throws the reason of the signal, if it aborts. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // A program can give any reason.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
