import { jobNotifierOf } from '../../jobs/notifier.ts';
import type { JobStep } from '../../jobs/job-runner.ts';
import { compoundChange } from '../../records/changing/change.ts';
import type { ChangeContext } from '../../records/request-context.ts';
import type { ChangeOutcome } from '../../records/results.ts';
import { deleteFileParts } from '../../store/imports/import-files.ts';
import { deleteRows } from '../../store/imports/staged-rows.ts';
import { updateImport } from '../../store/imports/imports.ts';
import { insertJob } from '../../store/jobs/jobs.ts';
import { foundImport } from './imports.ts';
import { inAnotherState, refuseUndoOfAdmins } from './start-import.ts';

/** The kind of the jobs that delete the files and the rows of imports. */
export const forgetKind = 'import_file';

interface ForgetInput {
  /** Null if only rows are left. */
  readonly fileId: string | null;
}

/**
 * Deletes the file of an import with its samples and rows; the import and its counts stay. It can then no longer be run
 * or undone, and shows no rows. So only an admin may delete the file if only an admin may undo the import. A job frees the space, because a file may have millions of rows.
 */
export async function forgetFile(
  context: ChangeContext<void>,
  { id }: { readonly id: string },
): Promise<ChangeOutcome<void>> {
  const outcome = await compoundChange(context, async (transaction, fresh) => {
    const stored = await foundImport(transaction, fresh, id, 'for no key update of t');
    if (['checking', 'running', 'undoing'].includes(stored.status)) throw inAnotherState(stored, 'lose its file');
    if (stored.status !== 'undone') await refuseUndoOfAdmins(transaction, fresh, { id, verb: 'delete its file' });
    const one = { accountId: fresh.actor.accountId, id };
    const input: ForgetInput = { fileId: stored.file_id };
    await insertJob(transaction, { accountId: one.accountId, kind: forgetKind, subjectId: id, input }, fresh.at);
    // The samples and the summary have texts of the file. Rows of an earlier pass are not shown.
    const columns = stored.columns.map((column) => ({ ...column, samples: [] }));
    const forgotten = {
      file_id: null,
      columns,
      staged: false,
      row_characters: 0,
      summary: null,
      pass: stored.pass + 1,
    };
    await updateImport(transaction, one, forgotten, fresh.at);
  });
  jobNotifierOf(context.store.engine).emit('news');
  return outcome;
}

/** The limit of rows that one step deletes. Requests wait for the transaction of the embedded engine. */
const rowsAtOnce = 2000;
const partsAtOnce = 20;

/** The program of the jobs that delete files and rows. */
export const forgetStep: JobStep = async (transaction, job) => {
  const { fileId } = job.input as ForgetInput;
  const { accountId } = job;
  const hasParts = fileId !== null && (await deleteFileParts(transaction, { accountId, fileId }, partsAtOnce));
  const hasRows = await deleteRows(transaction, { accountId, id: job.subjectId ?? '' }, rowsAtOnce);
  return hasParts || hasRows ? { state: 'under way', progress: null } : { state: 'ended' };
};
