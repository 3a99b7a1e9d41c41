import type { Queryable } from '../../database/engine.ts';
import { importsOfColumns } from '../../store/imports/earlier-imports.ts';
import { type FileFormat, placeWord, problemsColumn } from '../../resources/transfer/imports.ts';
import { judgeMapping } from '../mapping/judge-mapping.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { isOrderNote, toldOrder } from '../mapping/proposing/day-order.ts';
import { earlyTimes, isEarlyNote } from '../mapping/proposing/early-times.ts';
import { isKeyNote, keyNotes } from '../mapping/proposing/key-notes.ts';
import { isNumberNote, numberNotes } from '../mapping/proposing/number-notes.ts';
import { habitsOf } from '../mapping/propose-mapping.ts';
import { Turn } from '../../records/turns.ts';
import type { ImportMappingScope } from './mapping-scope.ts';
import { proposed, readsSamples } from './proposed-mapping.ts';
import { matchingSavedMapping } from './saved-mappings.ts';

/** A proposed mapping, and sentences about where it comes from. */
export interface Proposal {
  readonly mapping: Mapping;
  readonly notes: readonly string[];
  /** Whether somebody chose it. */
  readonly isChosen: boolean;
}

/**
 * The mapping to propose for a file: a saved one that fits, that of an earlier import of the same columns, a ready one,
 * or one by the names and the samples of the columns.
 */
export async function proposalFor(
  engine: Queryable,
  accountId: string,
  scope: ImportMappingScope,
  format: FileFormat,
): Promise<Proposal> {
  const saved = await matchingSavedMapping(engine, accountId, scope);
  const known = saved ? { mapping: saved, notes: [], isChosen: true } : await earlierProposal(engine, accountId, scope);
  const { mapping, notes, isChosen } = known ?? (await newProposal(scope));
  const leavesReasons = hasReasons(scope) && !isMapped(mapping, problemsColumn);
  return {
    mapping,
    isChosen,
    notes: [
      ...notes,
      ...(leavesReasons ? [reasonsNote] : []),
      ...numberNotes(mapping, scope),
      ...(isChosen ? [] : keyNotes(mapping, scope, placeWord(format))),
    ],
  };
}

/** Other requests run between the steps, which take long for a wide file. */
async function newProposal(scope: ImportMappingScope): Promise<Proposal> {
  const turn = new Turn();
  habitsOf(scope);
  if (turn.isOver) await turn.pause();
  const mapping = proposed(scope);
  if (turn.isOver) await turn.pause();
  return {
    mapping,
    notes: [...toldOrder(scope.columns, mapping, scope.timeZone), ...earlyTimes(mapping, scope)],
    isChosen: false,
  };
}

/** Whether the file has the rejected or superseded rows of an earlier import, with the reasons behind them. */
const hasReasons = ({ columns }: ImportMappingScope): boolean => columns.at(-1)?.name === problemsColumn;

const isMapped = ({ columns }: Mapping, name: string): boolean =>
  columns.some(({ from }) => from.flat().includes(name));

const reasonsNote = `The column "${problemsColumn}" has the reasons of an earlier import. It is not imported.`;
const earlierNote = 'The columns are those of import ';

/** Whether a sentence about a file comes from the proposal of its mapping. */
export const isMappingNote = (oddity: string): boolean =>
  oddity === reasonsNote ||
  oddity.startsWith(earlierNote) ||
  [isOrderNote, isEarlyNote, isNumberNote, isKeyNote].some((isOne) => isOne(oddity));

/**
 * The mapping of the newest import that was checked or run, whose file had the same columns and whose mapping somebody
 * chose. A file of rejected or superseded rows takes any mapping, although it may still have texts that the mapping does
 * not read. The mapping must read the samples of any other file.
 */
async function earlierProposal(
  engine: Queryable,
  accountId: string,
  scope: ImportMappingScope,
): Promise<Proposal | undefined> {
  const isAgain = hasReasons(scope);
  const names = (isAgain ? scope.columns.slice(0, -1) : scope.columns).map(({ name }) => name);
  const earlier = await importsOfColumns(engine, {
    accountId,
    family: scope.family,
    names,
    reasons: problemsColumn,
    isAgain,
  });
  for (const { id, name, mapping: stored, is_chosen: isChosen } of earlier) {
    const { mapping, problems } = judgeMapping(stored, { ...scope, pointer: '' });
    if (problems.length > 0 || !(isAgain || readsSamples(mapping, scope))) continue;
    return { mapping, notes: [`${earlierNote}${id} (${name}), so its mapping is proposed.`], isChosen };
  }
  return undefined;
}
