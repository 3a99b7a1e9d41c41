import type { Resource } from '../../../resources/resource.ts';
import { revert } from '../../data/revert.ts';
import type { Fields } from '../../data/target.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { canMoveStage, oldValues } from './old-values.ts';
import { nameIn, type Remembered } from './read-targets.ts';
import { type Failed, pathsOf, requestOf, type Work } from './run-bulk.ts';
import { sendRows } from './send-rows.ts';

/** A record that a bulk has changed. */
export interface Changed {
  /** As it was before. */
  readonly record: Remembered;
  /** Whether nobody has changed anything of it since. */
  readonly isLast: boolean;
}

/** A bulk change that is taken back. */
interface Bulk {
  readonly resource: Resource;
  readonly work: Work;
}

/** The most records that are reverted one by one. */
const mostReverted = 200;

/**
 * Gives records their values from before a bulk again. A moved project is reverted, so that it goes on with its days
 * in the earlier stage. Only where that is not possible, its old values are sent.
 * @returns those that failed.
 */
export async function setBack(bulk: Bulk, changed: readonly Changed[]): Promise<readonly Failed[]> {
  const reverts = canMoveStage(pathsOf(bulk.work)) && changed.length <= mostReverted;
  const failed = await revertAll(bulk.resource, reverts ? changed.filter(({ isLast }) => isLast) : []);
  return [...failed, ...(await sendOldValues(bulk, reverts ? changed.filter(({ isLast }) => !isLast) : changed))];
}

/** The most requests at a time. */
const atOnce = 4;

async function revertAll({ singular, plural }: Resource, changed: readonly Changed[]): Promise<readonly Failed[]> {
  const failed: Failed[] = [];
  const left = changed.values();
  const work = async (): Promise<void> => {
    for (const { record } of left) {
      await revert({ singular, plural, id: record.id }, record.version ?? 0).catch((error: unknown) => {
        failed.push({ id: record.id, name: nameIn(record), reason: reasonOf(error) });
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

async function sendOldValues({ resource, work }: Bulk, changed: readonly Changed[]): Promise<readonly Failed[]> {
  const paths = pathsOf(work);
  // A move sets the probability of its stage. The second row gives the project its own one again.
  const times = canMoveStage(paths) ? 2 : 1;
  const rowOf = (record: Remembered): unknown =>
    work.kind === 'delete' ? record.id : ({ id: record.id, ...oldValues(record, paths) } satisfies Fields);
  const rows = changed.flatMap(({ record }) => Array.from({ length: times }, () => rowOf(record)));
  const never = new AbortController().signal;
  const request = requestOf(resource, work.kind === 'delete' ? 'restore' : 'change');
  const results = await sendRows(request, rows, { signal: never, onSent: () => undefined });
  return changed.flatMap(({ record }, index): readonly Failed[] => {
    // The last row of a record tells whether it has its old values.
    const result = results[(index + 1) * times - 1];
    if (result?.reason === null) return [];
    return [{ id: record.id, name: nameIn(record), reason: result?.reason ?? 'It was not sent.' }];
  });
}
