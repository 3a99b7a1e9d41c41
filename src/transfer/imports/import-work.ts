import type { Queryable } from '../../database/engine.ts';
import { announceImport } from '../../records/operations/import-completion.ts';
import type { RequestContext } from '../../records/request-context.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import { scopes } from '../../resources/vocabulary/choices.ts';
import type { Validator } from '../../schema/validator.ts';
import { findImport, type ImportOf, type StoredImport } from '../../store/imports/imports.ts';
import type { Job } from '../../store/jobs/jobs.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Store } from '../../store/store.ts';
import type { ImportJobInput } from './start-import.ts';

/** The dependencies of the jobs that work on imports. */
export interface ImportParts {
  readonly store: Pick<Store, 'engine' | 'directories'>;
  readonly validator: Validator;
}

/** One step of the work on an import. */
export interface ImportWork extends ImportParts {
  readonly transaction: Queryable;
  readonly job: Job<ImportJobInput>;
  readonly stored: StoredImport;
  readonly one: ImportOf;
  /** The directory before the step. */
  readonly directory: Directory;
  readonly now: Date;
}

/** Whether everything is taken back at the end. A run that stops because of its names goes on as a check. */
export const isCheck = ({ stored }: Pick<ImportWork, 'stored'>): boolean => stored.status === 'checking';

/** The resource whose records the import makes. */
export const familyOf = ({ stored }: Pick<ImportWork, 'stored'>): Resource => resourceOf(stored.family);

/** The context of the changes: the user who started the work makes them. */
export function contextOf({ directory, job, one, now }: ImportWork): RequestContext {
  const { userId, requestId } = job.input;
  const role = directory.entries('users').get(userId)?.role ?? 'member';
  const actor = { accountId: one.accountId, userId, role, viaUserId: null, tokenId: '0', scopes } as const;
  return { actor, directory, at: now, source: 'import', requestId };
}

/** Announces the end of a run, whose new state is stored. */
export async function announceEnd({ transaction, job, one, now }: ImportWork): Promise<void> {
  const { version } = (await findImport(transaction, one)) ?? { version: 1 };
  await announceImport(transaction, { ...one, version, userId: job.input.userId }, now);
}
