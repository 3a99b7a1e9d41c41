import { LRUCache } from 'lru-cache';
import type { JobStep } from '../../jobs/job-runner.ts';
import { Refusal } from '../../refusal.ts';
import { findImport, updateImport } from '../../store/imports/imports.ts';
import type { Job } from '../../store/jobs/jobs.ts';
import { applyRows } from './apply-rows.ts';
import { compareNames } from './compare-names.ts';
import { announceEnd, isCheck, type ImportParts, type ImportWork } from './import-work.ts';
import { foldFirst } from './fold-first.ts';
import type { ImportProgress, Next } from './import-progress.ts';
import { matchRecords } from './match-records.ts';
import type { RowFeed } from './rows/row-feed.ts';
import { clearRows, type Feeds, stageRows } from './stage-rows.ts';
import type { ImportJobInput } from './start-import.ts';
import { undoMade, undoRows } from './undo-rows.ts';

/** A feed that no step has used for so long is dropped, as another process may have taken over. */
const keptMs = 10 * 60_000;

/** After so many failures in a row the import ends as failed. */
const mostFailures = 6;

/** The number after the last row that a file can have. */
const beyondRows = 2_147_483_647;

/** The program of the jobs that check, run and undo imports. */
export function importStep(parts: ImportParts): JobStep {
  const feeds = new LRUCache<string, RowFeed>({
    max: 100,
    ttl: keptMs,
    ttlAutopurge: true,
    dispose: (feed) => void feed.end().catch(() => undefined),
  });
  const step: JobStep = async (transaction, job, now) => {
    const one = { accountId: job.accountId, id: job.subjectId ?? '' };
    const stored = await findImport(transaction, one, 'for no key update of t');
    if (!stored) return { state: 'ended' };
    const directory = await parts.store.directories.seenBy(transaction, one.accountId);
    const work: ImportWork = { ...parts, transaction, job: job as Job<ImportJobInput>, stored, one, directory, now };
    if (job.failures >= mostFailures) {
      await failed(work, 'The service failed several times. Its log says why.');
      return { state: 'ended' };
    }
    try {
      const next = await doStep(work, feeds);
      if (next === 'ended') return { state: 'ended' };
      return 'waitFor' in next ? { state: 'waiting', until: next.waitFor } : { state: 'under way', progress: next };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'unavailable' || error.code === 'conflict') throw error;
      await failed(work, error.message);
      return { state: 'ended' };
    }
  };
  return async (transaction, job, now) =>
    (await foldFirst(transaction, job, now)) ?? (await step(transaction, job, now));
}

async function doStep(work: ImportWork, feeds: Feeds): Promise<Next> {
  const progress = (work.job.progress as ImportProgress | null) ?? firstOf(work);
  const { phase, after, rows } = progress;
  switch (phase) {
    case 'clear':
      return await clearRows(work, feeds);
    case 'stage':
      return await stageRows(work, { after: Number(after), feeds });
    case 'match':
      return await matchRecords(work, after);
    case 'names':
      return await compareNames(work, progress);
    case 'apply':
      return await applyRows(work, { after: Number(after), rows });
    case 'undo rows':
      return await undoRows(work, Number(after));
    case 'undo made':
      return await undoMade(work);
  }
}

function firstOf({ job, stored }: ImportWork): ImportProgress {
  if (job.input.action === 'undo') return { phase: 'undo rows', after: String(beyondRows) };
  return stored.staged ? { phase: 'match', after: '0' } : { phase: 'clear', after: '0' };
}

/** A check that fails leaves a draft, whose format or mapping the user can correct. */
async function failed(work: ImportWork, problem: string): Promise<void> {
  const { transaction, job, one, now } = work;
  if (isCheck(work)) {
    await updateImport(transaction, one, { status: 'draft', problem, dry_run: null, summary: null }, now);
    return;
  }
  await updateImport(transaction, one, { status: 'failed', problem, finished_at: now.toISOString() }, now);
  if (job.input.action === 'run') {
    await announceEnd(work);
  }
}
