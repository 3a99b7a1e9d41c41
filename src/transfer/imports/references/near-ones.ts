import type { NearName } from '../../../resources/transfer/import-summary.ts';
import type { ReferenceRule } from '../../../resources/transfer/mapping.ts';
import type { Resource } from '../../../resources/resource.ts';
import { nearNames } from '../../../store/imports/near-names.ts';
import type { ReferenceLookup } from '../../mapping/mapping.ts';
import type { ImportWork } from '../import-work.ts';
import { type Spellings, summaryOf } from '../rows/summary.ts';
import { nearSpellings } from './near-spellings.ts';

/** The names that the summary shows. */
const mostShown = 20;

/** The near names of one name. */
const mostOfName = 3;

/** No record has a longer name. The names are kept while the work goes on, so none may be as long as a cell. */
const longestName = 255;

/** Each name costs four short walks along an index: two with its article and two without. */
const mostSought = 2000;

interface Asked {
  readonly name: string;
  readonly rule: ReferenceRule;
  readonly target: Resource;
}

/** The near names of records that are about to be made, and the names of the file so far. */
export interface NearOnes {
  readonly near: readonly NearName[];
  readonly sought: number;
  readonly spellings: Spellings;
}

/**
 * Finds records and other names of the file with near names for records that are about to be made, until there are
 * enough of them.
 */
export async function nearOnes(
  { transaction, stored, one }: ImportWork,
  { name: field, rule: { by }, target }: Asked,
  missing: readonly (readonly [key: string, sought: ReferenceLookup])[],
): Promise<NearOnes> {
  const { near_names: known, sought, spellings = {} } = summaryOf(stored);
  const none = { near: [], sought: 0, spellings: {} };
  if (by !== 'name' || target.kept !== 'table' || known.length >= mostShown) return none;
  const asked = missing
    .filter(([, { value }]) => value.length <= longestName)
    .slice(0, Math.max(0, mostSought - sought));
  if (asked.length === 0) return none;
  const keys = asked.flatMap(([key]) => withOtherArticle(key));
  const found = await nearNames(transaction, target, one, keys);
  const isKnown = (value: string): boolean => known.some((other) => other.field === field && other.value === value);
  const written = nearSpellings(
    spellings[field] ?? [],
    asked.map(([, { value }]) => value),
  );
  const others = new Map(written.near.map((one) => [one.value, one.near.map((name) => ({ id: null, name }))]));
  const near = asked.flatMap(([key, { value }]) => {
    const records = withOtherArticle(key).flatMap((one) => found.get(one) ?? []);
    const all = [...new Map(records.map((one) => [one.id, one])).values(), ...(others.get(value) ?? [])];
    return all.length === 0 || isKnown(value) ? [] : [{ field, value, near: all.slice(0, mostOfName) }];
  });
  return {
    near: near.slice(0, mostShown - known.length),
    sought: asked.length,
    spellings: { [field]: written.spellings },
  };
}

/** A folded name as it is, and with or without an article: the names of records are compared by their beginnings. */
const withOtherArticle = (key: string): readonly [string, string] => [
  key,
  key.startsWith('the ') ? key.slice('the '.length) : `the ${key}`,
];
