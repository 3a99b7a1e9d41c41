import type { Engine, Queryable } from '../../database/engine.ts';
import { changeOneWithin, compoundChange } from '../../records/changing/change.ts';
import { embeddedUser } from '../../records/reading/renderer.ts';
import type { ChangeContext, RequestContext, StoreContext } from '../../records/request-context.ts';
import { notFound, type ChangeOutcome, type VersionedValue } from '../../records/results.ts';
import { Refusal } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { type ImportedFamily, noRowCounts, type RowCounts } from '../../resources/transfer/imports.ts';
import type { ImportRead, ShownImport } from '../../resources/transfer/shown-import.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { findImport, insertImport, type StoredImport } from '../../store/imports/imports.ts';
import { countMade } from '../../store/imports/made-records.ts';
import type { FileDescription } from '../files/describe.ts';
import { detectFormat } from '../files/detect-format.ts';
import type { NameFit } from '../files/header-row.ts';
import { nameFit } from '../mapping/proposing/name-fit.ts';
import { mappingScope } from './mapping-scope.ts';
import { proposalFor } from './proposal.ts';
import { shownSummary, type StoredSummary } from './rows/summary.ts';
import { matchNote } from './match-note.ts';
import { unmappedNotes } from './unmapped-columns.ts';
import { storedFile, type ReceivedFile } from './stored-file.ts';

/** The entries that name imports. */
export const imports = resourceOf('imports');

/** The stored import as answers show it. */
export function shownImport({ directory }: RequestContext, stored: StoredImport): ShownImport {
  const { id, created_at, updated_at, name, family, status, problem, file_name, file_bytes, sheets, oddities } = stored;
  const { format, columns, mapping, counts, dry_run, undo, done, total, started_at, finished_at, undone_at } = stored;
  return {
    id,
    created_at,
    updated_at,
    name,
    as: family,
    status,
    problem,
    file: stored.file_id === null ? null : { name: file_name, bytes: file_bytes },
    format,
    sheets,
    columns: columns.map(({ filled: _, ...column }) => column),
    oddities: [...oddities, ...matchNote(stored), ...unmappedNotes(stored)],
    mapping,
    counts: shownCounts(counts),
    dry_run: shownCounts(dry_run),
    undo,
    progress: { done, total },
    started_at,
    finished_at,
    undone_at,
    created_by: embeddedUser(directory, stored.created_by_id),
  };
}

/** Earlier versions of the service had fewer counts. */
const shownCounts = (counts: RowCounts | null): RowCounts | null => counts && { ...noRowCounts, ...counts };

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
export async function readImport(context: StoreContext, id: string): Promise<VersionedValue<ImportRead>> {
  const stored = await foundImport(context.store.engine, context, id);
  const known = stored.summary as StoredSummary | null;
  const summary = known && shownSummary(known);
  const made =
    stored.status === 'checked'
      ? (known?.made ?? {})
      : await countMade(context.store.engine, { accountId: context.actor.accountId, id });
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
  context: ChangeContext<VersionedValue<ShownImport>>,
  asked: NewImport,
): Promise<ChangeOutcome<VersionedValue<ShownImport>>> {
  const { as, file, fileName, mediaType } = asked;
  const { accountId, userId } = context.actor;
  const fit = nameFit(mappingScope(context.directory, as, []));
  const detected = await detect(context.store.engine, context, { ...asked, fit });
  const scope = mappingScope(context.directory, as, detected.seen);
  const proposal = await proposalFor(context.store.engine, accountId, scope, detected.format);
  return await compoundChange(context, async (transaction, fresh) => {
    const name = asked.name ?? fileName ?? `${as} ${context.at.toISOString().slice(0, 10)}`;
    const item = { pointer: '/import', id: null, input: { name }, problems: [] };
    const { id } = await changeOneWithin(transaction, fresh, { resource: imports, action: 'create', item });
    const values = {
      family: as,
      status: 'draft' as const,
      file_id: file.fileId,
      file_name: fileName ?? null,
      file_bytes: file.size,
      media_type: mediaType ?? null,
      ...shapeOf(detected),
      mapping: proposal.mapping,
      is_mapping_chosen: proposal.isChosen,
      created_by_id: userId,
      oddities: [...detected.oddities, ...proposal.notes],
    };
    await insertImport(transaction, { accountId, id }, values, context.at);
    return await shownNow(transaction, fresh, id);
  });
}

/** How the file is read, as the import stores it. */
export const shapeOf = ({ format, sheets, columns, oddities }: FileDescription) => ({
  format,
  sheets,
  columns,
  oddities,
});

const detect = (
  engine: Engine,
  { actor }: RequestContext,
  { file, fileName, mediaType, name, fit }: NewImport & { readonly fit: NameFit },
) =>
  detectFormat(storedFile(engine, { accountId: actor.accountId, fileId: file.fileId }, file.size), {
    fit,
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
): Promise<VersionedValue<ShownImport>> {
  const stored = await foundImport(transaction, context, id);
  return { version: stored.version, value: shownImport(context, stored) };
}
