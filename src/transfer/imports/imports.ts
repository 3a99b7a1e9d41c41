import type { ImportSummary } from '../../resources/transfer/import-summary.ts';
import type { Engine, Queryable } from '../../database/engine.ts';
import { changeOneWithin, compoundChange } from '../../records/changing/change.ts';
import { embeddedUser, type EmbeddedUser } from '../../records/reading/renderer.ts';
import type { ChangeContext, RequestContext, StoreContext } from '../../records/request-context.ts';
import { notFound, type Outcome, type Versioned } from '../../records/results.ts';
import { Refusal } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { ImportedFamily } from '../../resources/transfer/imports.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { findImport, insertImport, type StoredImport } from '../../store/imports/imports.ts';
import { countMade } from '../../store/imports/made-records.ts';
import type { Detected } from '../files/describe.ts';
import { detectFormat } from '../files/detect-format.ts';
import type { FileColumn, FileFormat } from '../files/file-rows.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { mappingScope } from './mapping-scope.ts';
import { proposalFor } from './proposal.ts';
import { shownSummary, type StoredSummary } from './rows/summary.ts';
import { storedFile, type ReceivedFile } from './stored-file.ts';

/** The entries that name imports. */
export const imports = resourceOf('imports');

/** An import as the API shows it. */
export interface Import {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly as: string;
  readonly status: StoredImport['status'];
  readonly problem: string | null;
  readonly file: { readonly name: string | null; readonly bytes: number } | null;
  readonly format: FileFormat;
  readonly sheets: readonly string[];
  readonly columns: readonly FileColumn[];
  readonly oddities: readonly string[];
  readonly mapping: Mapping;
  readonly counts: StoredImport['counts'];
  readonly dry_run: StoredImport['dry_run'];
  readonly undo: StoredImport['undo'];
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly undone_at: string | null;
  readonly created_by: EmbeddedUser;
}

/** The same with the records that it made besides those of its rows, by resource, and with the problems of its rows. */
export type ImportRead = Import & {
  readonly made: Readonly<Record<string, number>>;
  readonly summary: ImportSummary | null;
};

/** The stored import as answers show it. */
export function shownImport({ directory }: RequestContext, stored: StoredImport): Import {
  const { id, created_at, updated_at, name, family, status, problem, file_name, file_bytes, sheets, oddities } = stored;
  const { counts, dry_run, undo, done, total, started_at, finished_at, undone_at } = stored;
  return {
    ...{ id, created_at, updated_at, name, as: family, status, problem },
    file: stored.file_id === null ? null : { name: file_name, bytes: file_bytes },
    format: stored.format as FileFormat,
    sheets,
    columns: stored.columns as readonly FileColumn[],
    oddities,
    mapping: stored.mapping as Mapping,
    ...{ counts, dry_run, undo, progress: { done, total }, started_at, finished_at, undone_at },
    created_by: embeddedUser(directory, stored.created_by_id),
  };
}

/** @throws {Refusal} `not_found` */
export async function foundImport(
  engine: Queryable,
  { actor }: RequestContext,
  id: string,
  lock: '' | 'for no key update of t' = '',
): Promise<StoredImport> {
  const found = isId(id) ? await findImport(engine, { accountId: actor.accountId, id }, lock) : null;
  if (!found) throw notFound(imports, id);
  return found;
}

/** One import of the account. */
export async function readImport(context: StoreContext, id: string): Promise<Versioned<ImportRead>> {
  const stored = await foundImport(context.store.engine, context, id);
  const made = await countMade(context.store.engine, { accountId: context.actor.accountId, id });
  const summary = stored.summary === null ? null : shownSummary(stored.summary as StoredSummary);
  return { version: stored.version, value: { ...shownImport(context, stored), made, summary } };
}

/** A file that a client sent to import it. */
export interface NewImport {
  readonly as: ImportedFamily;
  readonly name: string | undefined;
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
  readonly file: ReceivedFile;
}

/** The import of a received file, with the format that the file seems to have and a proposed mapping. */
export async function createImport(
  context: ChangeContext<Versioned<Import>>,
  asked: NewImport,
): Promise<Outcome<Versioned<Import>>> {
  const { as, file, fileName, mediaType } = asked;
  const { accountId, userId } = context.actor;
  const detected = await detect(context.store.engine, context, asked);
  const scope = mappingScope(context.directory, as, detected.seen);
  const proposal = await proposalFor(context.store.engine, accountId, scope);
  return await compoundChange(context, async (transaction, fresh) => {
    const name = asked.name ?? fileName ?? `${as} ${context.at.toISOString().slice(0, 10)}`;
    const item = { pointer: '/import', id: null, input: { name }, problems: [] };
    const { id } = await changeOneWithin(transaction, fresh, { resource: imports, action: 'create', item });
    const values = {
      family: as,
      status: 'draft' as const,
      ...{ file_id: file.fileId, file_name: fileName ?? null, file_bytes: file.size },
      ...{ media_type: mediaType ?? null, ...shapeOf(detected), mapping: proposal.mapping, created_by_id: userId },
      oddities: [...detected.oddities, ...proposal.notes],
    };
    await insertImport(transaction, { accountId, id }, values, context.at);
    return await shownNow(transaction, fresh, id);
  });
}

/** How the file is read, as the import stores it. */
export const shapeOf = ({ format, sheets, columns, oddities }: Detected) => ({ format, sheets, columns, oddities });

const detect = (engine: Engine, { actor }: RequestContext, { file, fileName, mediaType, name }: NewImport) =>
  detectFormat(storedFile(engine, { accountId: actor.accountId, fileId: file.fileId }, file.size), {
    ...(mediaType === undefined ? {} : { mediaType }),
    ...((fileName ?? name) === undefined ? {} : { name: fileName ?? name ?? '' }),
  });

/** @throws {Refusal} `conflict` if the file is forgotten. */
export function fileIdOf({ file_id: fileId }: StoredImport): string {
  if (fileId !== null) return fileId;
  throw new Refusal('conflict', 'The file of this import was deleted.');
}

/** The import as the transaction sees it. */
export async function shownNow(
  transaction: Queryable,
  context: RequestContext,
  id: string,
): Promise<Versioned<Import>> {
  const stored = await foundImport(transaction, context, id);
  return { version: stored.version, value: shownImport(context, stored) };
}
