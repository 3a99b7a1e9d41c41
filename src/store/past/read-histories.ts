import type { Queryable } from '../../database/engine.ts';
import { ofEach, type Resource, type Row } from '../../resources/resource.ts';
import { idsAsText, type JsonDocument, rowFromJson } from '../rows/columns.ts';
import { longTexts, pastColumnsOf } from './past-table.ts';

/** A change in the log of a record. */
export interface LoggedChange {
  readonly id: string;
  readonly record_id: string;
  readonly version: number;
  readonly action: string;
  readonly at: string;
  readonly fields: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
}

/** A move of a project between stages. Old moves do not have the version that they made. */
export interface LoggedMove {
  readonly at: string;
  readonly version: number | null;
  readonly taken_back_at: string | null;
}

/** A record, and all that tells of its past. */
export interface RecordHistory {
  /** The record as it is now, without its long texts. */
  readonly row: Row;
  /** The changes up to the version of the row, the latest first, without the long texts. */
  readonly changes: readonly LoggedChange[];
  /** The moves of a project, the first one first. */
  readonly moves: readonly LoggedMove[];
}

interface NextRecords {
  readonly accountId: string;
  readonly resource: Resource;
  /** The id of the last record before. */
  readonly after: string;
}

/** The limits of records that are read at once, and of their changes. One record may have more changes. */
const most = { records: 200, changes: 1000 };

/** The histories of the next records in the order of their ids, deleted ones included. */
export async function readHistories(transaction: Queryable, next: NextRecords): Promise<RecordHistory[]> {
  const { accountId, resource, after } = next;
  const found = await transaction.query<{ document: JsonDocument }>(recordsSql(resource), [
    ...[accountId, after, most.records, most.changes].map(String),
  ]);
  const rows = found.map(({ document }) => rowFromJson(resource, document));
  const ids = rows.map(({ id }) => id);
  const changes = await transaction.query<LoggedChange>(changesSql(resource), [accountId, resource.plural, ids]);
  const moves = await transaction.query<LoggedMove & { readonly project_id: string }>(movesSql, [accountId, ids]);
  const [changesOf, movesOf] = [grouped(changes, 'record_id'), grouped(moves, 'project_id')];
  return rows.map((row) => ({
    row,
    // A change that committed after the row was read is no part of its past.
    changes: (changesOf.get(row.id) ?? []).filter(({ version }) => version <= row.version),
    moves: movesOf.get(row.id) ?? [],
  }));
}

const recordsSql = ofEach((resource): string => {
  const { plural } = resource;
  return `select to_jsonb(p) || ${idsAsText(resource, 'p')} as document
    from (
      select ${pastColumnsOf(resource, 't')}
      from (
        select n.id, sum(n.changes) over (order by n.id) - n.changes as before
        from (
          select r.id, (
            select count(*) from changes c
            where c.account_id = $1::bigint and c.resource = '${plural}' and c.record_id = r.id
          ) as changes
          from ${plural} r where r.account_id = $1::bigint and r.id > $2::bigint order by r.id limit $3::integer
        ) n
      ) m
      join ${plural} t on t.account_id = $1::bigint and t.id = m.id
      where m.before < $4::bigint
    ) p
    order by p.id`;
});

const changesSql = ofEach(
  (resource): string =>
    `select id, record_id, version, action, at, fields - array[${longTexts(resource)
      .map((name) => `'${name}'`)
      .join(', ')}]::text[] as fields
    from changes where account_id = $1::bigint and resource = $2 and record_id = any($3::bigint[])
    order by record_id, id desc`,
);

const movesSql = `select project_id, at, version, taken_back_at from stage_changes
    where account_id = $1::bigint and project_id = any($2::bigint[]) order by id`;

function grouped<Key extends string, One extends Readonly<Record<Key, string>>>(rows: readonly One[], key: Key) {
  const groups = new Map<string, One[]>();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}
