import { withEmbedded } from '../../store/rows/embedded-columns.ts';
import type { WriteStatement } from '../../store/write/write.ts';
import type { KeyedContext } from '../request-context.ts';
import type { RenderedRecord } from '../results.ts';
import { type Draft, draftOf } from './draft.ts';
import { storeAnswerStatements } from './stored-answer.ts';
import { rendered } from '../reading/renderer.ts';
import type { ChangeSession, ChangedRecord, Item } from './change-set.ts';
import { ignoredKeys } from './ignored-values.ts';
import { writePlan } from './write-plan.ts';

/** The records after the change, and the statements that write them; no statements if nothing changes. */
interface JudgedRecords {
  readonly records: readonly ChangedRecord[];
  readonly statements: readonly WriteStatement[];
}

/** Judges every record of a change. @throws {Refusal} of the first refused record. */
export async function judgeRecords(session: ChangeSession): Promise<JudgedRecords> {
  const { items } = session.changeSet;
  const drafts: Draft[] = [];
  for (const [index, item] of items.entries()) drafts.push(await draftOf(session, item, index));
  stopUnhashed(items);
  const changed = drafts.filter((draft) => draft.changed);
  return {
    records: drafts.map((draft, index) => changedRecord(session, draft, items[index])),
    statements: changed.length > 0 ? await writePlan(session, changed) : [],
  };
}

/** Like `judgeRecords`, for one record, with the answer to store under the idempotency key. */
export async function judgeOneRecord(session: ChangeSession, context: KeyedContext<RenderedRecord>) {
  const { records, statements } = await judgeRecords(session);
  const [record] = records;
  if (!record) throw new RangeError('the change has no record');
  return {
    record,
    statements: statements.length > 0 ? [...statements, ...storeAnswerStatements(context, record)] : statements,
  };
}

function changedRecord(
  { changeSet: { resource }, directory, prefetched, context: { at } }: ChangeSession,
  draft: Draft,
  item?: Item,
): ChangedRecord {
  const row = withEmbedded(draft.row, resource, prefetched.referenced);
  const record = { ...rendered(resource, row, { directory, at }), row };
  if (item?.ignored === undefined) return record;
  const before = prefetched.rows.get(item.id ?? '') ?? null;
  return { ...record, ignored: ignoredKeys(resource, item.ignored, { before, after: row, directory, at }) };
}

/** Stands for the hash of a password while the rest of the change is judged. */
export const unhashed = '';

/** The change is judged and accepted; only the hash of its password is missing. */
export class PasswordUnhashed extends Error {}

/** @throws {PasswordUnhashed} so that nothing is stored without the hash. */
function stopUnhashed(items: readonly Item[]): void {
  if (items.some(({ secrets = {} }) => Object.values(secrets).includes(unhashed))) throw new PasswordUnhashed();
}
