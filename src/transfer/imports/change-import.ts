import type { Queryable } from '../../database/engine.ts';
import { changeOneWithin, compoundChange } from '../../records/changing/change.ts';
import { refuseOtherVersion } from '../../records/changing/audited-change.ts';
import type { ChangeContext, RequestContext, StoreContext } from '../../records/request-context.ts';
import type { ChangeOutcome, VersionedValue } from '../../records/results.ts';
import { Refusal, refuseFaulty, type Problem } from '../../refusal.ts';
import type { FileFormat, FileColumn } from '../../resources/transfer/imports.ts';
import { type ImportValues, type StoredImport, updateImport } from '../../store/imports/imports.ts';
import type { FileDescription } from '../files/describe.ts';
import { describeFormat } from '../files/describe-format.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { isOrderNote } from '../mapping/proposing/day-order.ts';
import { isKeyNote } from '../mapping/proposing/key-notes.ts';
import { isNumberNote } from '../mapping/proposing/number-notes.ts';
import { nameFit } from '../mapping/proposing/name-fit.ts';
import { judgeMapping } from '../mapping/judge-mapping.ts';
import { constantIdProblems } from './constant-ids.ts';
import { fileIdOf, foundImport, imports, shapeOf, shownNow } from './imports.ts';
import type { ShownImport } from '../../resources/transfer/shown-import.ts';
import { type ImportMappingScope, mappingScope } from './mapping-scope.ts';
import { isMappingNote, type Proposal, proposalFor } from './proposal.ts';
import { storedFile } from './stored-file.ts';

/** The changes of an import that a client sends. */
export interface ImportChange {
  readonly id: string;
  readonly versions?: readonly number[] | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

/** Changes the name, the format or the mapping. The next check or run reads the file anew. */
export async function changeImport(
  context: ChangeContext<VersionedValue<ShownImport>>,
  { id, versions, fields, problems }: ImportChange,
): Promise<ChangeOutcome<VersionedValue<ShownImport>>> {
  const known = await foundImport(context.store.engine, context, id);
  // The file is read before the transaction, because other requests wait for a transaction.
  const described = fields['format'] === undefined ? null : await redescribed(context, known, fields['format']);
  const [isGiven, isNewShape] = [fields['mapping'] !== undefined, described !== null];
  return await compoundChange(context, async (transaction, fresh) => {
    const stored = await foundImport(transaction, fresh, id, 'for no key update of t');
    refuseOtherVersion(versions, stored.version, 'import');
    refuseFaulty(problems);
    refuseUnlessDraft(stored);
    await rename(transaction, fresh, stored, fields['name']);
    const columns = described?.seen ?? stored.columns;
    const scope = mappingScope(fresh.directory, stored.family, columns);
    const kept = givenOrKept(stored, fields['mapping'], { ...scope, isNewShape });
    const { mapping, notes, isChosen } = kept
      ? keptProposal(stored, kept, isGiven)
      : await proposalFor(transaction, fresh.actor.accountId, scope, (described ?? stored).format);
    if (isGiven) await refuseUnknownConstants(transaction, fresh, stored, mapping);
    const reset = resetAfter(stored, isNewShape || isGiven);
    const oddities = [...found(described ?? stored), ...notes];
    const one = { accountId: fresh.actor.accountId, id };
    await updateImport(
      transaction,
      one,
      { ...(described && shapeOf(described)), oddities, mapping, is_mapping_chosen: isChosen, ...reset },
      context.at,
    );
    return await shownNow(transaction, fresh, id);
  });
}

async function rename(transaction: Queryable, context: RequestContext, { id, name }: StoredImport, given: unknown) {
  if (typeof given !== 'string' || given === name) return;
  const item = { pointer: '/import', id, input: { name: given }, problems: [] };
  await changeOneWithin(transaction, context, { resource: imports, action: 'update', item });
}

/** @throws {Refusal} `validation_failed` if a constant names a record that is not there. */
async function refuseUnknownConstants(
  transaction: Queryable,
  { actor, directory }: RequestContext,
  { family }: StoredImport,
  mapping: Mapping,
): Promise<void> {
  const account = { accountId: actor.accountId, directory };
  refuseFaulty(await constantIdProblems(transaction, account, family, mapping));
}

/** The sentences about the file itself. */
const found = ({ oddities }: Pick<StoredImport, 'oddities'>): readonly string[] =>
  oddities.filter((oddity) => !isMappingNote(oddity));

/** The mapping so far or the one that the client gives, which is read as it says. */
const keptProposal = (stored: StoredImport, mapping: Mapping, isGiven: boolean): Proposal => ({
  mapping,
  notes: stored.oddities.filter((oddity) => {
    const isTaken = isOrderNote(oddity) || isNumberNote(oddity) || (isKeyNote(oddity) && mapping.upsert_by.length > 0);
    return isMappingNote(oddity) && !(isGiven && isTaken);
  }),
  isChosen: isGiven || stored.is_mapping_chosen,
});

/** The results of a check, which a new format or mapping makes void. */
const resetAfter = ({ pass }: StoredImport, isVoid: boolean): ImportValues =>
  isVoid ? { status: 'draft', problem: null, ...nothingDone, pass: pass + 1 } : {};

const nothingDone = { staged: false, dry_run: null, counts: null, summary: null, total: null, done: 0 } as const;

/** The given mapping, or the one so far; none if the columns have other names. */
function givenOrKept(
  stored: StoredImport,
  given: unknown,
  scope: ImportMappingScope & { readonly isNewShape: boolean },
): Mapping | undefined {
  if (given !== undefined) {
    const { mapping, problems } = judgeMapping(given, { ...scope, pointer: '/import/mapping' });
    refuseFaulty(problems);
    return mapping;
  }
  const names = (columns: unknown): string => JSON.stringify((columns as FileColumn[]).map(({ name }) => name));
  const isSameShape = !scope.isNewShape || names(scope.columns) === names(stored.columns);
  return isSameShape ? stored.mapping : undefined;
}

async function redescribed(context: StoreContext, stored: StoredImport, given: unknown): Promise<FileDescription> {
  refuseUnlessDraft(stored);
  const { accountId } = context.actor;
  const file = storedFile(context.store.engine, { accountId, fileId: fileIdOf(stored) }, stored.file_bytes);
  const before = stored.format;
  const asked = given as Partial<FileFormat>;
  const isOtherSheet = (asked.sheet ?? before.sheet) !== before.sheet && asked.header_row === undefined;
  const fit = nameFit(mappingScope(context.directory, stored.family, []));
  return await describeFormat(file, { ...before, ...asked }, { header: isOtherSheet ? 'find' : 'stated', fit });
}

function refuseUnlessDraft({ status }: StoredImport): void {
  if (status === 'draft' || status === 'checked') return;
  throw new Refusal('conflict', `This import is ${status}. Only one that is draft or checked can change.`);
}
