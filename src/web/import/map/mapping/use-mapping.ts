import { useEffect, useRef, useState } from 'react';
import { type Fault, Refused } from '../../../../client/problem.ts';
import type { MappedColumn, Mapping } from '../../../../resources/transfer/mapping.ts';
import { draftOf, dropDraft, keepDraft } from '../../../data/drafts.ts';
import { changeImport, type Import, isOpen } from '../../import.ts';

/** The result of sending a mapping to the service. */
interface Judgement {
  readonly mapping: Mapping;
  readonly faults: readonly Fault[];
  /** Why it could not be judged. */
  readonly error: unknown;
}

const afterTypingMs = 300;

/**
 * The mapping that somebody edits. Each change is sent, and the service stores it or lists its mistakes. A mapping with
 * mistakes stays in this browser.
 */
export function useMapping(item: Import) {
  const { id } = item;
  const [mapping, setMapping] = useState<Mapping>(() => beginning(item));
  const [judgement, setJudgement] = useState<Judgement | null>(null);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(mapping);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = useRef<Promise<unknown>>(null);
  const send = async (asked: Mapping): Promise<boolean> => {
    const { stored, ...said } = await sentMapping(id, asked);
    setJudgement(said);
    if (stored && latest.current === asked) {
      latest.current = stored;
      setMapping(stored);
    }
    return stored !== null;
  };
  /** Sends the mapping. @returns whether the service has stored it. */
  const judge = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    setBusy(true);
    // Changes are stored in their order.
    const sent = Promise.resolve(sending.current).then(() => send(latest.current));
    sending.current = sent;
    const isSound = await sent;
    if (sending.current === sent) setBusy(false);
    return isSound;
  };
  const change = (asked: Mapping | ((current: Mapping) => Mapping)): void => {
    const next = typeof asked === 'function' ? asked(latest.current) : asked;
    latest.current = next;
    setMapping(next);
    keepDraft(draftName(id), next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void judge(), afterTypingMs);
  };
  useFirstJudgement(item, judge);
  return { mapping, change, judge, isBusy, ...told(judgement) };
}

/** The mapping with which the editing begins: with mistakes it is only in this browser. */
const beginning = (item: Import): Mapping =>
  (isOpen(item) ? draftOf<Mapping>(draftName(item.id))?.values : undefined) ?? item.mapping;

/** Has the mapping judged when the step opens, because the service proposes mappings without judging them. */
function useFirstJudgement(item: Import, judge: () => Promise<boolean>): void {
  const first = useRef({ isNeeded: isOpen(item) && item.dry_run === null, judge });
  useEffect(() => {
    const { isNeeded, judge: begin } = first.current;
    first.current.isNeeded = false;
    if (isNeeded) void begin();
  }, []);
}

const draftName = (id: string): string => `import ${id}`;

async function sentMapping(id: string, mapping: Mapping): Promise<Judgement & { readonly stored: Mapping | null }> {
  try {
    const { mapping: stored } = await changeImport(id, { mapping });
    dropDraft(draftName(id));
    return { mapping: stored, faults: [], error: null, stored };
  } catch (error) {
    const faults = error instanceof Refused ? error.problems : [];
    return { mapping, faults, error: faults.length > 0 ? null : error, stored: null };
  }
}

const root = '/import/mapping';

/** Where in a mapping a mistake is: at one of its columns, or at a place such as `/references/company`. */
export type MappingPlace = MappedColumn | string;

interface Told {
  readonly error: unknown;
  readonly faultsAt: (place: MappingPlace) => readonly Fault[];
  /** The mistakes of the mapping as a whole. */
  readonly missing: readonly Fault[];
  readonly count: number;
}

function told(judgement: Judgement | null): Told {
  const faults = judgement?.faults ?? [];
  const below = (path: string): readonly Fault[] =>
    faults.filter(({ pointer = '' }) => pointer === root + path || pointer.startsWith(`${root}${path}/`));
  const faultsAt = (place: MappingPlace): readonly Fault[] => {
    if (typeof place === 'string') return below(place);
    const index = judgement?.mapping.columns.indexOf(place) ?? -1;
    return index < 0 ? [] : below(`/columns/${index}`);
  };
  const isWhole = ({ pointer = '' }: Fault): boolean =>
    pointer === `${root}/columns` || !places.some((place) => pointer.startsWith(`${root}${place}/`));
  return { error: judgement?.error ?? null, faultsAt, missing: faults.filter(isWhole), count: faults.length };
}

const places = ['/columns', '/references', '/upsert_by', '/constants'] as const;
