import type { Queryable } from '../../database/engine.ts';
import { memoByEngine } from '../../database/memo-by-engine.ts';
import { flowOf } from '../../database/timed-engine.ts';
import { FairQueue } from '../../fair-queue.ts';
import { Refusal } from '../../refusal.ts';
import { refuseMissingPast } from '../reading/as-of.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import type { StoreContext } from '../request-context.ts';
import type { ReportQuery } from './report-query.ts';

/** The context of a report. All of its statements see one state of the database. `at` is the instant of the report. */
export interface ReportContext extends StoreContext {
  readonly snapshot: Queryable;
  /** `at`, if the report reads the projects as they were then; undefined if it reads them as they are now. */
  readonly asOf: Date | undefined;
  /** The instant of the request, which is that of the names. */
  readonly namesAt: Date;
}

/**
 * Runs the statements of a report in one read-only transaction. A process runs two reports at once, one of each
 * account, and one on the embedded engine.
 * @throws {Refusal} `unavailable` with a time to retry, if the report waits too long or its statement is cut off.
 */
export async function inReport<Result>(
  context: StoreContext,
  { asOf }: Pick<ReportQuery, 'asOf'>,
  work: (context: ReportContext) => Promise<Result>,
): Promise<Result> {
  const { engine } = context.store;
  const { at: namesAt } = context;
  if (asOf) await refuseMissingPast(context);
  try {
    return await inTurn(context, () =>
      withFreshDirectory(context, (fresh) =>
        engine.transaction((snapshot) => work({ ...fresh, at: asOf ?? namesAt, asOf, namesAt, snapshot }), {
          isSnapshot: true,
        }),
      ),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error;
    throw error.retryAfterSeconds === undefined ? unavailable(error.message, error) : error;
  }
}

const longestWaitMs = 5000;
const retryAfterSeconds = 5;
const mostWaiting = 100;

const unavailable = (detail: string, cause?: unknown): Refusal =>
  new Refusal('unavailable', detail, { retryAfterSeconds, cause });

const waitedTooLong = (): Refusal => unavailable('Other reports keep this one waiting.');

const places = memoByEngine(
  ({ kind }) => new FairQueue({ places: kind === 'embedded' ? 1 : 2, mostWaiting, refuse: waitedTooLong }),
);

/** Runs the work when a place is free. Work that has waited too long gives its place up when its turn comes. */
function inTurn<Result>({ store: { engine } }: StoreContext, work: () => Promise<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(waitedTooLong());
    }, longestWaitMs);
    const begun = async (): Promise<Result> => {
      clearTimeout(timer);
      if (isLate) throw waitedTooLong();
      return await work();
    };
    places(engine)
      .run(begun, flowOf(engine))
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
