type Schema = Readonly<Record<string, unknown>>;

interface Wrapping {
  readonly properties: Readonly<Record<string, Schema>>;
}

/**
 * Returns the schema of a response whose records may lack keys: each key that they have is as the document describes it.
 * Its references lead to `document`.
 */
export function sparseSchema(wrapping: unknown, schemas: Readonly<Record<string, unknown>>): object {
  const outer = wrapping as Wrapping;
  const inner = Object.entries(outer.properties).map(([wrapper, described]) => {
    const items = described['items'] as Schema | undefined;
    const sparse = sparseRecord(items ?? described, schemas);
    return [wrapper, items ? { ...described, items: sparse } : sparse];
  });
  const text = JSON.stringify({ ...outer, properties: Object.fromEntries(inner) as object });
  return JSON.parse(text.replaceAll('"#/', '"document#/')) as object;
}

function sparseRecord({ $ref }: Schema, schemas: Readonly<Record<string, unknown>>): Schema {
  const whole = schemas[String($ref).split('/').at(-1) ?? ''] as Schema | undefined;
  return { ...whole, required: [], additionalProperties: false };
}

/** Returns the key that a record of a sparse response lacks or has too many; null if each has exactly the `fields`. */
export function keysFault(body: unknown, fields: readonly string[]): string | null {
  const expected = new Set(fields);
  for (const record of Object.values(body as Record<string, object | object[]>).flat()) {
    const keys = Object.keys(record);
    const further = keys.find((key) => !expected.has(key));
    if (further !== undefined) return `a record has the key '${further}', which the client did not request`;
    const missing = fields.find((key) => !(key in record));
    if (missing !== undefined) return `a record lacks the requested key '${missing}'`;
  }
  return null;
}
