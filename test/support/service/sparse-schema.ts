type Schema = Readonly<Record<string, unknown>>;

interface Wrapping {
  readonly properties: Readonly<Record<string, Schema>>;
}

/**
 * Returns the schema of a response whose records have exactly the keys in `fields`, each as the document describes it.
 * Its references lead to `document`.
 */
export function sparseSchema(wrapping: unknown, schemas: Readonly<Record<string, unknown>>, fields: readonly string[]) {
  const outer = wrapping as Wrapping;
  const inner = Object.entries(outer.properties).map(([wrapper, described]) => {
    const items = described['items'] as Schema | undefined;
    const sparse = sparseRecord(items ?? described, schemas, fields);
    return [wrapper, items ? { ...described, items: sparse } : sparse];
  });
  const text = JSON.stringify({ ...outer, properties: Object.fromEntries(inner) as object });
  return JSON.parse(text.replaceAll('"#/', '"document#/')) as object;
}

function sparseRecord({ $ref }: Schema, schemas: Readonly<Record<string, unknown>>, fields: readonly string[]): Schema {
  const whole = schemas[String($ref).split('/').at(-1) ?? ''] as Partial<Wrapping> | undefined;
  const properties = fields.map((name) => [name, whole?.properties?.[name] ?? false]);
  return { ...whole, properties: Object.fromEntries(properties) as object, required: fields };
}
