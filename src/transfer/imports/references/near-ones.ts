import type { NearName } from '../../../resources/transfer/import-summary.ts';
import type { ReferenceRule } from '../../../resources/transfer/mapping.ts';
import type { Resource } from '../../../resources/resource.ts';
import { nearNames } from '../../../store/imports/near-names.ts';
import type { ReferenceLookup } from '../../mapping/mapping.ts';
import type { ImportWork } from '../import-work.ts';
import { summaryOf } from '../rows/summary.ts';

/** The names that the summary shows. */
const mostShown = 20;

/** Each name costs two short walks along an index. */
const mostSought = 2000;

interface Asked {
  readonly name: string;
  readonly rule: ReferenceRule;
  readonly target: Resource;
}

/** Finds records with near names for records that are about to be made, until there are enough of them. */
export async function nearOnes(
  { transaction, stored, one }: ImportWork,
  { name: field, rule: { by }, target }: Asked,
  missing: readonly (readonly [key: string, sought: ReferenceLookup])[],
): Promise<{ readonly near: readonly NearName[]; readonly sought: number }> {
  const { near_names: known, sought } = summaryOf(stored);
  if (by !== 'name' || target.kept !== 'table' || known.length >= mostShown) return { near: [], sought: 0 };
  const asked = missing.slice(0, Math.max(0, mostSought - sought));
  if (asked.length === 0) return { near: [], sought: 0 };
  const keys = asked.map(([key]) => key);
  const found = await nearNames(transaction, target, one, keys);
  const isKnown = (value: string): boolean => known.some((other) => other.field === field && other.value === value);
  const near = asked.flatMap(([key, { value }]) => {
    const records = found.get(key);
    return records === undefined || isKnown(value) ? [] : [{ field, value, near: records }];
  });
  return { near: near.slice(0, mostShown - known.length), sought: asked.length };
}
