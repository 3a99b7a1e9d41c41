import type { IdRow } from '../../records/bulk/chunk.ts';
import { inTurns } from '../../records/turns.ts';
import type { Problem } from '../../refusal.ts';
import type { BulkText, RowText } from '../contract/operation.ts';
import { idProblems, unwrapped } from './bulk-body.ts';

/** The key of the ids in the body. */
export const idsKey = 'ids';

/**
 * The ids of a bulk request. Each carries its own problems.
 * @throws {Refusal} `validation_failed` if the wrapper is wrong, or there are no ids or too many.
 */
export async function idRows(body: BulkText | undefined): Promise<IdRow[]> {
  const rows: IdRow[] = [];
  await inTurns(unwrapped(idsKey, body), (text, index) => {
    rows.push(idRow(text, `/${idsKey}/${index}`));
  });
  return rows;
}

/** In characters of JSON, in which each character of an id may be an escape. No longer text is an id. */
const longestText = 6 * 512;

function idRow(text: RowText, pointer: string): IdRow {
  const id = text.length > longestText ? undefined : text.parse();
  const problems = text.length > longestText ? [tooLong(pointer)] : problemsOf(id, pointer);
  return { pointer, id: typeof id === 'string' && problems.length === 0 ? id : null, problems };
}

function problemsOf(id: unknown, pointer: string): Problem[] {
  if (id === null || id === '') return [{ pointer, code: 'required', message: 'must not be empty' }];
  return idProblems(id, pointer);
}

const tooLong = (pointer: string): Problem => ({ pointer, code: 'too_long', message: 'must be an id' });
