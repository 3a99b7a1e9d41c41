import { messageParts } from '../events/messages.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { uniqueColumns } from '../store/prepare-text.ts';
import { termParts } from '../store/search-terms.ts';
import { appending, directoryPart, linkParts, type Part, recordsPart, storedRow } from '../store/write.ts';
import type { Answer } from './call.ts';
import { type Deed, logPart } from './change-log.ts';
import type { Draft } from './draft.ts';
import { rememberPart } from './remembered.ts';
import type { Attempt } from './work.ts';

const appendStageChanges = appending('stage_changes', {
  project_id: 'bigint',
  from_stage_id: 'bigint',
  to_stage_id: 'bigint',
  at: 'timestamptz',
  by_id: 'bigint',
});

const deedOf = ({ plural }: Resource, { action, row, fields }: Draft): Deed => {
  const { id, version, updated_at: at } = row;
  return { resource: plural, id, version, action, fields, at };
};

function stageChangeParts(resource: Resource, drafts: readonly Draft[]): Part[] {
  if (resource.plural !== 'projects') return [];
  const rows = drafts.flatMap(({ row, appendices }) =>
    appendices.map(({ values }) => ({ ...values, project_id: row.id })),
  );
  return rows.length > 0 ? [appendStageChanges(rows)] : [];
}

const appendPasswords = appending('passwords', { user_id: 'bigint', hash: 'text', updated_at: 'timestamptz' });

function passwordParts(drafts: readonly Draft[], at: Date): Part[] {
  const rows = drafts.flatMap(({ row, passwordHash }) =>
    passwordHash === undefined ? [] : [{ user_id: row.id, hash: passwordHash, updated_at: at.toISOString() }],
  );
  if (rows.length === 0) return [];
  const { sql } = appendPasswords(rows);
  const overwrite =
    'on conflict (account_id, user_id) do update set hash = excluded.hash, updated_at = excluded.updated_at';
  return [{ rows, sql: (parameter) => `${sql(parameter)}\n  ${overwrite}` }];
}

/** Whoever is deactivated signs in no more: a later reactivation revives no old token, and no OAuth client. */
function revocationParts(resource: Resource, drafts: readonly Draft[]): Part[] {
  const gone = drafts.filter(({ action }) => action === 'delete');
  if (resource.plural !== 'users' || gone.length === 0) return [];
  const rows = gone.map(({ row }) => ({ user_id: row.id, at: row.deleted_at }));
  const ending = (table: string, end: string): Part => ({
    rows,
    sql: (parameter) => `update ${table} t set ${end} = r.at, updated_at = r.at
  from jsonb_to_recordset(${parameter}::jsonb) as r(user_id bigint, at timestamptz)
  where t.account_id = $1::bigint and t.user_id = r.user_id and t.${end} is null`,
  });
  return [ending('api_tokens', 'revoked_at'), ending('oauth_clients', 'deleted_at')];
}

/** The rows in their last state, each once: those made and those that were there. */
function rowParts(resource: Resource, drafts: readonly Draft[]): Part[] {
  const latest = new Map(drafts.map(({ row }) => [row.id, row]));
  const rowsOf = (some: readonly Draft[]) =>
    [...new Set(some.map(({ row }) => row.id))].flatMap((id) => latest.get(id) ?? []);
  const made = rowsOf(drafts.filter(({ action }) => action === 'create'));
  const isNew = new Set(made.map(({ id }) => id));
  const changed = [...latest.values()].filter(({ id }) => !isNew.has(id));
  const relinked = rowsOf(drafts.filter((draft) => draft.relinked));
  const reworded = new Set(drafts.filter((draft) => isReworded(resource, draft)).map(({ row }) => row.id));
  const stored = (rows: readonly Row[]) => rows.map((row) => storedRow(resource, row));
  const [inserted, updated] = [stored(byUniqueValues(resource, made)), stored(changed)];
  return [
    ...(inserted.length > 0 ? [recordsPart(resource, 'insert', inserted)] : []),
    ...(updated.length > 0 ? [recordsPart(resource, 'update', updated)] : []),
    ...termParts(
      resource,
      [...inserted, ...updated].filter(({ id }) => reworded.has(id)),
    ),
    ...(relinked.length > 0 ? linkParts(resource, relinked) : []),
  ];
}

/** Whether its searched texts are not those that it had; part of an address is named after a dot. */
function isReworded({ searched }: Resource, { action, fields }: Draft): boolean {
  const texts = new Set(searched?.text);
  return action === 'create' || Object.keys(fields).some((name) => texts.has(name.split('.')[0] ?? ''));
}

/** Two that take the same values at once take them in the same order, so that neither waits for the other. */
function byUniqueValues(resource: Resource, rows: readonly Row[]): readonly Row[] {
  const columns = uniqueColumns(resource);
  if (rows.length < 2) return rows;
  const keyed = rows.map((row) => [JSON.stringify(columns.map((column) => row[column])).toLowerCase(), row] as const);
  return keyed.sort(([one], [other]) => Number(one > other) - Number(one < other)).map(([, row]) => row);
}

/** Everything that a change writes, all of it in one transaction. */
export function partsOf(
  { work: { resource }, call }: Pick<Attempt, 'work' | 'call'>,
  drafts: readonly Draft[],
  answer: Answer,
): Part[] {
  const happenings = drafts.map(({ row, eventTypes }) => ({ resource, recordId: row.id, eventTypes }));
  return [
    ...rowParts(resource, drafts),
    ...stageChangeParts(resource, drafts),
    ...(resource.announced ? messageParts(happenings, call.at) : []),
    logPart(
      call,
      drafts.map((draft) => deedOf(resource, draft)),
    ),
    ...passwordParts(drafts, call.at),
    ...revocationParts(resource, drafts),
    ...(resource.kept === 'directory' ? [directoryPart] : []),
    ...rememberPart(call, answer),
  ];
}
