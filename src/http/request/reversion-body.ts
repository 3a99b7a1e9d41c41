import { mostListed, mostOfRow } from '../../records/bulk/bulk-result.ts';
import type { ReversionRow } from '../../records/bulk/chunk.ts';
import { inTurns } from '../../records/turns.ts';
import type { Problem } from '../../refusal.ts';
import type { BodyFields, Validator } from '../../schema/validator.ts';
import type { BulkText } from '../contract/operation.ts';
import { opened, unwrapped } from './bulk-body.ts';

/** The key of the rows in the body. */
export const reversionsKey = 'reversions';

/** The range of changes that a valid body takes back. */
export const reversionIn = ({ version, until, force }: BodyFields) => ({
  version: Number(version),
  until: until === undefined ? null : Number(until),
  force: force === true,
});

/**
 * The rows of a bulk reversion. Each carries its own problems.
 * @throws {Refusal} `validation_failed` if the wrapper is wrong, or there are no rows or too many.
 */
export async function reversionRows(validator: Validator, body: BulkText | undefined): Promise<ReversionRow[]> {
  const rows: ReversionRow[] = [];
  const ids = new Set<unknown>();
  let left = mostListed;
  await inTurns(unwrapped(reversionsKey, body), (text, index) => {
    const pointer = `/${reversionsKey}/${index}`;
    const { fields: given, problems: first } = opened(text, pointer);
    const record = { pointer, fields: given, most: left > 0 ? mostOfRow : 1 };
    const { fields, problems } =
      first.length > 0 ? { fields: given, problems: first } : validator.judgeRow('BulkReversion', record);
    const id = typeof fields['id'] === 'string' ? fields['id'] : null;
    const again: Problem = { pointer: `${pointer}/id`, code: 'duplicate', message: 'names a record of an earlier row' };
    rows.push({
      pointer,
      idPointer: `${pointer}/id`,
      id,
      problems: id !== null && ids.has(id) ? [again, ...problems] : problems,
      ...reversionIn(fields),
      versionPointer: `${pointer}/version`,
    });
    ids.add(id);
    left -= problems.length;
  });
  return rows;
}
