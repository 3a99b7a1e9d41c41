import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Problem } from '../refusal.ts';
import { storedCount, storedInstant, storedText } from './archived-values.ts';
import { nameSchema, orNull } from './field-schema.ts';
import { closed, type JsonSchema } from './json-schema.ts';
import { problemOf } from './problems.ts';
import { newSchemaCompiler } from './schema-compiler.ts';

/** An object by the name of a file or a table. */
const named = (schema: JsonSchema): JsonSchema => ({
  type: 'object',
  maxProperties: 1000,
  propertyNames: { maxLength: 255 },
  additionalProperties: schema,
});

const keys = {
  format: { type: 'integer' },
  program: storedText(255),
  schema: storedText(255),
  made_at: storedInstant,
  account: closed({ id: storedText(20), name: nameSchema }),
  files: named(closed({ rows: storedCount, sha256: storedText(64) })),
  left_out: named(storedText(1000)),
};

const blobs = orNull(closed({ count: storedCount, bytes: storedCount }));

const manifests: Readonly<Record<number, JsonSchema>> = { 1: closed(keys), 2: closed({ ...keys, blobs }) };

const judges = new Map<number, ValidateFunction>();

/** Judges the manifest of an archive of form 1 or 2. @param pointer to the manifest. */
export function manifestProblems(value: { readonly format: number }, pointer: string): Problem[] {
  const judge = judges.get(value.format) ?? newSchemaCompiler().compile(manifests[value.format] ?? {});
  judges.set(value.format, judge);
  return judge(value) ? [] : (judge.errors ?? []).flatMap((error) => problemOf(error, pointer, false) ?? []);
}
