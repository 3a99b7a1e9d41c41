import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Problem } from '../refusal.ts';
import { storedCount, storedInstant, storedText } from './archived-values.ts';
import { nameSchema } from './field-schema.ts';
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

const manifest = closed({
  format: { type: 'integer' },
  program: storedText(255),
  schema: storedText(255),
  made_at: storedInstant,
  account: closed({ id: storedText(20), name: nameSchema }),
  files: named(closed({ rows: storedCount, sha256: storedText(64) })),
  left_out: named(storedText(1000)),
});

let judge: ValidateFunction | undefined;

/** Judges the manifest of an archive. @param pointer to the manifest. */
export function manifestProblems(value: object, pointer: string): Problem[] {
  judge ??= newSchemaCompiler().compile(manifest);
  return judge(value) ? [] : (judge.errors ?? []).flatMap((error) => problemOf(error, pointer, false) ?? []);
}
