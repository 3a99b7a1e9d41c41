import { memoByEngine } from '../../database/memo-by-engine.ts';
import { flowOf, inLongFlow } from '../../database/timed-engine.ts';
import { FairQueue } from '../../fair-queue.ts';
import { Refusal } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { isChangedSince, readProjectsState } from '../../store/reports/projects-state.ts';
import { readSlices, type SlicedReads, wholeSlice } from '../../store/reports/slices.ts';
import { pastProblems, refuseMissingPast } from '../reading/as-of.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import type { StoreContext } from '../request-context.ts';
import type { ReportQuery } from './report-query.ts';

/** The context of a report. All of its statements see one state of the projects. `at` is the instant of the report. */
export interface ReportContext extends StoreContext, SlicedReads {
  /** `at`, if the report reads the projects as they were then; undefined if it reads them as they are now. */
  readonly asOf: Date | undefined;
  /** The instant of the request, which is that of the names. */
  readonly namesAt: Date;
  /** The instant as of which statements read the rows of projects, in a report of the present without a transaction. */
  readonly rowsAt?: Date;
}

type Reading = Pick<ReportQuery, 'asOf' | 'filters'>;

/**
 * Runs the statements of a report. A process runs two reports at once, one of each account, and one on the embedded
 * engine.
 * @throws {Refusal} `unavailable` with a time to retry, if the report waits too long or its statement is cut off.
 */
export async function inReport<Result>(
  context: StoreContext,
  query: Reading,
  work: (context: ReportContext) => Promise<Result>,
): Promise<Result> {
  if (query.asOf) await refuseMissingPast(context);
  try {
    return await inTurn(context, () =>
      withFreshDirectory(
        context,
        async (fresh) => (await inSlices(fresh, query, work)) ?? (await inTransaction(fresh, query, work)),
      ),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error;
    throw error.retryAfterSeconds === undefined ? unavailable(error.message, error) : error;
  }
}

/** Runs the statements in one read-only transaction. */
const inTransaction = <Result>(
  context: StoreContext,
  { asOf }: Reading,
  work: (context: ReportContext) => Promise<Result>,
): Promise<Result> =>
  context.store.engine.transaction(
    (snapshot) =>
      work({ ...context, at: asOf ?? context.at, asOf, namesAt: context.at, snapshot, slices: [wholeSlice] }),
    { isSnapshot: true },
  );

/** How often a report is begun again whose projects change meanwhile. */
const mostTries = 3;

/**
 * Runs the statements one by one on the embedded engine, whose only session a transaction would keep from other requests
 * until the end. Each statement reads a slice of the projects as of one instant, with rests in between.
 * @returns undefined on a server, for filters by texts that have no past, and if changes at or before the instant keep
 * committing.
 */
async function inSlices<Result>(
  context: StoreContext,
  { asOf, filters }: Reading,
  work: (context: ReportContext) => Promise<Result>,
): Promise<Result | undefined> {
  const { store, actor, at: namesAt } = context;
  const isLive = asOf === undefined;
  if (store.engine.kind !== 'embedded' || pastProblems(resourceOf('projects'), { filters }).length > 0) return;
  const snapshot = inLongFlow(store.engine);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { lastChange, latest } = await readProjectsState(snapshot, actor.accountId);
    const instant = asOf ?? new Date(Math.max(namesAt.getTime(), Date.parse(latest ?? wireTime(namesAt))));
    const slices = await readSlices(snapshot, actor.accountId, store.reportSlice);
    const rows = isLive ? { rowsAt: instant } : {};
    const result = await work({ ...context, at: asOf ?? namesAt, asOf, namesAt, snapshot, slices, ...rows });
    if (!(await isChangedSince(snapshot, { accountId: actor.accountId, lastChange, instant }))) return result;
  }
  return;
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
