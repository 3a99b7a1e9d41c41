import { messageStatements } from '../../events/messages.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { uniqueColumns } from '../../store/write/prefetch-text.ts';
import { type EndedVersion, endVersions, insertPastRows, type PastRow } from '../../store/past/write-past.ts';
import { searchValues } from '../../store/rows/search-words.ts';
import {
  sideRowStatements,
  directoryStatement,
  linkStatements,
  recordsStatement,
  storedRow,
  termStatements,
} from '../../store/write/record-statements.ts';
import type { WriteStatement } from '../../store/write/write.ts';
import { type AuditEntry, auditStatement } from './audit-statement.ts';
import type { Draft } from './draft.ts';
import { mapInTurns } from '../turns.ts';
import type { ChangeSession } from './change-set.ts';

/** All statements that a change writes, in one transaction. */
export async function writePlan(
  { changeSet: { resource }, context }: Pick<ChangeSession, 'changeSet' | 'context'>,
  drafts: readonly Draft[],
): Promise<WriteStatement[]> {
  const { userId } = context.actor;
  const happenings = drafts.map(({ row, eventTypes }) => ({
    resource,
    recordId: row.id,
    version: row.version,
    userId,
    eventTypes,
  }));
  return [
    ...(await rowStatements(resource, drafts, context.actor.accountId)),
    ...sideRowStatements(
      drafts.flatMap(({ row, sideRows }) => sideRows.map((sideRow) => ({ ...sideRow, id: row.id }))),
    ),
    ...(resource.announced ? messageStatements(happenings, context.at) : []),
    auditStatement(
      context,
      drafts.map((draft) => auditEntryOf(resource, draft)),
    ),
    ...(resource.kept === 'directory' ? [directoryStatement] : []),
  ];
}

/** Writes each row once, in its last state: inserts the new rows and updates the existing ones. */
async function rowStatements(
  resource: Resource,
  drafts: readonly Draft[],
  accountId: string,
): Promise<WriteStatement[]> {
  const latest = new Map(drafts.map(({ row }) => [row.id, row]));
  const rowsOf = (some: readonly Draft[]) =>
    [...new Set(some.map(({ row }) => row.id))].flatMap((id) => latest.get(id) ?? []);
  const made = rowsOf(drafts.filter(({ action }) => action === 'create'));
  const isNew = new Set(made.map(({ id }) => id));
  const changed = [...latest.values()].filter(({ id }) => !isNew.has(id));
  const relinked = rowsOf(drafts.filter((draft) => draft.relinked));
  const reworded = new Set(drafts.filter((draft) => isReworded(resource, draft)).map(({ row }) => row.id));
  const toStore = (row: Row) => ({
    ...storedRow(resource, row),
    ...(reworded.has(row.id) ? searchValues(resource, row, accountId) : {}),
  });
  // One row takes too little time for others to need a turn.
  const stored = (rows: readonly Row[]) => (rows.length < 2 ? rows.map(toStore) : mapInTurns(rows, toStore));
  const inserted = await stored(byUniqueValues(resource, made));
  const updated = await stored(changed);
  return [
    ...(inserted.length > 0 ? [recordsStatement(resource, 'insert', inserted)] : []),
    ...(updated.length > 0 ? [recordsStatement(resource, 'update', updated)] : []),
    ...(resource.keepsPast ? pastStatements(resource, drafts) : []),
    ...termStatements(resource, [...inserted, ...updated]),
    ...(relinked.length > 0 ? linkStatements(resource, relinked) : []),
  ];
}

/**
 * The statements that store the versions that end: those that are stored, and those between several changes of a record
 * in one transaction. Changes of one moment leave no version between them.
 */
function pastStatements(resource: Resource, drafts: readonly Draft[]): WriteStatement[] {
  const ended: EndedVersion[] = [];
  const between: PastRow[] = [];
  const last = new Map<string, Row>();
  for (const { action, row } of drafts) {
    const before = last.get(row.id);
    if (before === undefined && action !== 'create') ended.push(row);
    if (before !== undefined && before.updated_at !== row.updated_at) {
      between.push({ ...storedRow(resource, before), valid_to: row.updated_at });
    }
    last.set(row.id, row);
  }
  return [
    ...(ended.length > 0 ? [endVersions(resource, ended)] : []),
    ...(between.length > 0 ? [insertPastRows(resource, between)] : []),
  ];
}

/** Whether the texts that are searched changed. `fields` names a part of an address after a dot. */
function isReworded({ searched }: Resource, { action, fields }: Draft): boolean {
  const { rankA = [], rankB = [], rankC = [] } = searched ?? {};
  const texts = new Set([...rankA, ...rankB, ...rankC]);
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

const auditEntryOf = ({ plural }: Resource, { action, row, fields }: Draft): AuditEntry => {
  const { id, version, updated_at: at } = row;
  return { resource: plural, id, version, action, fields, at };
};
