import { UnknownEntry } from '../store/directory.ts';
import type { Store } from '../store/store.ts';
import type { Call } from './call.ts';

/** Does the work again with the directory as it stands now, when a row names an entry made since the call began. */
export async function withFreshDirectory<Result>(
  store: Store,
  call: Call,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(call);
  } catch (error) {
    if (!(error instanceof UnknownEntry)) throw error;
    return await work({ ...call, directory: await store.directories.reload(call.actor.accountId) });
  }
}
