import { mustBeAmong, type ProblemCode } from '../refusal.ts';
import type { CustomFieldType } from '../resources/vocabulary/choices.ts';
import { hasTwoDecimals, isDate, isWebAddress } from '../resources/vocabulary/formats.ts';
import type { RecordNamed } from '../resources/index.ts';
import type { Value } from '../resources/resource.ts';
import type { EntryLookup } from './rule.ts';
import { isStorable } from './document.ts';

/** A custom field as the account defines it. */
export type Definition = RecordNamed<'custom_fields'>;

/** A problem of a custom field's value, without its pointer. */
export interface ValueFault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly allowed?: readonly string[];
}

/** The problem of a value by the field's type; `null` if the value is valid. */
export function faultOf(value: unknown, definition: Definition, context: EntryLookup): ValueFault | null {
  return value === null ? null : judges[definition.field_type](value, definition, context);
}

/** A value as stored: an empty value is `null`. */
export function withoutEmptiness(value: unknown): Value {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return null;
  return Object.is(value, -0) ? 0 : ((value ?? null) as Value);
}

type ValueJudge = (value: unknown, definition: Definition, context: EntryLookup) => ValueFault | null;

const judges: Readonly<Record<CustomFieldType, ValueJudge>> = {
  text: textUpTo(255),
  long_text: textUpTo(65_535),
  url: (value, ...more) => textUpTo(2048)(value, ...more) ?? check(isWebAddress(String(value)), faults.url),
  date: (value) => check(typeof value === 'string', faults.string) ?? check(isDate(String(value)), faults.date),
  boolean: (value) => check(typeof value === 'boolean', faults.boolean),
  number: (value) => check(typeof value === 'number', faults.number) ?? check(Number.isFinite(value), faults.infinite),
  currency: judgeCurrency,
  select: judgeSelect,
  multi_select: judgeMultiSelect,
  user: judgeUser,
};

const fault = (code: ProblemCode, message: string): ValueFault => ({ code, message });

const check = (holds: boolean, otherwise: ValueFault): ValueFault | null => (holds ? null : otherwise);

const faults = {
  string: fault('wrong_type', 'must be a string'),
  strings: fault('wrong_type', 'must be an array of strings'),
  number: fault('wrong_type', 'must be a number'),
  boolean: fault('wrong_type', 'must be true or false'),
  text: fault('invalid_text', 'must not contain NUL or a lone surrogate'),
  url: fault('invalid_format', 'must be an absolute http or https address'),
  date: fault('invalid_format', 'must be a date that exists, YYYY-MM-DD'),
  infinite: fault('out_of_range', 'must be a number that can be stored'),
  currency: fault('out_of_range', 'must have at most 13 digits before the point'),
  decimals: fault('too_many_decimals', 'must have at most two decimals'),
  duplicate: fault('duplicate', 'must not repeat an option'),
  user: fault('invalid_reference', 'must be the id of a user of the account'),
} as const;

function textUpTo(longest: number): ValueJudge {
  return (value) => {
    if (typeof value !== 'string') return faults.string;
    if (!isStorable(value)) return faults.text;
    // A text has at least as many code units as code points, so most texts need no count.
    const isTooLong = value.length > longest && Array.from(value).length > longest;
    return isTooLong ? fault('too_long', `must have at most ${longest} characters`) : null;
  };
}

// A change order can be a credit, so unlike a project's amount it may be negative.
function judgeCurrency(value: unknown): ValueFault | null {
  if (typeof value !== 'number') return faults.number;
  if (!(Math.abs(value) < 1e13)) return faults.currency;
  return check(hasTwoDecimals(value), faults.decimals);
}

function judgeSelect(value: unknown, definition: Definition): ValueFault | null {
  if (typeof value !== 'string') return faults.string;
  return choiceOf(definition).has(value) ? null : noOption(definition);
}

function judgeMultiSelect(value: unknown, definition: Definition): ValueFault | null {
  if (!Array.isArray(value) || value.some((option) => typeof option !== 'string')) return faults.strings;
  const options = choiceOf(definition);
  if (!value.every((option) => options.has(option as string))) return noOption(definition);
  return check(new Set(value).size === value.length, faults.duplicate);
}

/** Cached per definition, because thousands of rows may use the same options and get the same message. */
const choices = new WeakMap<Definition, ReadonlySet<string>>();
const refusals = new WeakMap<Definition, ValueFault>();

function choiceOf(definition: Definition): ReadonlySet<string> {
  const known = choices.get(definition) ?? new Set(definition.options);
  choices.set(definition, known);
  return known;
}

function noOption(definition: Definition): ValueFault {
  const known = refusals.get(definition) ?? {
    code: 'not_allowed',
    ...mustBeAmong(definition.options, `GET /custom_fields/${definition.id}`),
  };
  refusals.set(definition, known);
  return known;
}

function judgeUser(value: unknown, _: Definition, context: EntryLookup): ValueFault | null {
  if (typeof value !== 'string') return faults.string;
  return check(context.entries('users').get(value)?.deleted_at === null, faults.user);
}
