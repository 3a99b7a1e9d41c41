import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { mostProblems, type Problem, Refusal } from '../refusal.ts';
import { resources } from '../resources/index.ts';
import type { Resource } from '../resources/resource.ts';
import { componentSchemas } from './components.ts';
import type { JsonSchema } from './json-schema.ts';
import { problemOf } from './problems.ts';
import { schemaName } from './record-schemas.ts';
import { newSchemaCompiler } from './schema-compiler.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A body's fields that hold, and what is wrong with the others. */
export interface Judged {
  readonly fields: Fields;
  readonly problems: readonly Problem[];
}

/** Judges bodies by the schemas of the document; compiles each when first needed. */
export interface Validator {
  /**
   * Opens the wrapper of a single record and judges what is inside.
   * @throws {Refusal} `validation_failed` when the wrapper itself is wrong.
   */
  judge(resource: Resource, action: 'create' | 'update', body: unknown): Judged;
  /** The same by a schema of the document's own, for what is no resource. */
  judgeAs(schema: string, wrapper: string, body: unknown): Judged;
  /** The same of a body without a wrapper. @throws {Refusal} `validation_failed` when it is no object. */
  judgeWhole(schema: string, body: unknown): Judged;
  /** Judges one record of several, listing so many problems at most. @param pointer where it stands in the body. */
  judgeOne(resource: Resource, action: 'create' | 'update', record: RecordAt): Judged;
}

/** What stands for a record somewhere in a body. */
export interface RecordAt {
  readonly pointer: string;
  readonly fields: Fields;
  readonly most: number;
}

/** Whether JSON has an object here. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The one value under the one key that a body must have. */
function unwrap(body: unknown, key: string): Fields {
  const keys = isObject(body) ? Object.keys(body) : [];
  const inner = isObject(body) && keys.length === 1 && keys[0] === key ? body[key] : undefined;
  if (isObject(inner)) return inner;
  const message = `the body must be an object with the one key ${JSON.stringify(key)}, holding an object`;
  throw new Refusal('validation_failed', `The request is not wrapped as {"${key}": {…}}.`, {
    problems: [{ pointer: '', code: 'wrong_wrapper', message, expected: key }],
  });
}

/** A body that is one object without a wrapper. */
function whole(body: unknown): Fields {
  if (isObject(body)) return body;
  const problem: Problem = { pointer: '', code: 'wrong_type', message: 'the body must be an object' };
  throw new Refusal('validation_failed', 'The request is not an object.', { problems: [problem] });
}

/** Empty text is no value, in the record and in its address. */
function withoutEmptyText(fields: Fields, depth = 1): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (value === '') return [name, null];
      return [name, depth > 0 && name === 'address' && isObject(value) ? withoutEmptyText(value, depth - 1) : value];
    }),
  );
}

/** The field of the record in which a fault was found; known ones have nothing to escape. */
const topField = (error: ErrorObject): string => error.instancePath.split('/')[1] ?? '';

function firstProblems(errors: readonly ErrorObject[], pointer: string, most: number): Problem[] {
  const problems: Problem[] = [];
  for (const error of errors) {
    if (problems.length === most) break;
    const problem = problemOf(error, pointer);
    if (problem) problems.push(problem);
  }
  return problems;
}

function compiler(schemas: Readonly<Record<string, JsonSchema>>): (name: string) => ValidateFunction {
  const ajv = newSchemaCompiler();
  ajv.addSchema({ $id: 'document', components: { schemas } });
  const compiled = new Map<string, ValidateFunction>();
  return (name) => {
    const validate = compiled.get(name) ?? ajv.compile({ $ref: `document#/components/schemas/${name}` });
    compiled.set(name, validate);
    return validate;
  };
}

const schemaOf = ({ singular }: Resource, action: 'create' | 'update'): string =>
  `${schemaName(singular)}${action === 'create' ? 'Create' : 'Update'}`;

/** A validator by the schemas of the document's `components`. */
export function createValidator(): Validator {
  const validateBy = compiler(componentSchemas(resources));
  const judgeBy = (schema: string, { pointer, fields: given, most }: RecordAt): Judged => {
    const fields = withoutEmptyText(given);
    const validate = validateBy(schema);
    if (validate(fields)) return { fields, problems: [] };
    const errors = validate.errors ?? [];
    const problems = firstProblems(errors, pointer, most);
    const faulty = new Set(errors.map((error) => topField(error)));
    return { fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !faulty.has(name))), problems };
  };
  const judgeAs = (schema: string, wrapper: string, body: unknown): Judged =>
    judgeBy(schema, { pointer: `/${wrapper}`, fields: unwrap(body, wrapper), most: mostProblems + 1 });
  return {
    judgeWhole: (schema, body) => judgeBy(schema, { pointer: '', fields: whole(body), most: mostProblems + 1 }),
    judgeOne: (resource, action, record) => judgeBy(schemaOf(resource, action), record),
    judgeAs,
    judge: (resource, action, body) => judgeAs(schemaOf(resource, action), resource.singular, body),
  };
}
