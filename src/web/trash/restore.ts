import { Refused } from '../../client/problem.ts';
import type { Resource } from '../../resources/resource.ts';
import { sendRequest } from '../data/api.ts';
import { requestOf } from '../lists/bulk/run-bulk.ts';
import { sendRows } from '../lists/bulk/send-rows.ts';
import { reasonOf } from '../parts/failure/failure.tsx';

const notSent = 'It was not sent.';

/**
 * Restores deleted records: many in one request, if the family can.
 * @returns why some were not restored, by their ids.
 */
export async function restoreAll(resource: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (!resource.bulk || ids.length === 1) return await restoreSingly(resource, ids);
  const never = new AbortController().signal;
  const results = await sendRows(requestOf(resource, 'restore'), ids, { signal: never, onSent: () => undefined });
  return new Map(
    ids.flatMap((id, index) => {
      const reason = results[index] === undefined ? notSent : results[index].reason;
      return reason === null ? [] : [[id, reason] as const];
    }),
  );
}

async function restoreSingly({ plural }: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const failed = new Map<string, string>();
  let isLost = false;
  for (const id of ids) {
    if (isLost) {
      failed.set(id, notSent);
      continue;
    }
    try {
      await sendRequest({ method: 'POST', path: `/${plural}/${id}/restore` });
    } catch (error) {
      // A refusal is about one record; anything else would fail for the others too.
      isLost = !(error instanceof Refused);
      failed.set(id, reasonOf(error));
    }
  }
  return failed;
}
