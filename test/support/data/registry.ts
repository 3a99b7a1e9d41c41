import { resources } from '../../../src/resources/index.ts';
import { acceptedFields, requestName, type Resource } from '../../../src/resources/resource.ts';
import type { Field } from '../../../src/resources/fields.ts';

/** Every resource that has paths of its own: what a table test runs over, so that a new one is covered on arrival. */
export const served: readonly Resource[] = resources.filter((resource) => !resource.embeddedOnly);

/** A field as a client names it in a body. */
export interface Asked {
  readonly name: string;
  readonly key: string;
  readonly field: Field;
}

/** What a body may give, the name of the record's key beside the name in the body. */
export const askedFields = (resource: Resource, action: 'create' | 'update' = 'create'): Asked[] =>
  acceptedFields(resource, action).map(([name, field]) => ({ name, key: requestName(name, field), field }));

/** The fields of a body that name another record. */
export const references = (resource: Resource): Asked[] =>
  askedFields(resource).filter(({ field }) => field.kind === 'reference' || field.kind === 'references');

/** The texts that no two live records share. */
export const uniqueFields = (resource: Resource): Asked[] =>
  askedFields(resource).filter(({ field }) => field.unique && 'maxLength' in field);

/** `describe.each(table)('%s', (plural, resource) => …)` */
export const table = served.map((resource) => [resource.plural, resource] as const);

/** The same of those that are also taken in bulk. */
export const bulkTable = table.filter(([, resource]) => resource.bulk);
