import { resourceOf } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/resource.ts';

/** The resource that a reference of a family names, such as `companies` for `company`; undefined if it is none. */
export function referredResource({ fields }: Resource, name: string): Resource | undefined {
  const field = fields[name];
  return field?.kind === 'reference' || field?.kind === 'references' ? resourceOf(field.to) : undefined;
}
