import type { Resource } from '../../../resources/resource.ts';
import type { Formats } from '../../data/formats.ts';
import { showProgress, toast } from '../../toasts/toasts.ts';
import { be, counted } from '../../fields/nouns.ts';
import { nameIn } from './read-targets.ts';
import { type BulkChangedRecord, failedOf, type FailedRecord, requestOf, type Work } from './run-bulk.ts';
import { sendRows } from './send-rows.ts';

/** A bulk change that is done. */
interface DoneBulk {
  readonly resource: Resource;
  readonly kind: Work['kind'];
  readonly changed: readonly BulkChangedRecord[];
  readonly formats: Formats;
}

/** Undoes a bulk change, and names the records that it could not undo. @returns the ids of the undone records. */
export async function undoBulk({ resource, kind, changed, formats }: DoneBulk): Promise<readonly string[]> {
  const { plural } = resource;
  const reversion = { path: `/${plural}/bulk/revert`, key: 'reversions', plural };
  const [request, rows] =
    kind === 'delete'
      ? [requestOf(resource, 'restore'), changed.map(({ id }) => id)]
      : [reversion, changed.map(({ id, version }) => ({ id, version: version - 1, until: version }))];
  const never = new AbortController().signal;
  const words = (count: number): string => `${formats.count(count)} of ${formats.count(rows.length)} undone`;
  const progress = showProgress(words(0));
  const results = await sendRows(request, rows, { signal: never, onSent: (count) => progress.say(words(count)) });
  progress.end();
  const unsent = changed
    .slice(results.length)
    .map((one) => ({ id: one.id, name: nameIn(one), reason: 'It was not sent.' }));
  const left = [...failedOf(changed, results), ...unsent];
  const isLeft = new Set(left.map(({ id }) => id));
  const undone = changed.filter(({ id }) => !isLeft.has(id)).map(({ id }) => id);
  tell({ undone: undone.length, left }, resource, formats);
  return undone;
}

/** The most records that a message names. */
const mostNamed = 3;

function tell(
  { undone, left }: { readonly undone: number; readonly left: readonly FailedRecord[] },
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
