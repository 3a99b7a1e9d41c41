import type { Engine, Queryable } from '../../database/engine.ts';
import { changeOneWithin, compoundChange } from '../../records/changing/change.ts';
import { refuseOtherVersion } from '../../records/changing/audited-change.ts';
import { embeddedUser, type EmbeddedUser } from '../../records/reading/renderer.ts';
import type { ChangeContext, RequestContext, StoreContext } from '../../records/request-context.ts';
import { notFound, type Outcome, type Versioned } from '../../records/results.ts';
import { Refusal, refuseFaulty, type Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { ImportedFamily } from '../../resources/transfer/imports.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { findImport, insertImport, type StoredImport, updateImport } from '../../store/imports/imports.ts';
import { countMade } from '../../store/imports/made-records.ts';
import type { Detected } from '../files/describe.ts';
import { describeFormat } from '../files/describe-format.ts';
import { detectFormat } from '../files/detect-format.ts';
import type { FileColumn, FileFormat } from '../files/file-rows.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import { judgeMapping } from '../mapping/judge-mapping.ts';
import { proposeMapping } from '../mapping/propose-mapping.ts';
import { matchingReadyMapping } from '../mapping/ready-mapping.ts';
import { mappingScope } from './mapping-scope.ts';
import { storedFile, type ReceivedFile } from './stored-file.ts';

const imports = resourceOf('imports');

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

/** The same with the records that it made besides those of its rows, by resource. */
export type ImportRead = Import & { readonly made: Readonly<Record<string, number>> };

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
  return { version: stored.version, value: { ...shownImport(context, stored), made } };
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
  const scope = mappingScope(context.directory, as, detected.columns);
  const mapping = proposed(scope);
  return await compoundChange(context, async (transaction, fresh) => {
    const name = asked.name ?? fileName ?? `${as} ${context.at.toISOString().slice(0, 10)}`;
    const item = { pointer: '/import', id: null, input: { name }, problems: [] };
    const { id } = await changeOneWithin(transaction, fresh, { resource: imports, action: 'create', item });
    const values = {
      family: as,
      status: 'draft' as const,
      ...{ file_id: file.fileId, file_name: fileName ?? null, file_bytes: file.size },
      ...{ media_type: mediaType ?? null, ...shapeOf(detected), mapping, created_by_id: userId },
    };
    await insertImport(transaction, { accountId, id }, values, context.at);
    return await shownNow(transaction, fresh, id);
  });
}

const shapeOf = ({ format, sheets, columns, oddities }: Detected) => ({ format, sheets, columns, oddities });

const detect = (engine: Engine, { actor }: RequestContext, { file, fileName, mediaType, name }: NewImport) =>
  detectFormat(storedFile(engine, { accountId: actor.accountId, fileId: file.fileId }, file.size), {
    ...(mediaType === undefined ? {} : { mediaType }),
    ...((fileName ?? name) === undefined ? {} : { name: fileName ?? name ?? '' }),
  });

/** The changes of an import that a client sends. */
export interface ImportChange {
  readonly id: string;
  readonly versions?: readonly number[] | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

/** Changes the name, the format or the mapping. The next check or run reads the file anew. */
export async function changeImport(
  context: ChangeContext<Versioned<Import>>,
  { id, versions, fields, problems }: ImportChange,
): Promise<Outcome<Versioned<Import>>> {
  const known = await foundImport(context.store.engine, context, id);
  // The file is read before the transaction, because other requests wait for a transaction.
  const described = fields['format'] === undefined ? null : await redescribed(context, known, fields['format']);
  return await compoundChange(context, async (transaction, fresh) => {
    const stored = await foundImport(transaction, fresh, id, 'for no key update of t');
    refuseOtherVersion(versions, stored.version, 'import');
    refuseFaulty(problems);
    refuseUnlessDraft(stored);
    const { name } = fields;
    if (typeof name === 'string' && name !== stored.name) {
      const item = { pointer: '/import', id, input: { name }, problems: [] };
      await changeOneWithin(transaction, fresh, { resource: imports, action: 'update', item });
    }
    const columns = described?.columns ?? (stored.columns as readonly FileColumn[]);
    const scope = mappingScope(fresh.directory, stored.family as ImportedFamily, columns);
    const mapping = mappingAfter(stored, fields['mapping'], { ...scope, isNewShape: described !== null });
    const changed = described !== null || fields['mapping'] !== undefined;
    const blank = { staged: false, dry_run: null, counts: null, total: null, done: 0, pass: stored.pass + 1 };
    const reset = changed ? ({ status: 'draft', ...blank } as const) : {};
    const shape = described ? shapeOf(described) : {};
    await updateImport(
      transaction,
      { accountId: fresh.actor.accountId, id },
      { ...shape, mapping, ...reset },
      context.at,
    );
    return await shownNow(transaction, fresh, id);
  });
}

type Scope = ReturnType<typeof mappingScope>;

/** The given mapping, the one so far, or a new proposal if the columns have other names. */
function mappingAfter(stored: StoredImport, given: unknown, scope: Scope & { readonly isNewShape: boolean }): Mapping {
  if (given !== undefined) {
    const { mapping, problems } = judgeMapping(given, { ...scope, pointer: '/import/mapping' });
    refuseFaulty(problems);
    return mapping;
  }
  const names = (columns: unknown): string => JSON.stringify((columns as FileColumn[]).map(({ name }) => name));
  const isSameShape = !scope.isNewShape || names(scope.columns) === names(stored.columns);
  return isSameShape ? (stored.mapping as Mapping) : proposed(scope);
}

/** The ready mapping for a file of this form, or a proposal by the names and the samples of the columns. */
function proposed(scope: Scope): Mapping {
  const ready = matchingReadyMapping(scope.columns, scope.family)?.mapping;
  return ready && readsSamples(ready, scope) ? ready : proposeMapping(scope);
}

/** Whether a mapping reads at least one sample of each column. Another program may write its dates in another way. */
function readsSamples(mapping: Mapping, scope: Scope): boolean {
  const map = compileMapping(mapping, scope);
  const most = Math.max(0, ...scope.columns.map(({ samples }) => samples.length));
  const rows = Array.from({ length: most }, (_, index) => scope.columns.map(({ samples }) => samples[index] ?? null));
  const faults = rows.flatMap((cells) => map(cells).problems);
  return scope.columns.every(({ name, samples }) => {
    const unread = faults.filter(({ column }) => column === name);
    return samples.length === 0 || mapping.columns.every(({ to }) => countOf(unread, to) < samples.length);
  });
}

const countOf = (faults: readonly { readonly to: string }[], wanted: string): number =>
  faults.filter(({ to }) => to === wanted).length;

async function redescribed(context: StoreContext, stored: StoredImport, given: unknown): Promise<Detected> {
  refuseUnlessDraft(stored);
  const { accountId } = context.actor;
  const file = storedFile(context.store.engine, { accountId, fileId: fileIdOf(stored) }, stored.file_bytes);
  const format = { ...(stored.format as FileFormat), ...(given as Partial<FileFormat>) };
  return await describeFormat(file, format);
}

/** @throws {Refusal} `conflict` if the file is forgotten. */
export function fileIdOf({ file_id: fileId }: StoredImport): string {
  if (fileId !== null) return fileId;
  throw new Refusal('conflict', 'The file of this import was deleted.');
}

function refuseUnlessDraft({ status }: StoredImport): void {
  if (status === 'draft' || status === 'checked') return;
  throw new Refusal('conflict', `This import is ${status}. Only one that is draft or checked can change.`);
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
