import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { firstProblems, mostProblems, mostSuggestions, type Problem, Refusal } from '../refusal.ts';
import { resources } from '../resources/index.ts';
import { ofEach, type Resource } from '../resources/resource.ts';
import { cleanTexts } from './clean-texts.ts';
import { componentSchemas } from './components.ts';
import type { JsonSchema } from './json-schema.ts';
import { problemOf } from './problems.ts';
import { schemaName } from './record-schemas.ts';
import { newSchemaCompiler } from './schema-compiler.ts';
import { mostKeys, sizesOf } from './sizes.ts';

/** The fields of a JSON object. */
export type BodyFields = Readonly<Record<string, unknown>>;

/** The valid fields of a body, and the problems of the others. */
export interface JudgedBody {
  readonly fields: BodyFields;
  readonly problems: readonly Problem[];
  /** The texts from which the validator has removed characters that nobody sees, as sent, by field. */
  readonly sent: Readonly<Record<string, string>>;
}

/** Validates bodies by the schemas of the document. Compiles each schema on first use. */
export interface Validator {
  /** Unwraps a single record and validates it. @throws {Refusal} `validation_failed` if the wrapper itself is wrong. */
  judge(resource: Resource, action: 'create' | 'update', body: unknown): JudgedBody;
  /** Validates a wrapped object that is no resource by a named schema. @throws {Refusal} as `judge` does. */
  judgeAs(schema: string, wrapper: string, body: unknown): JudgedBody;
  /** Validates an unwrapped body by a named schema. @throws {Refusal} `validation_failed` if it is not an object. */
  judgeWhole(schema: string, body: unknown): JudgedBody;
  /**
   * Validates one record of several and lists at most `most` problems.
   * @param record with its pointer into the body.
   */
  judgeOne(resource: Resource, action: 'create' | 'update', record: RecordAt): JudgedBody;
  /** Validates one row of several by a named schema and lists at most `most` problems. */
  judgeRow(schema: string, row: RecordAt): JudgedBody;
}

/** A record inside a body. */
export interface RecordAt {
  readonly pointer: string;
  readonly fields: BodyFields;
  readonly most: number;
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is BodyFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under the one key that a body must have, not yet validated. @throws {Refusal} `validation_failed` */
export function unwrap(body: unknown, key: string): BodyFields {
  const keys = isObject(body) ? Object.keys(body) : [];
  const inner = isObject(body) && keys.length === 1 && keys[0] === key ? body[key] : undefined;
  if (isObject(inner)) return withinKeys(inner, `/${key}`);
  const message = `the body must be an object with the one key ${JSON.stringify(key)}, holding an object`;
  throw new Refusal('validation_failed', `The request is not wrapped as {"${key}": {…}}.`, {
    problems: [{ pointer: '', code: 'wrong_wrapper', message, expected: key }],
  });
}

/** The problem of a record with too many keys; `null` otherwise. @param pointer to the record in the body. */
export const keysProblem = (record: BodyFields, pointer: string): Problem | null =>
  Object.keys(record).length > mostKeys
    ? { pointer, code: 'too_many', message: `must have at most ${mostKeys} keys` }
    : null;

function withinKeys(record: BodyFields, pointer: string): BodyFields {
  const problem = keysProblem(record, pointer);
  if (!problem) return record;
  throw new Refusal('validation_failed', `A record has at most ${mostKeys} keys.`, { problems: [problem] });
}

/** A body that is one object without a wrapper. */
function whole(body: unknown): BodyFields {
  if (isObject(body)) return withinKeys(body, '');
  const problem: Problem = { pointer: '', code: 'wrong_type', message: 'the body must be an object' };
  throw new Refusal('validation_failed', 'The request is not an object.', { problems: [problem] });
}

/** Replaces empty text by null, in the record and in its address. */
function withoutEmptyText(fields: BodyFields, depth = 1): BodyFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (value === '') return [name, null];
      return [name, depth > 0 && name === 'address' && isObject(value) ? withoutEmptyText(value, depth - 1) : value];
    }),
  );
}

/** The record's field with the error. Known field names contain nothing to unescape. */
const topField = (error: ErrorObject): string => error.instancePath.split('/')[1] ?? '';

interface Compiled {
  /** Checks sizes. A field that is too large is not validated further. */
  readonly sizes: ValidateFunction;
  readonly whole: ValidateFunction;
}

function compiler(schemas: Readonly<Record<string, JsonSchema>>): (name: string) => Compiled {
  const ajv = newSchemaCompiler();
  ajv.addSchema({ $id: 'document', components: { schemas } });
  const compiled = new Map<string, Compiled>();
  return (name) => {
    const validate = compiled.get(name) ?? {
      sizes: ajv.compile(sizesOf(schemas[name] ?? {}, schemas)),
      whole: ajv.compile({ $ref: `document#/components/schemas/${name}` }),
    };
    compiled.set(name, validate);
    return validate;
  };
}

/** The errors of a record's fields. A field that is too large gets only that error. */
function errorsIn(fields: BodyFields, { sizes, whole }: Compiled): readonly ErrorObject[] {
  const oversized = sizes(fields) ? [] : (sizes.errors ?? []);
  const large = new Set(oversized.map(topField));
  if (whole(without(fields, large))) return oversized;
  const isMissing = ({ keyword, params }: ErrorObject) =>
    keyword !== 'required' || !large.has(String(params['missingProperty']));
  return [...oversized, ...(whole.errors ?? []).filter(isMissing)];
}

const without = (fields: BodyFields, names: ReadonlySet<string>): BodyFields =>
  names.size === 0 ? fields : Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));

/** The names of the schemas of a resource's requests, by action. */
const schemasOf = ofEach(({ singular }) => ({
  create: `${schemaName(singular)}Create`,
  update: `${schemaName(singular)}Update`,
}));

/** Makes a validator by the schemas of the document's `components`. */
export function createValidator(): Validator {
  const schemas = componentSchemas(resources);
  const validateBy = compiler(schemas);
  const judgeBy = (schema: string, { pointer, fields: given, most }: RecordAt): JudgedBody => {
    const { fields: clean, sent } = cleanTexts(given, schemas[schema] ?? {});
    const fields = withoutEmptyText(clean);
    const errors = errorsIn(fields, validateBy(schema));
    const asProblem = (error: ErrorObject, found: number) => problemOf(error, pointer, found < mostSuggestions);
    const problems = firstProblems(errors, asProblem, most);
    return { fields: without(fields, new Set(errors.map(topField))), problems, sent };
  };
  const judgeAs = (schema: string, wrapper: string, body: unknown): JudgedBody =>
    judgeBy(schema, { pointer: `/${wrapper}`, fields: unwrap(body, wrapper), most: mostProblems + 1 });
  return {
    judgeWhole: (schema, body) => judgeBy(schema, { pointer: '', fields: whole(body), most: mostProblems + 1 }),
    judgeOne: (resource, action, record) => judgeBy(schemasOf(resource)[action], record),
    judgeRow: judgeBy,
    judgeAs,
    judge: (resource, action, body) => judgeAs(schemasOf(resource)[action], resource.singular, body),
  };
}
