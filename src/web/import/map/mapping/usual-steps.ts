import type { MappedColumn, ReferenceRule, Transform } from '../../../../resources/transfer/mapping.ts';
import { blankWords } from '../../../../resources/transfer/words/value-words.ts';
import type { FileColumn } from '../../import.ts';
import type { Target } from './targets.ts';
import { patternsOf } from './usual-dates.ts';

/** A field that is filled from a column, read in the usual way. */
export function usualColumn(
  target: Target,
  column: FileColumn,
  from: MappedColumn['from'] = [column.name],
): MappedColumn {
  const transform = usualSteps(target, column);
  return { from, to: target.to, ...(transform.length > 0 ? { transform } : {}) };
}

/** The steps by which a field usually reads a column. */
function usualSteps({ field }: Target, { samples }: FileColumn): readonly Transform[] {
  switch (field?.kind) {
    case 'date':
    case 'date_time':
      return [blank, ...dateSteps(samples)];
    case 'amount':
    case 'count':
    case 'fraction':
      return [blank, { number: {} }];
    case 'cents':
      return [blank, { number: { times: 100 } }];
    default:
      return [];
  }
}

const blank: Transform = { blank_words: blankWords };

function dateSteps(samples: readonly string[]): readonly Transform[] {
  const words = new Set(blankWords.map((word) => word.toLowerCase()));
  const patterns = patternsOf(samples.filter((sample) => !words.has(sample.toLowerCase())));
  return patterns.length === 0 ? [] : [{ date: patterns }];
}

/** The records that an import may make because a row names them. */
export const canMake = (plural: string): boolean =>
  ['companies', 'contacts', 'projects', 'task_lists'].includes(plural);

/** How the record of a reference is usually found. */
export const usualRule = (plural: string, { type }: FileColumn): ReferenceRule => ({
  by: plural === 'users' && type === 'email' ? 'email' : 'name',
  missing: usualMissing(plural),
});

function usualMissing(plural: string): ReferenceRule['missing'] {
  if (plural === 'companies' || plural === 'contacts') return 'create';
  return plural === 'users' ? 'empty' : 'reject';
}
