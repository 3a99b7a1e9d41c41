import { resourceOf } from './index.ts';
import { hasExternalIds, type Inclusion, type Resource, valuesAside } from './resource.ts';

/**
 * The names that `include` accepts for a resource: related records, unlisted values, `external_id` also where the record
 * shows it anyway, `deleted_at` and `version`.
 */
export const includableNames = (resource: Resource): string[] => [
  ...Object.keys(resource.includes ?? {}),
  ...new Set([...valuesAside(resource).map(([name]) => name), ...(hasExternalIds(resource) ? ['external_id'] : [])]),
  'deleted_at',
  'version',
];

/** The relation between included records and the record that includes them. */
export interface Tie {
  readonly family: Resource;
  /** The column of the included records that matches the record's column `ours`, or a list of ids that has it. */
  readonly theirs: string;
  /** The table of links that stores that list. */
  readonly through?: string;
  readonly ours: string;
  readonly single: boolean;
}

/** The relation of an inclusion to a record; `null` for an inclusion that has no records. */
export function tieOf({ fields }: Resource, inclusion: Inclusion): Tie | null {
  if ('log' in inclusion) return null;
  if ('of' in inclusion) {
    const { of, by, single = false } = inclusion;
    const family = resourceOf(of);
    const field = family.fields[by];
    if (field?.kind !== 'references') return { family, theirs: `${by}_id`, ours: 'id', single };
    return { family, theirs: field.requestName, through: field.through, ours: 'id', single };
  }
  const field = fields[inclusion.at];
  if (field?.kind !== 'reference') throw new Error(`${inclusion.at} refers to no record`);
  return { family: resourceOf(field.to), theirs: 'id', ours: `${inclusion.at}_id`, single: true };
}
