/** A JSON Schema 2020-12 document or part, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;
