import { useEffect, useRef, useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { readTargets, type Remembered, type Targets } from './read-targets.ts';
import { type Outcome, pathsOf, runBulk, type Work } from './run-bulk.ts';

/** The phase of a bulk change. */
export type Phase =
  | { readonly kind: 'reading'; readonly count: number }
  /** Another number of records matches than the person has seen. */
  | { readonly kind: 'asking'; readonly records: readonly Remembered[] }
  | { readonly kind: 'sending'; readonly count: number; readonly of: number }
  | { readonly kind: 'unread'; readonly error: unknown }
  | { readonly kind: 'done'; readonly outcome: Outcome };

interface Bulk {
  readonly resource: Resource;
  readonly targets: Targets;
  readonly work: Work;
  readonly timeZone: string;
  readonly onDone: (outcome: Outcome) => void;
}

/** Reads the records, asks if their number is not the stated one, and sends the rows. */
export function useBulkRun(bulk: Bulk) {
  const [phase, setPhase] = useState<Phase>(atFirst);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(bulk);
  const ending = useRef(new AbortController());
  const send = (records: readonly Remembered[]): Promise<void> =>
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

const atFirst: Phase = { kind: 'reading', count: 0 };

type SetPhase = (phase: Phase) => void;

/** @returns the records; null if the person has to agree to their number first, or has stopped it. */
async function readAll(
  { resource, targets, work }: Bulk,
  signal: AbortSignal,
  setPhase: SetPhase,
): Promise<readonly Remembered[] | null> {
  const onRead = (count: number): void => setPhase({ kind: 'reading', count });
  const records = await readTargets(targets, { resource, paths: pathsOf(work), signal, onRead });
  if (signal.aborted) return null;
  if ('ids' in targets || targets.stated === records.length) return records;
  setPhase({ kind: 'asking', records });
  return null;
}

interface Sending {
  readonly bulk: Bulk;
  readonly signal: AbortSignal;
  readonly setPhase: SetPhase;
}

async function sendAll(
  records: readonly Remembered[],
  { bulk: { resource, work, timeZone, onDone }, signal, setPhase }: Sending,
): Promise<void> {
  const of = records.length;
  const onSent = (count: number): void => setPhase({ kind: 'sending', count, of });
  onSent(0);
  const outcome = await runBulk(records, { resource, work, timeZone, signal, onSent });
  setPhase({ kind: 'done', outcome });
  onDone(outcome);
}
