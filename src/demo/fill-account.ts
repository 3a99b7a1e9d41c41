import { alreadyFilled, refuseProjects } from '../records/access/demo.ts';
import type { RequestContext } from '../records/request-context.ts';
import { resources } from '../resources/index.ts';
import type { Queryable } from '../database/engine.ts';
import { updateStatistics } from '../database/upkeep.ts';
import { endDemo, insertDemo, keepDemo, type RecordCounts } from '../store/jobs/demos.ts';
import { readDirectory } from '../store/rows/directories.ts';
import type { Directory } from '../store/rows/directory.ts';
import { isLasting } from './chapters.ts';
import { type Deed, type Name, namesIn, pluralOf } from './deed.ts';
import type { Firm } from './firm.ts';
import { entriesMissing, type Ids, namedEntries } from './named-entries.ts';
import { performChapter } from './perform-chapter.ts';

/**
 * Performs the deeds of a firm in an account, in one transaction.
 * @param tell receives the number of deeds done so far.
 * @throws {Refusal} if the account has projects or lacks entries of the lists that accounts start with.
 */
export async function fillAccount(
  transaction: Queryable,
  context: RequestContext,
  firm: Firm,
  tell: (done: number) => void,
): Promise<RecordCounts> {
  const { accountId } = context.actor;
  await refuseProjects(transaction, accountId);
  const demo = await insertDemo(transaction, accountId, { now: context.at, requestId: context.requestId });
  if (!demo) throw alreadyFilled();
  let known = namedEntries(context);
  refuseUnknownEntries(firm, known, context.directory);
  let counts: RecordCounts = {};
  let done = 0;
  for (const { size, deeds } of firm.chapters) {
    const directory = await readDirectory(transaction, accountId, context.directory);
    const chapter = deeds();
    const made = await performChapter(transaction, { ...context, directory }, chapter, known);
    known = new Map([...known, ...lasting(made)]);
    await surveyTables(transaction, { before: done, after: done + size });
    done += size;
    counts = counted(counts, chapter);
    tell(done);
  }
  await finishTables(transaction);
  await keepDemo(transaction, accountId, { done, total: done, records: counts, made: {} });
  await endDemo(transaction, accountId, { status: 'complete', problem: null, now: context.at });
  return counts;
}

/** The ids of the records that later chapters refer to. */
export const lasting = (made: Ids): [Name, string][] => [...made].filter(([name]) => isLasting(name));

const firstSurvey = 500;

/** A plan that Postgres makes for empty tables is slow once they are full. */
const tables = [
  ...resources.filter(({ kept }) => kept === 'table').map(({ plural }) => plural),
  ...[
    'company_industries',
    'note_contacts',
    'note_users',
    'note_mentions',
    'stage_changes',
    'changes',
    'webhook_messages',
  ],
];

/** Updates the statistics each time that the tables have grown threefold. */
export async function surveyTables(
  transaction: Queryable,
  { before, after }: { readonly before: number; readonly after: number },
): Promise<void> {
  const surveys = (deeds: number): number => Math.floor(Math.log(Math.max(1, deeds / firstSurvey)) / Math.log(3));
  if (surveys(after) > surveys(before)) await updateStatistics(transaction, tables);
}

/** Updates the statistics once everything is written. */
export const finishTables = (transaction: Queryable): Promise<unknown> => updateStatistics(transaction, tables);

/** @throws {Refusal} `conflict` if the firm needs list entries that the account lacks. */
export function refuseUnknownEntries({ samples }: Firm, ids: Ids, directory: Directory): void {
  const deeds = samples();
  const made = new Set(deeds.filter(({ action }) => action !== 'update').map(({ name }) => name));
  const missing = [...new Set(deeds.flatMap(namesIn))].filter((name) => !made.has(name) && !ids.has(name)).sort();
  if (missing.length > 0) throw entriesMissing(directory, missing);
}

/** The counts with the records that the deeds create. */
export function counted(counts: RecordCounts, deeds: readonly Deed[]): RecordCounts {
  const sums: Record<string, number> = { ...counts };
  for (const { action, name } of deeds) {
    if (action !== 'update') sums[pluralOf(name)] = (sums[pluralOf(name)] ?? 0) + 1;
  }
  return sums;
}
