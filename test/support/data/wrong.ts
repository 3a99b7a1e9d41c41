import type { Field, FieldKind } from '../../../src/resources/fields.ts';

/** A value that a field must refuse, with the code of the problem and its place below the field. */
export interface Wrong {
  readonly value: unknown;
  readonly code: string;
  readonly below?: string;
}

/** Returns values that a field must refuse, by the kind of the field and its limits. */
export const wrongValues = (field: Field): readonly Wrong[] => [
  ...(isDescribed(field) ? noObjects : byKind[field.kind]),
  ...('maxLength' in field ? [wrong('x'.repeat(field.maxLength + 1), 'too_long')] : []),
  ...('minLength' in field ? [wrong('x'.repeat(field.minLength - 1), 'too_short')] : []),
  ...(field.required || field.secret ? [wrong(null, 'required')] : []),
  ...(field.required && 'maxLength' in field ? [wrong(' \t', 'required')] : []),
];

/** Whether a schema says what the document contains. The tests of its resource send the mistakes in it. */
const isDescribed = (field: Field): boolean => field.kind === 'document' && field.schema !== undefined;

const wrong = (value: unknown, code: string, below = ''): Wrong => ({ value, code, below });

const mistyped = (...values: unknown[]): Wrong[] => values.map((value) => wrong(value, 'wrong_type'));
const noObjects = mistyped('x', ['x'], 5);
const misformed = (...values: unknown[]): Wrong[] => values.map((value) => wrong(value, 'invalid_format'));
const outOfRange = (...values: unknown[]): Wrong[] => values.map((value) => wrong(value, 'out_of_range'));

const badText = [
  ...mistyped(5, true, ['x'], { x: 'x' }),
  wrong('a\0b', 'invalid_text'),
  wrong('\ud800', 'invalid_text'),
];

const byKind: Readonly<Record<FieldKind, readonly Wrong[]>> = {
  text: badText,
  long_text: badText,
  url: [...badText, ...misformed('example.com', 'ftp://example.com', 'https://', 'javascript:alert(1)')],
  email: [...badText, ...misformed('nobody', 'two@@example.com', 'with space@example.com')],
  texts: [...mistyped('one', { 0: 'one' }), wrong([1], 'wrong_type', '/0'), wrong(['one', ' '], 'required', '/1')],
  count: [...mistyped('5', 1.5, true, [1]), ...outOfRange(-1, 2_147_483_648)],
  cents: [...mistyped('5', 1.5, true), ...outOfRange(-1, 1_000_000_000_000_000)],
  parts: [...mistyped('estimator', 5), wrong(['none_such'], 'not_allowed', '/0')],
  amount: [...mistyped('5', true), ...outOfRange(-0.01, 10_000_000_000_000), wrong(1.005, 'too_many_decimals')],
  fraction: [...mistyped('0.5', true), ...outOfRange(-0.01, 1.01)],
  boolean: mistyped('true', 1, 0, []),
  date: [
    ...mistyped(20_260_101, true),
    ...misformed('2026-02-29', '2026-1-1', '01/02/2026', '0000-01-01', '2026-01-01Z'),
  ],
  date_time: [
    ...mistyped(1_767_225_600, true),
    ...misformed('2026-01-01', '2026-01-01T00:00:00', '2026-01-01T24:00:00Z', '2026-01-01T00:00:60Z'),
    ...misformed('2026-02-30T00:00:00Z', '9999-12-31T23:59:59-01:00', '2026-01-01 00:00:00Z', '2026-01-01T00:00Z'),
  ],
  address: [
    ...mistyped('Main Street', ['Main Street'], 5),
    wrong({ city: 5 }, 'wrong_type', '/city'),
    wrong({ town: 'x' }, 'unknown_field', '/town'),
    wrong({ zip: 'x'.repeat(256) }, 'too_long', '/zip'),
    wrong({ street_address2: 'a\0b' }, 'invalid_text', '/street_address2'),
  ],
  custom_fields: [...noObjects, wrong({ none_such: 1 }, 'unknown_field', '/none_such')],
  document: [
    ...noObjects,
    wrong({ a: [{ 'b/c': 'd\0' }] }, 'invalid_text', '/a/0/b~1c'),
    wrong({ a: { 'b\uD800': 1 } }, 'invalid_text', '/a/b\uD800'),
    wrong({ a: 'x'.repeat(16_377) }, 'too_long'),
  ],
  choice: [...mistyped(5, true, ['x']), wrong('none_such', 'not_allowed')],
  entry_key: [...mistyped(5, ['x']), wrong('none_such', 'not_allowed')],
  reference: [
    ...mistyped(5, true, ['5']),
    ...['0', 'x', '5.0', '9'.repeat(18)].map((id) => wrong(id, 'invalid_reference')),
  ],
  references: [
    ...mistyped('5', { 0: '5' }),
    wrong([5], 'wrong_type', '/0'),
    wrong(['9'.repeat(18)], 'invalid_reference', '/0'),
  ],
};
