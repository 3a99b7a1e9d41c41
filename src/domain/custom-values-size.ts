import type { Problem } from '../refusal.ts';
import type { Value } from '../resources/resource.ts';

type Values = Readonly<Record<string, Value>>;

/** In bytes of JSON. Requests add values one by one, so a limit per request body does not bound the total. */
const mostOfRecord = 2 ** 20;

/** The problem of a record whose custom fields are too large in total. @param before the values before the change. */
export function sizeProblems(values: Values, before: Values): Problem[] {
  const changed = Object.keys({ ...before, ...values }).filter((id) => values[id] !== before[id]);
  const growth = changed.reduce((sum, id) => sum + sizeOf(id, values[id]) - sizeOf(id, before[id]), 0);
  const size = totalOf(before) + growth;
  totals.set(values, size);
  if (size <= mostOfRecord) return [];
  const message = `must have at most ${mostOfRecord} bytes of JSON, stored values included`;
  return [{ pointer: '/custom_fields', code: 'too_long', message }];
}

/** Cached, because a bulk may change one record 10,000 times: each row measures only the values that it changes. */
const totals = new WeakMap<Values, number>();

const totalOf = (values: Values): number =>
  totals.get(values) ?? Object.entries(values).reduce((sum, [id, value]) => sum + sizeOf(id, value), '{'.length);

/** In bytes, with the id and the punctuation. */
const sizeOf = (id: string, value: Value | undefined): number =>
  value === undefined
    ? 0
    : Buffer.byteLength(JSON.stringify(id)) + Buffer.byteLength(JSON.stringify(value)) + ':,'.length;
