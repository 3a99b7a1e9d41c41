import { ofEach, type Resource } from '../../resources/resource.ts';
import { quoted } from '../rows/columns.ts';
import type { StoredRow } from '../write/record-statements.ts';
import type { WriteStatement } from '../write/write.ts';
import { pastColumns, pastColumnsOf, pastTable } from './past-table.ts';

/** The current version of a record that ends with a change, and the moment of the change. */
export interface EndedVersion {
  readonly id: string;
  readonly updated_at: string;
}

/** A version of a record, with the moment of the next one. */
export interface PastRow extends StoredRow {
  readonly valid_to: string;
}

/**
 * Stores the current versions of records as past ones. It must be in the statement that writes the next ones: all parts
 * of a statement see the rows as they were before it. A version that ended in its own moment was never seen.
 */
export const endVersions = (resource: Resource, rows: readonly EndedVersion[]): WriteStatement => ({
  sql: endSql(resource),
  rows: rows.map(({ id, updated_at }) => ({ id, updated_at })),
});

const endSql = ofEach((resource): string => {
  const names = pastColumns(resource).map(({ name }) => quoted(name));
  return `insert into ${pastTable(resource)} (account_id, ${names.join(', ')}, valid_to)
  select $1::bigint, ${pastColumnsOf(resource, 't')}, r.updated_at
  from ${resource.plural} t, jsonb_to_recordset($rows::jsonb) as r(id bigint, updated_at timestamptz)
  where t.account_id = $1::bigint and t.id = r.id and t.updated_at < r.updated_at`;
});

/** Stores past versions. A version that is stored already stays as it is. */
export const insertPastRows = (resource: Resource, rows: readonly PastRow[]): WriteStatement => ({
  sql: insertSql(resource),
  rows,
});

const insertSql = ofEach((resource): string => {
  const columns = [...pastColumns(resource), { name: 'valid_to', type: 'timestamptz' }];
  const names = columns.map(({ name }) => quoted(name));
  return `insert into ${pastTable(resource)} (account_id, ${names.join(', ')})
  select $1::bigint, ${names.map((name) => `r.${name}`).join(', ')}
  from jsonb_to_recordset($rows::jsonb) as r(${columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')})
  on conflict (account_id, id, version) do nothing`;
});
