import type { Queryable } from '../../database/engine.ts';
import { importsOfColumns } from '../../store/imports/earlier-imports.ts';
import type { FileColumn } from '../files/file-rows.ts';
import { problemsColumn } from '../../resources/transfer/imports.ts';
import { judgeMapping } from '../mapping/judge-mapping.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { proposed, readsSamples, type Scope } from './proposed-mapping.ts';
import { matchingSavedMapping } from './saved-mappings.ts';

/** A proposed mapping, and sentences about where it comes from. */
export interface Proposal {
  readonly mapping: Mapping;
  readonly notes: readonly string[];
}

/**
 * The mapping to propose for a file: a saved one that fits, that of an earlier import of the same columns, a ready one,
 * or one by the names and the samples of the columns.
 */
export async function proposalFor(engine: Queryable, accountId: string, scope: Scope): Promise<Proposal> {
  const saved = await matchingSavedMapping(engine, accountId, scope);
  const earlier = saved ? undefined : await earlierProposal(engine, accountId, scope);
  const { mapping, notes } = earlier ?? { mapping: proposed(scope, saved), notes: [] };
  const isRejectedFile = scope.columns.at(-1)?.name === problemsColumn && !isMapped(mapping, problemsColumn);
  return { mapping, notes: isRejectedFile ? [...notes, reasonsNote] : notes };
}

const isMapped = ({ columns }: Mapping, name: string): boolean =>
  columns.some(({ from }) => from.flat().includes(name));

const reasonsNote = `The column "${problemsColumn}" has the reasons of an earlier import. It is not imported.`;
const earlierNote = 'The columns are those of import ';

/** Whether a sentence about a file comes from the proposal of its mapping. */
export const isMappingNote = (oddity: string): boolean => oddity === reasonsNote || oddity.startsWith(earlierNote);

/**
 * The mapping of the newest import that was checked or run and whose file had the same columns. A file of rejected rows
 * may still have the texts that were rejected; the mapping must read the samples of any other file.
 */
async function earlierProposal(engine: Queryable, accountId: string, scope: Scope): Promise<Proposal | undefined> {
  const isOfRejected = scope.columns.at(-1)?.name === problemsColumn;
  const names = withoutReasons(scope.columns).map(({ name }) => name);
  const earlier = await importsOfColumns(engine, { accountId, family: scope.family, names, reasons: problemsColumn });
  for (const { id, name, mapping: stored } of earlier) {
    const { mapping, problems } = judgeMapping(stored, { ...scope, pointer: '' });
    if (problems.length > 0 || !(isOfRejected || readsSamples(mapping, scope))) continue;
    return { mapping, notes: [`${earlierNote}${id} (${name}), so its mapping is proposed.`] };
  }
  return undefined;
}

const withoutReasons = (columns: readonly FileColumn[]): readonly FileColumn[] =>
  columns.at(-1)?.name === problemsColumn ? columns.slice(0, -1) : columns;
