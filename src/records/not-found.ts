import { Refusal } from '../refusal.ts';
import type { Resource } from '../resources/resource.ts';

/** The refusal of a record that does not exist, or exists in another account. */
export const notFound = (resource: Resource, id: string): Refusal =>
  new Refusal('not_found', `There is no ${resource.singular.replaceAll('_', ' ')} ${id}.`);
