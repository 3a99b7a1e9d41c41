import type { Resource } from '../../../resources/resource.ts';
import type { Fields } from '../../data/target.ts';
import type { Formats } from '../../data/formats.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { toast } from '../../shell/toasts/toasts.ts';
import { be, counted } from './bulk-noun.ts';
import { isSame, oldValues, pathsIn } from './old-values.ts';
import { nameIn, readTargets, type Remembered } from './read-targets.ts';
import { type Failed, pathsOf, requestOf, type Work } from './run-bulk.ts';
import { sendRows } from './send-rows.ts';

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
    const { rows, changedSince } = await rowsOf(done);
    const request = requestOf(resource, done.work.kind === 'delete' ? 'restore' : 'change');
    const never = new AbortController().signal;
    const results = await sendRows(
      request,
      rows.flatMap(({ sent }) => sent),
      { signal: never, onSent: () => undefined },
    );
    const failed = rows.flatMap(({ record, sent }, index): readonly Failed[] => {
      // The last row of a record tells whether it has its old values.
      const result = results[(index + 1) * sent.length - 1];
      if (result?.reason === null) return [];
      return [{ id: record.id, name: nameIn(record), reason: result?.reason ?? 'It was not sent.' }];
    });
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

interface Row {
  readonly record: Remembered;
  readonly sent: readonly unknown[];
}

/** The rows that take the change back. A record that somebody has changed since stays as it is. */
async function rowsOf({ resource, work, before, after }: Done): Promise<{
  readonly rows: readonly Row[];
  readonly changedSince: readonly Failed[];
}> {
  if (work.kind === 'delete') {
    return { rows: before.map((record) => ({ record, sent: [record.id] })), changedSince: [] };
  }
  const paths = pathsOf(work);
  const touched = pathsIn(work.body);
  const now = byId(await readTargets({ ids: before.map(({ id }) => id) }, { resource, paths }));
  const then = byId(after ?? []);
  const isOurs = ({ id }: Remembered): boolean => {
    const [current, ours] = [now.get(id), then.get(id)];
    return current !== undefined && ours !== undefined && isSame(current, ours, paths);
  };
  // A move sets the probability of its stage. The second row gives the project its own one again.
  const times = touched.includes('project_stage_id') || touched.includes('close_type') ? 2 : 1;
  return {
    rows: before.filter(isOurs).map((record) => {
      const old: Fields = { id: record.id, ...oldValues(record, paths) };
      return { record, sent: Array.from({ length: times }, () => old) };
    }),
    changedSince: before
      .filter((record) => !isOurs(record))
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
