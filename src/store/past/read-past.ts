import type { Queryable } from '../../database/engine.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { ofEach, type Resource, type Row } from '../../resources/resource.ts';
import { idsAsText, type JsonDocument, rowFromJson } from '../rows/columns.ts';
import { pastColumnsOf, pastTable } from './past-table.ts';

/** A version of a record that has ended, without its long texts. */
export interface PastVersion extends Row {
  /** The moment of the next version. */
  readonly valid_to: string;
}

interface PastRecords {
  readonly accountId: string;
  readonly resource: Resource;
  readonly ids: readonly string[];
}

/** The stored past versions of records, the latest first, by the id of the record. */
export async function readPastRows(
  engine: Queryable,
  { accountId, resource, ids }: PastRecords,
): Promise<ReadonlyMap<string, readonly PastVersion[]>> {
  const rows = await engine.query<{ document: JsonDocument }>(pastSql(resource), [accountId, ids]);
  const versions = new Map<string, PastVersion[]>();
  for (const { document } of rows) {
    const row = rowFromJson(resource, document);
    const version = { ...row, valid_to: wireTime(String(document['valid_to'])) };
    versions.set(row.id, [...(versions.get(row.id) ?? []), version]);
  }
  return versions;
}

const pastSql = ofEach(
  (resource) => `select to_jsonb(p) || ${idsAsText(resource, 'p')} as document
    from (
      select ${pastColumnsOf(resource, 't')}, t.valid_to from ${pastTable(resource)} t
      where t.account_id = $1::bigint and t.id = any($2::bigint[])
    ) p order by p.id, p.version desc`,
);
