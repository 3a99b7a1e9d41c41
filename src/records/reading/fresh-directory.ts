import { waitingFor } from '../../database/database-time.ts';
import { UnknownEntry } from '../../store/rows/directory.ts';
import type { RequestContext } from '../call.ts';

/** Runs the work. If a row names an entry created since the call began, reloads the directory and runs it again. */
export async function withFreshDirectory<Context extends RequestContext, Result>(
  call: Context,
  work: (call: Context) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(call);
  } catch (error) {
    if (!(error instanceof UnknownEntry)) throw error;
    call.room?.restart();
    const { engine, directories } = call.store;
    const directory = await waitingFor(engine, () => directories.reload(call.actor.accountId));
    return await work({ ...call, directory });
  }
}
