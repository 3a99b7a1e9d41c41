import type { Queryable } from '../../database/engine.ts';
import { jobNotifierOf } from '../../jobs/notifier.ts';
import { compoundChange } from '../../records/changing/change.ts';
import type { ChangeContext, RequestContext } from '../../records/request-context.ts';
import { announceImport } from '../../records/operations/import-completion.ts';
import type { ChangeOutcome, VersionedValue } from '../../records/results.ts';
import type { Confirmation } from '../../resources/transfer/import-summary.ts';
import { type Problem, Refusal, refuseFaulty } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { needsAdminToUndo } from '../../resources/transfer/made-records.ts';
import { type ImportedFamily, type ImportStatus, noRowCounts } from '../../resources/transfer/imports.ts';
import { countMade, forgetKept } from '../../store/imports/made-records.ts';
import { type ImportValues, type StoredImport, updateImport } from '../../store/imports/imports.ts';
import { deleteJobs, insertJob } from '../../store/jobs/jobs.ts';
import { judgeMapping } from '../mapping/judge-mapping.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { constantIdProblems } from './constant-ids.ts';
import { fileIdOf, foundImport, shownNow } from './imports.ts';
import type { ShownImport } from '../../resources/transfer/shown-import.ts';
import { mappingScope } from './mapping-scope.ts';
import { referredResource } from './references/reference-targets.ts';
import { emptySummary } from './rows/summary.ts';

/** The kind of the jobs that work on imports. */
export const importKind = 'import';

/** An action on an import that a client asks for and a job does. */
export type ImportAction = 'check' | 'run' | 'undo';

/** The input of such a job: the work, and the request that its changes belong to. */
export interface ImportJobInput {
  readonly action: ImportAction;
  readonly userId: string;
  readonly requestId: string;
  /** The confirmations of a run. A job of an earlier version of the service lacks them. */
  readonly confirm?: readonly Confirmation[];
}

/** In which states an action may begin, and the state while it works. */
const beginnings: Readonly<Record<ImportAction, { from: readonly ImportStatus[]; to: ImportStatus }>> = {
  check: { from: ['draft', 'checked'], to: 'checking' },
  run: { from: ['draft', 'checked'], to: 'running' },
  undo: { from: ['complete', 'cancelled', 'failed'], to: 'undoing' },
};

/** An action that a client asks for, and what it confirms. */
interface ImportStart {
  readonly id: string;
  readonly action: ImportAction;
  readonly confirm?: readonly Confirmation[];
}

type Answered = Promise<ChangeOutcome<VersionedValue<ShownImport>>>;

/**
 * Begins to check, run or undo an import. A job does the work.
 * @throws {Refusal} `conflict` in another state, `validation_failed` with all mistakes of the mapping.
 */
export async function startImport(
  context: ChangeContext<VersionedValue<ShownImport>>,
  { id, action, confirm = [] }: ImportStart,
): Answered {
  const outcome = await compoundChange(context, async (transaction, fresh) => {
    const stored = await foundImport(transaction, fresh, id, 'for no key update of t');
    const { from, to } = beginnings[action];
    const isAgain = action === 'undo' && stored.status === 'undone' && (stored.undo?.kept ?? 0) > 0;
    if (!isAgain && !from.includes(stored.status)) throw inAnotherState(stored, passives[action]);
    fileIdOf(stored);
    const { accountId, userId } = fresh.actor;
    if (action === 'undo') await refuseUndoOfAdmins(transaction, fresh, { id, verb: 'undo it' });
    else await refuseUnready(transaction, fresh, stored);
    if (isAgain) await forgetKept(transaction, { accountId, id });
    await updateImport(transaction, { accountId, id }, { status: to, ...begun(stored, action, fresh.at) }, fresh.at);
    const input: ImportJobInput = { action, userId, requestId: fresh.requestId, confirm };
    await insertJob(transaction, { accountId, kind: importKind, subjectId: id, input }, fresh.at);
    return await shownNow(transaction, fresh, id);
  });
  jobNotifierOf(context.store.engine).emit('news');
  return outcome;
}

