import type { Resource } from '../../../resources/resource.ts';
import type { Formats } from '../../data/formats.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { toast } from '../../shell/toasts/toasts.ts';
import { be, counted } from './bulk-noun.ts';
import { isSame } from './old-values.ts';
import { nameIn, readTargets, type Remembered } from './read-targets.ts';
import { type Failed, pathsOf, type Work } from './run-bulk.ts';
import { type Changed, setBack } from './set-back.ts';

/** A bulk change that is done. */
export interface Done {
  readonly resource: Resource;
  readonly work: Work;
  /** The changed records, as they were before. */
  readonly before: readonly Remembered[];
  /** The same after the change; empty after a deletion, null if they could not be read. */
  readonly after: readonly Remembered[] | null;
  readonly formats: Formats;
}

/** Undoes a bulk change, and names the records that it could not undo. @returns the ids of the undone records. */
export async function undoBulk(done: Done): Promise<readonly string[]> {
  const { resource, before, formats } = done;
  if (done.after === null) {
    const records = counted(before.length, resource, formats);
    toast(`The change of ${records} is not undone. The page could not read the values that it had set.`, {
      isFault: true,
    });
    return [];
  }
  try {
    const { ours, changedSince } = await oursOf(done);
    const failed = await setBack(done, ours);
    const left = [...changedSince, ...failed];
    const isLeft = new Set(left.map(({ id }) => id));
    const undone = before.filter(({ id }) => !isLeft.has(id)).map(({ id }) => id);
    tell({ undone: undone.length, left }, resource, formats);
    return undone;
  } catch (error) {
    toast(`The change of ${counted(before.length, resource, formats)} is not undone. ${reasonOf(error)}`, {
      isFault: true,
    });
    return [];
  }
}

/** The records that still have the values of the change. Those that somebody has changed since stay as they are. */
async function oursOf({ resource, work, before, after }: Done): Promise<{
  readonly ours: readonly Changed[];
  readonly changedSince: readonly Failed[];
}> {
  if (work.kind === 'delete') {
    return { ours: before.map((record) => ({ record, isLast: false })), changedSince: [] };
  }
  const paths = pathsOf(work);
  const now = byId(await readTargets({ ids: before.map(({ id }) => id) }, { resource, paths }));
  const then = byId(after ?? []);
  const ours = before.flatMap((record): readonly Changed[] => {
    const [current, made] = [now.get(record.id), then.get(record.id)];
    if (current === undefined || made === undefined || !isSame(current, made, paths)) return [];
    return [{ record, isLast: made.version !== undefined && current.version === made.version }];
  });
  const isOurs = new Set(ours.map(({ record }) => record.id));
  return {
    ours,
    changedSince: before
      .filter(({ id }) => !isOurs.has(id))
      .map((record) => ({ id: record.id, name: nameIn(record), reason: 'Somebody has changed it since.' })),
  };
}

const byId = (records: readonly Remembered[]): ReadonlyMap<string, Remembered> =>
  new Map(records.map((record) => [record.id, record]));

/** The most records that a message names. */
const mostNamed = 3;

function tell(
  { undone, left }: { readonly undone: number; readonly left: readonly Failed[] },
  resource: Resource,
  formats: Formats,
): void {
  const were = undone === 1 ? 'it was' : 'they were';
  const good = `${counted(undone, resource, formats)} ${be(undone)} as ${were}.`;
  if (left.length === 0) {
    toast(good);
    return;
  }
  const named = left.slice(0, mostNamed).map(({ name, reason }) => `${name}: ${reason}`);
  const more = left.length > mostNamed ? ` And ${formats.count(left.length - mostNamed)} more.` : '';
  toast(`${good} ${counted(left.length, resource, formats)} could not be undone. ${named.join(' ')}${more}`, {
    isFault: true,
  });
}
