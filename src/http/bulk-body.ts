import { mostListed, mostOfRow } from '../records/bulk-result.ts';
import type { BulkRow } from '../records/bulk-row.ts';
import { givenValues } from '../records/given.ts';
import { type Problem, Refusal } from '../refusal.ts';
import type { Resource } from '../resources/resource.ts';
import { mostRows } from '../schema/bulk-schemas.ts';
import { isObject, type Validator } from '../schema/validator.ts';
import { mebibyte } from './body.ts';

/**
 * The rows of a bulk request; what is wrong with one is said of it alone.
 * @throws {Refusal} `validation_failed` when the wrapper itself is wrong, or there are too many rows.
 */
export function bulkRows(validator: Validator, resource: Resource, body: unknown): BulkRow[] {
  const budget = { left: mostListed };
  return unwrapped(resource.plural, body).map((row, index) => {
    const pointer = `/${resource.plural}/${index}`;
    const fault = faultOf(row, pointer);
    const fields = isObject(row) && !fault ? row : {};
    return {
      pointer,
      id: textOf(fields['id']),
      externalId: textOf(fields['external_id']),
      problems: fault ? [fault] : idProblems(fields['id'] ?? null, pointer),
      judgedAs: judgeOnce(budget, (action, most) => {
        const judged = validator.judgeOne(resource, action, { pointer, fields, most });
        return { given: givenValues(resource, action, judged.fields), problems: judged.problems };
      }),
    };
  });
}

function unwrapped(plural: string, body: unknown): readonly unknown[] {
  const rows = isObject(body) && Object.keys(body).length === 1 ? body[plural] : undefined;
  if (!Array.isArray(rows)) {
    const message = `the body must be an object with the one key ${JSON.stringify(plural)}, holding an array`;
    throw new Refusal('validation_failed', `The request is not wrapped as {"${plural}": […]}.`, {
      problems: [{ pointer: '', code: 'wrong_wrapper', message, expected: plural }],
    });
  }
  if (rows.length > 0 && rows.length <= mostRows) return rows;
  const problem: Problem =
    rows.length === 0
      ? { pointer: `/${plural}`, code: 'required', message: 'must have at least one entry' }
      : { pointer: `/${plural}`, code: 'too_many', message: `must have at most ${mostRows} entries` };
  throw new Refusal('validation_failed', `A request has 1 to ${mostRows} rows, this one ${rows.length}.`, {
    problems: [problem],
  });
}

/** Empty text is no value. */
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Why a row is not even looked into. */
function faultOf(row: unknown, pointer: string): Problem | null {
  if (!isObject(row)) return { pointer, code: 'wrong_type', message: 'must be an object' };
  // A larger one can be wrong in so many ways that finding them all would keep the others waiting.
  const isTooLong = JSON.stringify(row).length > mebibyte;
  return isTooLong ? { pointer, code: 'too_long', message: `must have at most ${mebibyte} characters of JSON` } : null;
}

const idProblems = (id: unknown, pointer: string): Problem[] =>
  id === null || typeof id === 'string'
    ? []
    : [{ pointer: `${pointer}/id`, code: 'wrong_type', message: 'must be a string' }];

type Judgement = ReturnType<BulkRow['judgedAs']>;

/**
 * A row is judged as one or the other, seldom as both, and asked for it several times.
 * @param budget how many faults are still to be put into words: beyond it, which takes long, one of each row.
 */
function judgeOnce(
  budget: { left: number },
  judge: (action: 'create' | 'update', most: number) => Judgement,
): BulkRow['judgedAs'] {
  const known = new Map<string, Judgement>();
  let most = 0;
  return (action) => {
    const seen = known.get(action);
    if (seen) return seen;
    if (most === 0) most = budget.left > 0 ? mostOfRow : 1;
    const judged = judge(action, most);
    if (known.size === 0) budget.left -= judged.problems.length;
    known.set(action, judged);
    return judged;
  };
}
