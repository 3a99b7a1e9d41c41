import type { Field } from './fields.ts';
import { resourceOf } from './index.ts';
import type { Inclusion, Resource } from './resource.ts';

/** What `include` may name for a resource: records beside it, values that its shape has not, when it was deleted. */
export const includableNames = (resource: Resource): string[] => [
  ...Object.keys(resource.includes ?? {}),
  ...valuesAside(resource).map(([name]) => name),
  'deleted_at',
];

/** The values that a record keeps and its shape has not. */
export const valuesAside = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.unlisted && field.kind !== 'reference');

/** How the records of a family belong to the one beside which they are shown. */
export interface Tie {
  readonly family: Resource;
  /** The column of theirs that holds what `ours` of the record holds. */
  readonly theirs: string;
  readonly ours: string;
  readonly single: boolean;
}

/** How what is included belongs to a record; `null` for what is no record itself. */
export function tieOf({ fields }: Resource, inclusion: Inclusion): Tie | null {
  if ('log' in inclusion) return null;
  if ('of' in inclusion) {
    const { of, by, single = false } = inclusion;
    return { family: resourceOf(of), theirs: `${by}_id`, ours: 'id', single };
  }
  const field = fields[inclusion.at];
  if (field?.kind !== 'reference') throw new Error(`${inclusion.at} refers to no record`);
  return { family: resourceOf(field.to), theirs: 'id', ours: `${inclusion.at}_id`, single: true };
}
