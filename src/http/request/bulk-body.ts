import { mostListed, mostOfRow } from '../../records/bulk/bulk-result.ts';
import type { BulkRow } from '../../records/bulk/bulk-rows.ts';
import { givenValues } from '../../domain/references.ts';
import { inTurns } from '../../records/turns.ts';
import { type Problem, Refusal } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import { mostRows } from '../../schema/bulk-schemas.ts';
import { isObject, keysProblem, type Validator } from '../../schema/validator.ts';
import { mostOfBody } from './body.ts';
import { mostNames, mostOfOne } from './bulk-text.ts';
import type { BulkText, RowText } from '../contract/operation.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The rows of a bulk request. Each row carries its own problems.
 * @throws {Refusal} `validation_failed` if the wrapper is wrong, or there are no rows or too many.
 */
export async function bulkRows(
  validator: Validator,
  resource: Resource,
  body: BulkText | undefined,
): Promise<BulkRow[]> {
  const budget = { left: mostListed };
  const rows: BulkRow[] = [];
  await inTurns(unwrapped(resource.plural, body), (text, index) => {
    const pointer = `/${resource.plural}/${index}`;
    const { fields: first, problems } = openedWithId(text, pointer);
    rows.push({
      pointer,
      idPointer: `${pointer}/id`,
      length: text.length,
      id: nameOf(first['id']),
      externalId: nameOf(first['external_id']),
      isFoundByExternalId: true,
      problems,
      // Each validation parses the row again: the fields of all rows would take many times the memory of their text.
      judgedAs: judgeOnce(budget, (action, most) => {
        const { fields } = opened(text, pointer);
        const judged = validator.judgeOne(resource, action, { pointer, fields, most });
        const { problems, sent } = judged;
        return { ...givenValues(resource, action, judged.fields), problems, sent };
      }),
    });
  });
  return rows;
}

/**
 * The rows under the one key of a body.
 * @throws {Refusal} `validation_failed` if the wrapper is wrong, or there are no rows or too many.
 */
export function unwrapped(plural: string, body: BulkText | undefined): readonly RowText[] {
  const { rows, count } = body ?? { rows: null, count: 0 };
  if (!rows) {
    const message = `the body must be an object with the one key ${JSON.stringify(plural)}, holding an array`;
    throw new Refusal('validation_failed', `The request is not wrapped as {"${plural}": […]}.`, {
      problems: [{ pointer: '', code: 'wrong_wrapper', message, expected: plural }],
    });
  }
  if (count > 0 && count <= mostRows) return rows;
  const problem: Problem =
    count === 0
      ? { pointer: `/${plural}`, code: 'required', message: 'must have at least one entry' }
      : { pointer: `/${plural}`, code: 'too_many', message: `must have at most ${mostRows} entries` };
  throw new Refusal('validation_failed', `A request has 1 to ${mostRows} rows, this one ${count}.`, {
    problems: [problem],
  });
}

/** The fields of a row, with the problems of its id. */
function openedWithId(text: RowText, pointer: string): ReturnType<typeof opened> {
  const { fields, problems } = opened(text, pointer);
  if (problems.length > 0) return { fields, problems };
  return { fields, problems: idProblems(fields['id'] ?? null, `${pointer}/id`) };
}

/** The fields of a row, or the problems that prevent reading it. */
export function opened(text: RowText, pointer: string): Pick<BulkRow, 'problems'> & { fields: Fields } {
  const excess = excessOf(text);
  if (excess) return { fields: {}, problems: [{ pointer, ...excess }] };
  const row = text.parse();
  if (!isObject(row)) return { fields: {}, problems: [{ pointer, code: 'wrong_type', message: 'must be an object' }] };
  const tooManyKeys = keysProblem(row, pointer);
  return tooManyKeys ? { fields: {}, problems: [tooManyKeys] } : { fields: row, problems: [] };
}

function excessOf({ length, values, keys, hasFewNames }: RowText): Pick<Problem, 'code' | 'message'> | null {
  if (length > mostOfBody) return { code: 'too_long', message: `must have at most ${mostOfBody} characters of JSON` };
  if (keys > mostOfOne.keys) return { code: 'too_many', message: `must have at most ${mostOfOne.keys} keys` };
  if (values > mostOfOne.values) return { code: 'too_many', message: `must have at most ${mostOfOne.values} values` };
  if (hasFewNames) return null;
  return {
    code: 'too_many',
    message: `must have at most ${mostNames} different keys, those of the rows before included`,
  };
}

/**
 * The `id` or `external_id` of a row. Empty text counts as absent. An overlong value matches no record, and the
 * response does not repeat it.
 */
const nameOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && !isLongId(value) ? value : null;

/** In characters. The first check avoids counting a very long text. */
const isLongId = (id: string): boolean => id.length > 2 * longestId || [...id].length > longestId;

/** The problem of an id that no record can have. */
export function idProblems(id: unknown, pointer: string): Problem[] {
  if (id !== null && typeof id !== 'string') return [{ pointer, code: 'wrong_type', message: 'must be a string' }];
  const isTooLong = id !== null && isLongId(id);
  return isTooLong ? [{ pointer, code: 'too_long', message: `must have at most ${longestId} characters` }] : [];
}

const longestId = 255;

type Judgement = ReturnType<BulkRow['judgedAs']>;

/**
 * Validates a row as a create or as an update, once for each. The bulk asks several times, so the result is cached in a
 * weak reference: the values of all rows would take many times the memory of their text.
 * @param budget the number of problems that the request can still list. Beyond it, each row lists one, to save time.
 */
function judgeOnce(
  budget: { left: number },
  judge: (action: 'create' | 'update', most: number) => Judgement,
): BulkRow['judgedAs'] {
  const known = new Map<string, WeakRef<Judgement>>();
  let most = 0;
  return (action) => {
    const seen = known.get(action)?.deref();
    if (seen) return seen;
    const isFirst = most === 0;
    if (isFirst) most = budget.left > 0 ? mostOfRow : 1;
    const judged = judge(action, most);
    if (isFirst) budget.left -= judged.problems.length;
    known.set(action, new WeakRef(judged));
    return judged;
  };
}
