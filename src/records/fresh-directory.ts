import { waitingFor } from '../database/timed-engine.ts';
import { UnknownEntry } from '../store/rows/directory.ts';
import type { StoreContext } from './request-context.ts';

/** Runs the work. If a row names an entry created since the request began, reloads the directory and runs it again. */
export async function withFreshDirectory<Context extends StoreContext, Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(context);
  } catch (error) {
    if (!(error instanceof UnknownEntry)) throw error;
    context.room?.restart();
    const { engine, directories } = context.store;
    const directory = await waitingFor(engine, () => directories.reload(context.actor.accountId));
    return await work({ ...context, directory });
  }
}
