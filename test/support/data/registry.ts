import { resources } from '../../../src/resources/index.ts';
import { acceptedFields, requestName, type Resource } from '../../../src/resources/resource.ts';
import type { Field } from '../../../src/resources/fields.ts';

/** Every resource with paths of its own. Table tests run over this list, so they cover a new resource at once. */
export const served: readonly Resource[] = resources.filter((resource) => !resource.embeddedOnly);

/** A field with its key in a request body. */
export interface Asked {
  readonly name: string;
  readonly key: string;
  readonly field: Field;
}

/** Returns the fields that a body accepts. */
export const askedFields = (resource: Resource, action: 'create' | 'update' = 'create'): Asked[] =>
  acceptedFields(resource, action).map(([name, field]) => ({ name, key: requestName(name, field), field }));

/** Returns the fields of a body that refer to another record. */
export const references = (resource: Resource): Asked[] =>
  askedFields(resource).filter(({ field }) => field.kind === 'reference' || field.kind === 'references');

/** Returns the text fields that are unique among live records. */
export const uniqueFields = (resource: Resource): Asked[] =>
  askedFields(resource).filter(({ field }) => field.unique && 'maxLength' in field);

/** The resources for `describe.each(table)('%s', (plural, resource) => …)`. */
export const table = served.map((resource) => [resource.plural, resource] as const);

/**
 * Returns one item of each shape in `npm test`, and all items in every other run. A suite that uses this is named
 * `*.table`, so that `npm run test:rest` runs it again, with all items.
 */
export function eachShape<Item>(items: readonly Item[], shapeOf: (item: Item) => unknown): readonly Item[] {
  if (process.env['TEST_TIER'] !== 'short') return items;
  const byShape = new Map<string, Item>();
  for (const item of items) {
    const shape = JSON.stringify(shapeOf(item));
    if (!byShape.has(shape)) byShape.set(shape, item);
  }
  return [...byShape.values()];
}

/** The resources by their shapes: most lists differ in their names alone. */
export const shapes = eachShape(table, ([, resource]) => ({ ...resource, singular: '', plural: '' }));

/** The resources that also have a bulk operation. */
export const bulkTable = table.filter(([, resource]) => resource.bulk);

/** Those of them whose records have an external id. */
export const matchedTable = bulkTable.filter(([, { fields }]) => 'external_id' in fields);
