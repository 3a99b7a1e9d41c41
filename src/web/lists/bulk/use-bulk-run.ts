import { useEffect, useRef, useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { type BulkTarget, readTargets, type BulkTargets } from './read-targets.ts';
import { fieldsBefore, type BulkOutcome, runBulk, type Work } from './run-bulk.ts';

/** The phase of a bulk change. */
export type BulkPhase =
  | { readonly kind: 'reading'; readonly count: number }
  /** Another number of records matches than the person has seen. */
  | { readonly kind: 'asking'; readonly records: readonly BulkTarget[] }
  | { readonly kind: 'sending'; readonly count: number; readonly of: number }
  | { readonly kind: 'unread'; readonly error: unknown }
  | { readonly kind: 'done'; readonly outcome: BulkOutcome };

interface Bulk {
  readonly resource: Resource;
  readonly targets: BulkTargets;
  readonly work: Work;
  readonly timeZone: string;
  readonly onDone: (outcome: BulkOutcome) => void;
}

/** Reads the records, asks if their number is not the stated one, and sends the rows. */
export function useBulkRun(bulk: Bulk) {
  const [phase, setPhase] = useState<BulkPhase>(atFirst);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(bulk);
  const ending = useRef(new AbortController());
  const send = (records: readonly BulkTarget[]): Promise<void> =>
    sendAll(records, { bulk: latest.current, signal: ending.current.signal, setPhase });
  useEffect(() => {
    const own = new AbortController();
    ending.current = own;
    const { signal } = own;
    readAll(latest.current, signal, setPhase)
      .then((records) => records && sendAll(records, { bulk: latest.current, signal, setPhase }))
      .catch((error: unknown) => {
        if (!signal.aborted) setPhase({ kind: 'unread', error });
      });
    return () => own.abort();
  }, [attempt]);
  return {
    phase,
    send,
    /** Ends it: at once while it reads, after the current part while it sends. */
    stop: () => ending.current.abort(),
    retry: () => {
      setPhase(atFirst);
      setAttempt(attempt + 1);
    },
  };
}

const atFirst: BulkPhase = { kind: 'reading', count: 0 };

type SetPhase = (phase: BulkPhase) => void;

/** @returns the records; null if the person has to agree to their number first, or has stopped it. */
async function readAll(
  { resource, targets, work }: Bulk,
  signal: AbortSignal,
  setPhase: SetPhase,
): Promise<readonly BulkTarget[] | null> {
  const onRead = (count: number): void => setPhase({ kind: 'reading', count });
  const records = await readTargets(targets, { resource, fields: fieldsBefore(work), signal, onRead });
  if (signal.aborted) return null;
  if ('ids' in targets || targets.stated === records.length) return records;
  setPhase({ kind: 'asking', records });
  return null;
}

interface SendOptions {
  readonly bulk: Bulk;
  readonly signal: AbortSignal;
  readonly setPhase: SetPhase;
}

async function sendAll(
  records: readonly BulkTarget[],
  { bulk: { resource, work, timeZone, onDone }, signal, setPhase }: SendOptions,
): Promise<void> {
  const of = records.length;
  const onSent = (count: number): void => setPhase({ kind: 'sending', count, of });
  onSent(0);
  const outcome = await runBulk(records, { resource, work, timeZone, signal, onSent });
  setPhase({ kind: 'done', outcome });
  onDone(outcome);
}
