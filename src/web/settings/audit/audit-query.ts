import type { Schemas } from '../../../client/operations.ts';
import { calendarFeeds } from '../../../resources/managed/calendar-feeds.ts';
import { apiTokens, oauthClients } from '../../../resources/managed/credentials.ts';
import { webhooks } from '../../../resources/managed/webhooks.ts';
import type { Resource } from '../../../resources/resource.ts';
import { api } from '../../data/api.ts';
import { readList } from '../../data/records.ts';
import type { Search } from '../../queries/address.ts';
import { numberedPagesQuery } from '../../queries/paged-query.ts';
import { recordsIn } from './kinds.ts';

/** An entry of the audit log. */
export type AuditLogEntry = Schemas['AuditedChange'];

/** The names of records, by their list and id: `projects/7`. */
export type RecordNames = ReadonlyMap<string, string>;

const perPage = 50;

/** The audit log, the latest change first, with the names of the records. */
export const auditQuery = (filters: Search) =>
  numberedPagesQuery(['audit_log', 'paged', filters], async (page, signal) => {
    const query = { ...filters, per_page: perPage, page };
    const { body, next } = await api.send('GET /audit_log', { query, signal });
    return { changes: body.changes, names: await namesOf(body.changes, signal), hasNext: next !== null };
  });

async function namesOf(changes: readonly AuditLogEntry[], signal: AbortSignal): Promise<RecordNames> {
  const idsOf = (plural: string): readonly string[] => [
    ...new Set(changes.filter(({ resource }) => resource === plural).map((change) => change.record_id)),
  ];
  const records = recordsIn(changes.map(({ resource }) => resource)).map(({ resource, titleKey }) =>
    readNames(resource, { ids: idsOf(resource.plural), titleKey, signal }),
  );
  const managed = [apiTokens, calendarFeeds, oauthClients].map(({ plural }) =>
    readMadeNames(plural, idsOf(plural), signal),
  );
  const hooks = idsOf(webhooks.plural).length > 0 ? [readUrls(signal)] : [];
  return new Map((await Promise.all([...records, ...managed, ...hooks])).flat());
}

type NameEntries = [key: string, name: string][];

interface NameRequest {
  readonly ids: readonly string[];
  readonly titleKey: string;
  readonly signal: AbortSignal;
}

async function readNames({ plural }: Resource, { ids, titleKey, signal }: NameRequest): Promise<NameEntries> {
  // Lists leave out deleted records, unless a filter names `deleted_at`. This one is true of every record.
  const every = { 'deleted_at[ne]': '1970-01-01T00:00:00Z' };
  const query = { ...every, id: ids.join(','), fields: `id,${titleKey}`, per_page: perPage };
  const { rows } = await readList<Readonly<Record<string, string | null>>>(plural, { query, signal });
  return rows.map((row) => [`${plural}/${row['id'] ?? ''}`, row[titleKey] ?? '']);
}

/** A credential is gone once it has ended. The log still has the name that it was made with. */
async function readMadeNames(plural: string, ids: readonly string[], signal: AbortSignal): Promise<NameEntries> {
  if (ids.length === 0) return [];
  const query = { resource: plural, action: 'create', record_id: ids.join(','), per_page: perPage };
  const { body } = await api.send('GET /audit_log', { query, signal });
  return body.changes.map(({ record_id: id, fields }) => [`${plural}/${id}`, fields['name']?.to as string]);
}

async function readUrls(signal: AbortSignal): Promise<NameEntries> {
  const { body } = await api.send('GET /webhooks', { signal });
  return body.webhooks.map(({ id, url }) => [`${webhooks.plural}/${id}`, url]);
}
