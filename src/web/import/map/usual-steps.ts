import type { MappedColumn, ReferenceRule, Transform } from '../../../resources/transfer/mapping.ts';
import type { FileColumn } from '../import.ts';
import type { Target } from './targets.ts';

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
      return dateSteps(samples);
    case 'amount':
    case 'count':
    case 'fraction':
      return [{ number: {} }];
    case 'cents':
      return [{ number: { times: 100 } }];
    default:
      return [];
  }
}

function dateSteps(samples: readonly string[]): readonly Transform[] {
  const pattern = patternOf(samples);
  return pattern === null ? [] : [{ date: pattern }];
}

const forms: readonly (readonly [RegExp, string])[] = [
  [/^\d{1,2}\/\d{1,2}\/\d{4}/, 'M/d/yyyy'],
  [/^\d{1,2}\/\d{1,2}\/\d{2}\b/, 'M/d/yy'],
  [/^\d{1,2}\.\d{1,2}\.\d{4}/, 'd.M.yyyy'],
  [/^\d{1,2}-\d{1,2}-\d{4}/, 'M-d-yyyy'],
  [/^\d{1,2} [a-z]{3,} \d{4}/i, 'd MMM yyyy'],
  [/^\d{1,2}-[a-z]{3}-\d{4}/i, 'd-MMM-yyyy'],
  [/^[a-z]{3,} \d{1,2}, \d{4}/i, 'MMM d, yyyy'],
];

/** The pattern of some dates; null if they need none, or if it is not known. */
function patternOf(samples: readonly string[]): string | null {
  const found = forms.find(([form]) => samples.length > 0 && samples.every((sample) => form.test(sample)))?.[1];
  if (found === undefined) return null;
  if (samples.every((sample) => /\d:\d\d ?[ap]m$/i.test(sample))) return `${found} h:mm a`;
  return samples.every((sample) => /\d:\d\d$/.test(sample)) ? `${found} HH:mm` : found;
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