const passives = { check: 'be checked', run: 'be run', undo: 'be undone' } as const;

/** The refusal of an action for which an import is in the wrong state. */
export const inAnotherState = ({ status }: StoredImport, action: string): Refusal =>
  new Refusal('conflict', `This import is ${status}, so it cannot ${action} now.`);

function begun({ pass, undo }: StoredImport, action: ImportAction, at: Date): ImportValues {
  if (action === 'undo') return { undo: { undone: undo?.undone ?? 0, kept: 0 }, done: 0 };
  const started = { problem: null, done: 0, pass: pass + 1, summary: emptySummary };
  if (action === 'check') return { ...started, dry_run: noRowCounts };
  return { ...started, counts: noRowCounts, started_at: at.toISOString() };
}

/** Lists all mistakes of the mapping, and refuses a member who would make what only admins may make. */
async function refuseUnready(
  transaction: Queryable,
  { directory, actor }: RequestContext,
  stored: StoredImport,
): Promise<void> {
  const { family, columns } = stored;
  const scope = mappingScope(directory, family, columns);
  const { mapping, problems } = judgeMapping(stored.mapping, { ...scope, pointer: '/import/mapping' });
  const account = { accountId: actor.accountId, directory };
  const unknown = problems.length === 0 ? await constantIdProblems(transaction, account, family, mapping) : [];
  refuseFaulty([...problems, ...unknown, ...(actor.role === 'admin' ? [] : adminProblems(mapping, family))]);
}

/**
 * Only an admin deletes the list entries and custom fields that an import made, and only an admin makes that impossible.
 * @throws {Refusal} `forbidden`
 */
export async function refuseUndoOfAdmins(
  transaction: Queryable,
  { actor }: RequestContext,
  { id, verb }: { readonly id: string; readonly verb: 'undo it' | 'delete its file' },
): Promise<void> {
  if (actor.role === 'admin') return;
  if (!needsAdminToUndo(await countMade(transaction, { accountId: actor.accountId, id }))) return;
  throw new Refusal('forbidden', `This import made list entries or custom fields, so only an admin may ${verb}.`, {
    members: { required_role: 'admin' },
  });
}

const onlyAdmins = 'is only possible for admins';

function adminProblems({ references, custom_fields: fields }: Mapping, family: ImportedFamily): Problem[] {
  const made = Object.entries(references).filter(
    ([name, { missing }]) => missing === 'create' && referredResource(resourceOf(family), name)?.adminOnly,
  );
  return [
    ...made.map(([name]) => ({
      pointer: `/import/mapping/references/${name}/missing`,
      code: 'not_allowed' as const,
      message: onlyAdmins,
    })),
    ...Object.keys(fields).map((name) => ({
      pointer: `/import/mapping/custom_fields/${name}`,
      code: 'not_allowed' as const,
      message: onlyAdmins,
    })),
  ];
}

/** Ends a check or a run. The rows that the run has written stay; an undo takes them back. */
export const cancelImport = (
  context: ChangeContext<VersionedValue<ShownImport>>,
  { id }: { readonly id: string },
): Answered =>
  compoundChange(context, async (transaction, fresh) => {
    const { accountId } = fresh.actor;
    await foundImport(transaction, fresh, id);
    // A step of the job holds its row first, so the cancellation does too.
    await deleteJobs(transaction, { accountId, kind: importKind, subjectId: id });
    const stored = await foundImport(transaction, fresh, id, 'for no key update of t');
    const one = { accountId, id };
    if (stored.status === 'checking') {
      await updateImport(
        transaction,
        one,
        { status: 'draft', problem: null, dry_run: null, summary: null, done: 0 },
        fresh.at,
      );
    } else if (stored.status === 'running') {
      const cancelled = { status: 'cancelled', finished_at: fresh.at.toISOString() } as const;
      await updateImport(transaction, one, cancelled, fresh.at);
      const ended = { ...one, version: stored.version + 1, userId: fresh.actor.userId };
      await announceImport(transaction, ended, fresh.at);
    } else throw inAnotherState(stored, 'be cancelled');
    return await shownNow(transaction, fresh, id);
  });
