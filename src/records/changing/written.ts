import { messageParts } from '../../events/messages.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { uniqueColumns } from '../../store/write/prepare-text.ts';
import { termParts } from '../../store/write/search-terms.ts';
import { sideParts } from '../../store/write/side-rows.ts';
import { directoryPart, linkParts, type Part, recordsPart, storedRow } from '../../store/write/write.ts';
import { type Deed, logPart } from './change-log.ts';
import type { Draft } from './draft.ts';
import type { Attempt } from './work.ts';

const deedOf = ({ plural }: Resource, { action, row, fields }: Draft): Deed => {
  const { id, version, updated_at: at } = row;
  return { resource: plural, id, version, action, fields, at };
};

/** Writes each row once, in its last state: inserts the new rows and updates the existing ones. */
function rowParts(resource: Resource, drafts: readonly Draft[], accountId: string): Part[] {
  const latest = new Map(drafts.map(({ row }) => [row.id, row]));
  const rowsOf = (some: readonly Draft[]) =>
    [...new Set(some.map(({ row }) => row.id))].flatMap((id) => latest.get(id) ?? []);
  const made = rowsOf(drafts.filter(({ action }) => action === 'create'));
  const isNew = new Set(made.map(({ id }) => id));
  const changed = [...latest.values()].filter(({ id }) => !isNew.has(id));
  const relinked = rowsOf(drafts.filter((draft) => draft.relinked));
  const reworded = rowsOf(drafts.filter((draft) => isReworded(resource, draft)));
  const stored = (rows: readonly Row[]) => rows.map((row) => storedRow(resource, row, accountId));
  const [inserted, updated] = [stored(byUniqueValues(resource, made)), stored(changed)];
  return [
    ...(inserted.length > 0 ? [recordsPart(resource, 'insert', inserted)] : []),
    ...(updated.length > 0 ? [recordsPart(resource, 'update', updated)] : []),
    ...termParts(resource, reworded),
    ...(relinked.length > 0 ? linkParts(resource, relinked) : []),
  ];
}

/** Whether the short texts that are searched changed. `fields` names a part of an address after a dot. */
function isReworded({ searched }: Resource, { action, fields }: Draft): boolean {
  const texts = new Set([...(searched?.rankA ?? []), ...(searched?.rankB ?? [])]);
  return action === 'create' || Object.keys(fields).some((name) => texts.has(name.split('.')[0] ?? ''));
}

/**
 * Sorts rows by their unique values, so that two concurrent statements take the same values in the same order and do
 * not deadlock. Two bulks of several chunks still may. Then Postgres aborts one of them, and the engine retries it.
 */
function byUniqueValues(resource: Resource, rows: readonly Row[]): readonly Row[] {
  const columns = uniqueColumns(resource);
  if (rows.length < 2) return rows;
  const keyed = rows.map((row) => [JSON.stringify(columns.map((column) => row[column])).toLowerCase(), row] as const);
  return keyed.sort(([one], [other]) => Number(one > other) - Number(one < other)).map(([, row]) => row);
}

/** All parts that a change writes, in one transaction. */
export function partsOf(
  { work: { resource }, call }: Pick<Attempt, 'work' | 'call'>,
  drafts: readonly Draft[],
): Part[] {
  const happenings = drafts.map(({ row, eventTypes }) => ({ resource, recordId: row.id, eventTypes }));
  return [
    ...rowParts(resource, drafts, call.actor.accountId),
    ...sideParts(drafts.flatMap(({ row, sideRows }) => sideRows.map((sideRow) => ({ ...sideRow, id: row.id })))),
    ...(resource.announced ? messageParts(happenings, call.at) : []),
    logPart(
      call,
      drafts.map((draft) => deedOf(resource, draft)),
    ),
    ...(resource.kept === 'directory' ? [directoryPart] : []),
  ];
}
