import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type JsonSchema, text, textOrNull } from './json-schema.ts';
import { storedCount } from './archived-values.ts';
import { newSchemaCompiler } from './schema-compiler.ts';

/** An object with these keys, and perhaps others. */
const having = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const named = (schema: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: schema });

const migration = having({ version: { type: 'integer' }, name: text, checksum: text });
const migrations: JsonSchema = { type: 'array', items: migration };
const files = named(having({ rows: storedCount, sha256: text }));

/** The first file of a backup in each form. A form that this program does not know may have any keys. */
const first: JsonSchema = {
  anyOf: [
    having({ format: { const: 1 }, migrations }),
    having({ format: { enum: [2, 3] }, migrations, files, sequences: named(textOrNull) }),
    having({ format: { type: 'integer', minimum: 4 } }),
  ],
};

let judge: ValidateFunction | undefined;

/** Whether the first file of a backup has what a restore reads of it. */
export function isFirstOfBackup(value: unknown): boolean {
  judge ??= newSchemaCompiler().compile(first);
  return judge(value);
}
