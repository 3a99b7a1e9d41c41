import type { Mapping } from '../../../resources/transfer/mapping.ts';
import type { ProposalScope, ProposedColumn } from '../scope.ts';
import { isBlankWord } from './samples.ts';

const ending =
  'so no column is the key. The next import of the list makes all of its records again. Give each row a number of its ' +
  'own, or choose the key yourself: then the last row of a number counts.';

/** Whether a sentence is one of `keyNotes`. */
export const isKeyNote = (oddity: string): boolean => oddity.endsWith(ending);

/** The numbers that several rows have, with the first of their lines. */
export const repeatedNumbers = ({ repeated }: ProposedColumn): (readonly [string, readonly number[]])[] =>
  [...(repeated ?? [])].filter(([text]) => !isBlankWord(text));

/** A sentence about the column that would be the key of new projects if no two rows had one number. */
export function keyNotes(
  { upsert_by: upsertBy, columns: mapped }: Mapping,
  { columns }: ProposalScope,
  place: string,
): string[] {
  const sourceOf = (target: string) => mapped.find(({ to }) => to === target)?.from.flat()[0];
  if (upsertBy.length > 0 || sourceOf('id') !== undefined) return [];
  const column = columns.find(({ name }) => name === sourceOf('project_number'));
  const numbers = column ? repeatedNumbers(column) : [];
  if (!column || numbers.length === 0) return [];
  const told = numbers
    .slice(0, mostNumbers)
    .map(([text, lines]) => `${spelled(column, text)} is in ${place}s ${listed(lines)}`);
  const more = numbers.length - told.length;
  const others = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'number is' : 'numbers are'} in several`;
  return [`Column ${column.name} could be the key, but ${told.join(', ')}${others}, ${ending}`];
}

const mostNumbers = 3;

/** A number as the file first writes it. */
const spelled = ({ values = [] }: ProposedColumn, text: string): string =>
  JSON.stringify(values.find((value) => value.toLowerCase() === text) ?? text);

const listed = (lines: readonly number[]): string => `${lines.slice(0, -1).join(', ')} and ${lines.at(-1) ?? ''}`;
