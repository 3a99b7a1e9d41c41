import type { JsonSchema } from '../../schema/json-schema.ts';

type Components = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;

/** The components that the paths use, directly or through other components. The document omits all others. */
export function referencedComponents(paths: object, components: Components): Components {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const reference = (value as JsonSchema)['$ref'];
    if (typeof reference === 'string' && !found.has(reference)) {
      found.add(reference);
      const [, , kind = '', name = ''] = reference.split('/');
      visit(components[kind]?.[name]);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(paths);
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      Object.fromEntries(Object.entries(named).filter(([name]) => found.has(`#/components/${kind}/${name}`))),
    ]),
  );
}
