import type { ErrorObject } from 'ajv/dist/2020.js';
import { mostNamed, pointerKey, type Problem, type ProblemCode, quoted } from '../refusal.ts';
import { suggested } from '../suggestion.ts';
import { ignoredKey, type JsonSchema } from './json-schema.ts';
import { type Naming, naming, namingEach, type NamingFault } from './naming.ts';

type Wording = (error: ErrorObject, pointer: string, suggests: boolean) => Problem;

const say =
  (code: ProblemCode, wording: (error: ErrorObject) => string): Wording =>
  (error, pointer) => ({ pointer, code, message: wording(error) });

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function wrongType(error: ErrorObject, pointer: string): Problem {
  const types = [error.params['type'] as string | string[]].flat();
  const wanted = types.filter((type) => type !== 'null').map((type) => articles[type] ?? type);
  if (error.data === null) return { pointer, code: 'required', message: 'must not be empty' };
  return { pointer, code: 'wrong_type', message: `must be ${wanted.join(' or ')}` };
}

function unknownField(error: ErrorObject, pointer: string, suggests: boolean): Problem {
  const name = String(error.params['additionalProperty']);
  const { hint, member } = suggests ? meant(name, error) : suggested(name, []);
  const message = `no field is called ${quoted(name)}${hint}`;
  return { pointer: `${pointer}/${pointerKey(name)}`, code: 'unknown_field', message, ...member };
}

/** The field closest to a name, unless the service ignores that field: then it would be no help. */
function meant(name: string, { parentSchema }: ErrorObject): ReturnType<typeof suggested> {
  const known = (parentSchema?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const found = suggested(name, Object.keys(known));
  const isIgnored = known[found.member.suggestion ?? '']?.[ignoredKey] === true;
  return isIgnored ? { hint: '', member: {} } : found;
}

/** For many values, the message names only the closest one. */
function notAllowed(error: ErrorObject, pointer: string, suggests: boolean): Problem {
  const allowed = (error.params['allowedValues'] as (string | null)[]).filter((value) => value !== null);
  if (allowed.length <= mostNamed) {
    return { pointer, code: 'not_allowed', message: `must be one of ${allowed.join(', ')}`, allowed };
  }
  const { hint, member } = suggested(String(error.data), suggests ? allowed : []);
  const given = quoted(String(error.data));
  const message = `must be one of the ${allowed.length} values that the reference lists, not ${given}${hint}`;
  return { pointer, code: 'not_allowed', message, ...member };
}

const formats: Readonly<Record<string, [ProblemCode, string]>> = {
  date: ['invalid_format', 'must be a date that exists, YYYY-MM-DD'],
  'date-time': ['invalid_format', 'must be a date-time with an offset, such as 2026-03-01T14:00:00Z'],
  'web-address': ['invalid_format', 'must be an absolute http or https address'],
  'email-address': ['invalid_format', 'must be an e-mail address'],
  'time-zone': ['not_allowed', 'must be an IANA time zone such as America/Chicago'],
  currency: ['not_allowed', 'must be an ISO 4217 code such as USD'],
  'number-pattern': ['invalid_format', 'must be a pattern such as {YY}-{###}'],
  'two-decimals': ['too_many_decimals', 'must have at most two decimals'],
};

function badFormat(error: ErrorObject, pointer: string): Problem {
  const [code, message] = formats[String(error.params['format'])] ?? ['invalid_format', 'has the wrong form'];
  return { pointer, code, message };
}

function badText(error: ErrorObject, pointer: string): Problem {
  if (typeof error.data === 'string' && !/\S/.test(error.data)) {
    return { pointer, code: 'required', message: 'must not be blank' };
  }
  return { pointer, code: 'invalid_text', message: 'must not contain NUL or a lone surrogate' };
}

/** A value that names no record, where an object or a list of objects does. The message tells the key of the id. */
function namesNothing({ keyword, params, parentSchema, instancePath }: ErrorObject, pointer: string): Problem {
  if (keyword === naming && (params['fault'] as NamingFault) === 'id') {
    return { pointer: `${pointer}/id`, code: 'wrong_type', message: 'must be a string' };
  }
  const last = instancePath.split('/').at(-1) ?? '';
  const each = parentSchema?.[namingEach] as Naming | undefined;
  if (each) return otherForm(pointer, 'an array of objects', `${each.singular}_ids`);
  const { singular, key } = (params['names'] ?? parentSchema?.[naming]) as Naming;
  const object = `an object with an id${key === undefined ? '' : `, or with only its ${key}`}`;
  return otherForm(pointer, object, /^\d+$/.test(last) ? `${singular}_ids` : `${last}_id`);
}

const otherForm = (pointer: string, form: string, suggestion: string): Problem => ({
  pointer,
  code: 'not_allowed',
  message: `must be ${form}; or send ${suggestion}`,
  suggestion,
});

/** Whether an error is that of an object that names a record, or of a list of such objects. */
const isOfName = ({ keyword, parentSchema, data }: ErrorObject): boolean =>
  data !== null &&
  (keyword === naming || (keyword === 'type' && (parentSchema?.[naming] ?? parentSchema?.[namingEach]) !== undefined));

const limit = (error: ErrorObject): string => String(error.params['limit']);

const wordings: Readonly<Record<string, Wording>> = {
  type: wrongType,
  additionalProperties: unknownField,
  enum: notAllowed,
  format: badFormat,
  pattern: badText,
  minLength: say('too_short', (error) => `must have at least ${limit(error)} characters`),
  maxLength: say('too_long', (error) => `must have at most ${limit(error)} characters`),
  minItems: say('required', () => 'must not be empty'),
  uniqueItems: say('duplicate', () => 'must not repeat a value'),
  maxItems: say('too_many', (error) => `must have at most ${limit(error)} entries`),
  maxProperties: say('too_many', (error) => `must have at most ${limit(error)} keys`),
  minimum: say('out_of_range', (error) => `must be at least ${limit(error)}`),
  maximum: say('out_of_range', (error) => `must be at most ${limit(error)}`),
};

function missing(error: ErrorObject, pointer: string): Problem {
  const name = String(error.params['missingProperty']);
  return { pointer: `${pointer}/${pointerKey(name)}`, code: 'required', message: 'is required' };
}

/**
 * Converts an error of the validator to a problem with the product's own message; `null` for an error that only repeats
 * another one.
 * @param suggests whether an unknown name is compared with the known ones.
 */
export function problemOf(error: ErrorObject, prefix: string, suggests = true): Problem | null {
  const pointer = `${prefix}${error.instancePath}`;
  if (error.keyword === 'required') return missing(error, pointer);
  if (isOfName(error)) return namesNothing(error, pointer);
  if (error.keyword === 'type' && error.params['type'] === 'null') return null;
  if (error.keyword === 'enum' && typeof error.data !== 'string') return null;
  return wordings[error.keyword]?.(error, pointer, suggests) ?? null;
}
