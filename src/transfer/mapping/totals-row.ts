import { totalsWords } from '../../resources/transfer/words/value-words.ts';
import type { FileCell } from '../files/file-rows.ts';
import type { DraftRow } from './draft-row.ts';
import type { Mapping, MappingFault } from './mapping.ts';
import { foldName } from './reading-text/folding.ts';
import { numberReader } from './reading-text/numbers.ts';
import { isBlank } from './reading-text/steps.ts';
import { isUnfit } from './reading-text/unfit.ts';
import type { MappingScope } from './scope.ts';
import type { MappingTarget, MappingTargets } from '../../resources/transfer/targets.ts';

/** @param filled the targets that the row fills. */
type Judge = (row: DraftRow, filled: readonly string[], cells: readonly FileCell[]) => MappingFault | null;

/**
 * Judges whether a row of jobs is the totals of a spreadsheet: its name is a word for totals, and it has nothing but
 * numbers beside that. A job of this name has a number, a client or a date.
 */
export function totalsRow(mapping: Mapping, targets: MappingTargets, { family, columns }: MappingScope): Judge {
  const column = mapping.columns.find(({ to }) => to === 'name')?.from.flat()[0];
  if (column === undefined || (family !== 'projects' && family !== 'leads')) return () => null;
  const used = new Set(mapping.columns.flatMap(({ from }) => from.flat()));
  const unused = columns.flatMap(({ name }, at) => (used.has(name) ? [] : [at]));
  return ({ fields: { name } }, filled, cells) => {
    if (typeof name !== 'string' || !words.has(foldName(name.trimEnd().replace(/:$/, '')))) return null;
    const targetsBeside = filled.filter((to) => to !== 'name');
    const cellsBeside = unused.map((at) => cells[at]).filter((cell) => !isBlank(cell));
    const isEmpty = targetsBeside.length + cellsBeside.length === 0;
    if (isEmpty || !targetsBeside.every((to) => isNumber(targets.get(to))) || !cellsBeside.every(isSum)) return null;
    const message =
      `Column ${column}: "${name}" with nothing but numbers beside it is a row of totals. ` +
      'If it is a job, change its name or fill another cell of the row.';
    return { to: 'name', column, code: 'not_allowed', message, value: name };
  };
}

const words: ReadonlySet<string> = new Set(totalsWords);

const isNumber = (target: MappingTarget | undefined): boolean => {
  if (target?.kind === 'custom') return ['number', 'currency'].includes(target.custom.field_type);
  return target?.kind === 'field' && ['amount', 'cents', 'count', 'fraction'].includes(target.field.kind);
};

const readNumber = numberReader({}, true);

const isSum = (cell: FileCell): boolean => !isUnfit(readNumber(typeof cell === 'string' ? cell.trim() : cell));
