import { messagePart } from '../events/messages.ts';
import type { Resource } from '../resources/resource.ts';
import { termParts } from '../store/search-terms.ts';
import { appendPart, directoryPart, linkParts, type Part, recordsPart } from '../store/write.ts';
import type { Answer, Call } from './call.ts';
import type { Attempt } from './work.ts';
import type { Draft } from './draft.ts';
import { rememberPart } from './remembered.ts';

/** The log of everything that was done; its rows are only ever added to. */
export const changeColumns = {
  at: 'timestamptz',
  resource: 'text',
  record_id: 'bigint',
  version: 'integer',
  action: 'text',
  user_id: 'bigint',
  via_user_id: 'bigint',
  source: 'text',
  request_id: 'text',
  fields: 'jsonb',
};

const stageChangeColumns = {
  project_id: 'bigint',
  from_stage_id: 'bigint',
  to_stage_id: 'bigint',
  at: 'timestamptz',
  by_id: 'bigint',
};

function historyPart(call: Call, resource: Resource, action: string, drafts: readonly Draft[]): Part {
  const { actor, source, requestId } = call;
  const rows = drafts.map(({ row, fields }) => ({
    at: row.updated_at,
    resource: resource.plural,
    record_id: row.id,
    version: row.version,
    action,
    user_id: actor.userId,
    via_user_id: actor.viaUserId,
    source,
    request_id: requestId,
    fields,
  }));
  return appendPart('changes', changeColumns, rows);
}

function stageChangeParts(resource: Resource, drafts: readonly Draft[]): Part[] {
  if (resource.plural !== 'projects') return [];
  const rows = drafts.flatMap(({ row, appendices }) =>
    appendices.map(({ values }) => ({ ...values, project_id: row.id })),
  );
  return rows.length > 0 ? [appendPart('stage_changes', stageChangeColumns, rows)] : [];
}

function passwordParts(drafts: readonly Draft[], at: Date): Part[] {
  const rows = drafts.flatMap(({ row, passwordHash }) =>
    passwordHash === undefined ? [] : [{ user_id: row.id, hash: passwordHash, updated_at: at.toISOString() }],
  );
  if (rows.length === 0) return [];
  const { sql } = appendPart('passwords', { user_id: 'bigint', hash: 'text', updated_at: 'timestamptz' }, rows);
  const overwrite =
    'on conflict (account_id, user_id) do update set hash = excluded.hash, updated_at = excluded.updated_at';
  return [{ rows, sql: (parameter) => `${sql(parameter)}\n  ${overwrite}` }];
}

/** Whoever is deactivated signs in no more: a later reactivation revives no old token, and no OAuth client. */
function revocationParts(resource: Resource, action: string, drafts: readonly Draft[]): Part[] {
  if (resource.plural !== 'users' || action !== 'delete') return [];
  const rows = drafts.map(({ row }) => ({ user_id: row.id, at: row.deleted_at }));
  const ending = (table: string, end: string): Part => ({
    rows,
    sql: (parameter) => `update ${table} t set ${end} = r.at, updated_at = r.at
  from jsonb_to_recordset(${parameter}::jsonb) as r(user_id bigint, at timestamptz)
  where t.account_id = $1::bigint and t.user_id = r.user_id and t.${end} is null`,
  });
  return [ending('api_tokens', 'revoked_at'), ending('oauth_clients', 'deleted_at')];
}

/** Everything that a change writes, all of it in one transaction. */
export function partsOf(
  { work, call }: Pick<Attempt, 'work' | 'call'>,
  drafts: readonly Draft[],
  answer: Answer,
): Part[] {
  const { resource, action } = work;
  const happenings = drafts.map(({ row, eventTypes }) => ({ resource, recordId: row.id, eventTypes }));
  const relinked = drafts.filter((draft) => draft.relinked).map(({ row }) => row);
  const rows = drafts.map(({ row }) => row);
  return [
    recordsPart(resource, action === 'create' ? 'insert' : 'update', rows),
    ...termParts(resource, rows),
    ...(relinked.length > 0 ? linkParts(resource, relinked) : []),
    ...stageChangeParts(resource, drafts),
    ...(resource.announced ? [messagePart(happenings, call.at)] : []),
    historyPart(call, resource, action, drafts),
    ...passwordParts(drafts, call.at),
    ...revocationParts(resource, action, drafts),
    ...(resource.kept === 'directory' ? [directoryPart] : []),
    ...rememberPart(call, answer),
  ];
}
