import type { ErrorObject } from 'ajv/dist/2020.js';
import { closest } from 'fastest-levenshtein';
import type { Problem, ProblemCode } from '../refusal.ts';
import type { JsonSchema } from './json-schema.ts';

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** A longer name is no slip of the pen, and comparing it would take long. */
const longestName = 63;

/** What an unknown name most likely means, as the end of a message and as a member of its problem; empty for nothing. */
export function suggested(name: string, known: readonly string[]): { hint: string; member: { suggestion?: string } } {
  const suggestion = name === '' ? undefined : nearest(name, known);
  return suggestion === undefined
    ? { hint: '', member: {} }
    : { hint: `; did you mean ${suggestion}?`, member: { suggestion } };
}

/** The known name that an unknown one most likely means: `stage` means `project_stage_id` rather than `name`. */
function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > longestName) return undefined;
  const ends = [`_${name}`, `_${name}_id`, `.${name}`];
  const longer = known.filter((one) => ends.some((end) => one.endsWith(end)));
  const found = closest(name, longer.length > 0 ? longer : known);
  // A record cannot be sent where its id can.
  return known.includes(`${found}_id`) ? `${found}_id` : found;
}

type Wording = (error: ErrorObject, pointer: string) => Problem;

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

function unknownField(error: ErrorObject, pointer: string): Problem {
  const name = String(error.params['additionalProperty']);
  const { hint, member } = meant(name, error);
  const message = `no field is called ${JSON.stringify(name)}${hint}`;
  return { pointer: `${pointer}/${escaped(name)}`, code: 'unknown_field', message, ...member };
}

/** The field that a name comes nearest to, unless that one is accepted only to be ignored: it would be no help. */
function meant(name: string, { parentSchema }: ErrorObject): ReturnType<typeof suggested> {
  const known = (parentSchema?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const found = suggested(name, Object.keys(known));
  const isIgnored = known[found.member.suggestion ?? '']?.['readOnly'] === true;
  return isIgnored ? { hint: '', member: {} } : found;
}

/** So many values a sentence can name; of more it names the nearest. */
const mostNamed = 25;

function notAllowed(error: ErrorObject, pointer: string): Problem {
  const allowed = (error.params['allowedValues'] as (string | null)[]).filter((value) => value !== null);
  if (allowed.length <= mostNamed) {
    return { pointer, code: 'not_allowed', message: `must be one of ${allowed.join(', ')}`, allowed };
  }
  const { hint, member } = suggested(String(error.data), allowed);
  const message = `must be one of the ${allowed.length} values allowed${hint}`;
  return { pointer, code: 'not_allowed', message, allowed, ...member };
}

const formats: Readonly<Record<string, [ProblemCode, string]>> = {
  date: ['invalid_format', 'must be a date that exists, YYYY-MM-DD'],
  'date-time': ['invalid_format', 'must be a date-time with an offset, such as 2026-03-01T14:00:00Z'],
  'web-address': ['invalid_format', 'must be an absolute http or https address'],
  'email-address': ['invalid_format', 'must be an e-mail address'],
  'time-zone': ['not_allowed', 'must be an IANA time zone such as America/Chicago'],
  currency: ['not_allowed', 'must be an ISO 4217 code such as USD'],
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
  return { pointer, code: 'invalid_text', message: 'must not contain NUL or half a surrogate pair' };
}

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
  uniqueItems: say('duplicate', () => 'must name each only once'),
  maxItems: say('too_many', (error) => `must have at most ${limit(error)} entries`),
  minimum: say('out_of_range', (error) => `must be at least ${limit(error)}`),
  maximum: say('out_of_range', (error) => `must be at most ${limit(error)}`),
};

function missing(error: ErrorObject, pointer: string): Problem {
  const name = String(error.params['missingProperty']);
  return { pointer: `${pointer}/${escaped(name)}`, code: 'required', message: 'is required' };
}

/** One fault found by the validator in the product's own words; `null` for what only repeats another. */
export function problemOf(error: ErrorObject, prefix: string): Problem | null {
  const pointer = `${prefix}${error.instancePath}`;
  if (error.keyword === 'required') return missing(error, pointer);
  if (error.keyword === 'type' && error.params['type'] === 'null') return null;
  if (error.keyword === 'enum' && typeof error.data !== 'string') return null;
  return wordings[error.keyword]?.(error, pointer) ?? null;
}
