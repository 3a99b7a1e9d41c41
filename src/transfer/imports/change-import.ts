import { changeOneWithin, compoundChange } from '../../records/changing/change.ts';
import { refuseOtherVersion } from '../../records/changing/audited-change.ts';
import type { ChangeContext, StoreContext } from '../../records/request-context.ts';
import type { ChangeOutcome, VersionedValue } from '../../records/results.ts';
import { Refusal, refuseFaulty, type Problem } from '../../refusal.ts';
import type { FileFormat, FileColumn } from '../../resources/transfer/imports.ts';
import { type StoredImport, updateImport } from '../../store/imports/imports.ts';
import type { FileDescription } from '../files/describe.ts';
import { describeFormat } from '../files/describe-format.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { isOrderNote } from '../mapping/proposing/day-order.ts';
import { judgeMapping } from '../mapping/judge-mapping.ts';
import { constantIdProblems } from './constant-ids.ts';
import { fileIdOf, foundImport, imports, shapeOf, shownNow } from './imports.ts';
import type { ShownImport } from '../../resources/transfer/shown-import.ts';
import { type ImportMappingScope, mappingScope } from './mapping-scope.ts';
import { isMappingNote, proposalFor } from './proposal.ts';
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
    const columns = described?.seen ?? stored.columns;
    const scope = mappingScope(fresh.directory, stored.family, columns);
    const kept = givenOrKept(stored, fields['mapping'], { ...scope, isNewShape: described !== null });
    const { mapping, notes } = kept
      ? { mapping: kept, notes: keptNotes(stored, fields['mapping'] !== undefined) }
      : await proposalFor(transaction, fresh.actor.accountId, scope);
    if (fields['mapping'] !== undefined) {
      const account = { accountId: fresh.actor.accountId, directory: fresh.directory };
      refuseFaulty(await constantIdProblems(transaction, account, stored.family, mapping));
    }
    const changed = described !== null || fields['mapping'] !== undefined;
    const reset = changed ? ({ status: 'draft', ...nothingDone, pass: stored.pass + 1 } as const) : {};
    const oddities = [...(described ?? stored).oddities.filter((oddity) => !isMappingNote(oddity)), ...notes];
    const shape = described ? shapeOf(described) : {};
    const one = { accountId: fresh.actor.accountId, id };
    await updateImport(transaction, one, { ...shape, oddities, mapping, ...reset }, context.at);
    return await shownNow(transaction, fresh, id);
  });
}

/** The sentences about the mapping. One that the client gives is read as it says. */
const keptNotes = ({ oddities }: StoredImport, isGiven: boolean): readonly string[] =>
  oddities.filter((oddity) => isMappingNote(oddity) && !(isGiven && isOrderNote(oddity)));

/** The results of a check, which a new format or mapping makes void. */
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
  return await describeFormat(file, { ...before, ...asked }, isOtherSheet ? 'find' : 'stated');
}

function refuseUnlessDraft({ status }: StoredImport): void {
  if (status === 'draft' || status === 'checked') return;
  throw new Refusal('conflict', `This import is ${status}. Only one that is draft or checked can change.`);
}
