import { resourceOf } from '../../resources/index.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { schemaName, schemaReference } from '../../schema/record-schemas.ts';

const projects = resourceOf('projects');

/** The schemas of the values that the projects of a group can share. */
export function groupValueSchemas(): JsonSchema[] {
  const targets = Object.values(projects.fields).flatMap((field) => (field.kind === 'reference' ? [field.to] : []));
  const names = [...new Set(targets)].map((plural) => `${schemaName(resourceOf(plural).singular)}Embedded`);
  return [{ type: ['string', 'null'] }, ...names.map(schemaReference)];
}
