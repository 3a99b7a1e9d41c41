import { setTimeout as wait } from 'node:timers/promises';
import { inLongFlow } from '../../database/timed-engine.ts';
import type { ObjectTarget } from '../../files/copy-object.ts';
import type { StoreContext } from '../../records/request-context.ts';
import { rowsOf } from '../archives/manifest.ts';
import { inPlace } from './archive-places.ts';
import type { RestoredAccount } from './hand-over.ts';
import { type ReceivedArchive, receivedName } from './receive-archive.ts';
import { restoreJudged } from './restore-account.ts';
import { restoreInSteps } from './restore-in-steps.ts';

/** How far a restore is, in rows. */
export interface RestoreProgress {
  readonly done: number;
  readonly total: number;
}

/** A restore that has begun. It goes on when nobody waits for it any more. */
export interface BegunRestore {
  readonly progress: () => RestoreProgress;
  readonly ended: Promise<RestoredAccount>;
}

/** Restores a received archive into the account of the request, and removes the file at the end. */
export function beginRestore(
  { actor, directory, at, ...context }: StoreContext,
  archive: ReceivedArchive,
  to: ObjectTarget,
): BegunRestore {
  const { bytes, manifest } = archive;
  const progress = { done: 0, total: rowsOf(manifest) };
  const { source, requestId } = context;
  const email = directory.entries('users').get(actor.userId)?.email ?? '';
  const restoring = {
    accountId: actor.accountId,
    bytes,
    manifest,
    name: receivedName,
    now: at,
    to,
    by: { source, requestId, email },
    progressed: (done: number) => void (progress.done = done),
  };
  const engine = inLongFlow(context.store.engine);
  const restore = engine.kind === 'embedded' ? restoreInSteps : restoreJudged;
  const ended = inPlace(engine, () => restore(engine, restoring)).finally(() => archive[Symbol.asyncDispose]());
  // The client may have gone, so the log has each failure.
  ended.catch((cause: unknown) => {
    context.onFailure?.(new Error(`the restore of an archive into account ${actor.accountId} failed`, { cause }));
  });
  return { progress: () => ({ ...progress }), ended };
}

/** The interval at which a restore tells how far it is, in milliseconds. */
const tellEveryMs = 500;

/** How far a restore is, again and again until it ends. */
export async function* progressOf({ progress, ended }: BegunRestore): AsyncGenerator<RestoreProgress> {
  const end = ended.then(
    () => true,
    () => true,
  );
  do {
    yield progress();
  } while (!(await Promise.race([end, wait(tellEveryMs, false)])));
}
