import type { TimelineEntry } from './entry.ts';

/** Entries that stand in one line: a single one, or the changes or files of one person within ten minutes. */
export interface EntryRun {
  readonly id: string;
  readonly entries: readonly [TimelineEntry, ...TimelineEntry[]];
}

const togetherMs = 600_000;

/** Gathers the changes and the files of one person about the same record within ten minutes, the latest first. */
export function runsOf(entries: readonly TimelineEntry[]): readonly EntryRun[] {
  const runs: { id: string; entries: [TimelineEntry, ...TimelineEntry[]] }[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && isTogether(last.entries[0], entry)) last.entries.push(entry);
    else runs.push({ id: entry.id, entries: [entry] });
  }
  return runs;
}

function isTogether(latest: TimelineEntry, entry: TimelineEntry): boolean {
  const isNear = Date.parse(latest.at) - Date.parse(entry.at) <= togetherMs;
  return isNear && isRepeatable(latest) && isRepeatable(entry) && ofWhom(latest) === ofWhom(entry);
}

/** Whether an entry is a change that people make several times in a row. */
const isRepeatable = ({ type, change }: TimelineEntry): boolean =>
  type === 'stage_change' || type === 'file' || (type === 'change' && change?.action !== 'create');

/** The person, the kind of change, and the records that it is about. */
const ofWhom = ({ user, type, about }: TimelineEntry): string =>
  [user?.id, type, ...about.map(({ resource, id }) => `${resource}/${id}`)].join();

const numbers = [
  '',
  'once',
  'twice',
  ...['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((one) => `${one} times`),
];

/** `twice`, `three times`, `12 times`. */
export const timesInWords = (count: number): string => numbers[count] ?? `${count} times`;
