import { fold } from '../../resources/vocabulary/formats.ts';
import { resourceOf } from '../../resources/index.ts';
import { ofEach, type Resource, type Row, type Value, type SideTable } from '../../resources/resource.ts';
import { quoted, tableColumns, valueColumns } from '../rows/columns.ts';
import type { Queryable } from '../../database/engine.ts';

/**
 * One statement of a batch of writes, with the account as `$1`, and a parameter with its rows as JSON, if any.
 * Statements with the same function can be merged.
 */
export interface WriteStatement {
  readonly sql: Sql;
  readonly rows: Rows | null;
}

/** @param rows the placeholder of the rows' parameter. */
export type Sql = (rows: string) => string;

type Rows = readonly Readonly<Record<string, unknown>>[];

const recordColumns = (resource: Resource): string =>
  tableColumns(resource)
    .map(({ name, type }) => `${quoted(name)} ${type}`)
    .join(', ');

const insertSql = ofEach((resource): Sql => {
  const names = tableColumns(resource).map(({ name }) => quoted(name));
  const columns = recordColumns(resource);
  return (rows) => `insert into ${resource.plural} (account_id, ${names.join(', ')})
  select $1::bigint, ${names.map((name) => `r.${name}`).join(', ')}
  from jsonb_to_recordset(${rows}::jsonb) as r(${columns})`;
});

const updateSql = ofEach((resource): Sql => {
  const names = tableColumns(resource).flatMap(({ name }) => (['id', 'search'].includes(name) ? [] : [quoted(name)]));
  const search = resource.searched ? ', search = coalesce(r.search, t.search)' : '';
  const columns = recordColumns(resource);
  return (rows) => `update ${resource.plural} t set ${names.map((name) => `${name} = r.${name}`).join(', ')}${search}
  from jsonb_to_recordset(${rows}::jsonb) as r(${columns}) where t.account_id = $1::bigint and t.id = r.id`;
});

/**
 * A row in the form of its table, with the folded columns. Columns without a value are omitted: most columns have none,
 * and each one would cost writing and parsing.
 */
export interface StoredRow {
  readonly id: string;
  readonly [column: string]: Value;
}

/** The stored row of a record, without the search column. Folding its texts is slow, so do it once. */
export function storedRow(resource: Resource, row: Row): StoredRow {
  const { id, version, created_at, updated_at, deleted_at } = row;
  const kept: Record<string, Value> & { id: string } = { id, version, created_at, updated_at, deleted_at };
  for (const { name, field } of valueColumns(resource)) {
    const value = row[name];
    if (value === null || value === undefined) continue;
    kept[name] = value;
    if (field.folded && typeof value === 'string') kept[`${name}_folded`] = fold(value);
  }
  return kept;
}

/**
 * The statement that writes new records, or changed records with all their columns. A changed row without a search
 * column keeps the one that it has.
 */
export const recordsStatement = (
  resource: Resource,
  action: 'insert' | 'update',
  rows: readonly StoredRow[],
): WriteStatement => ({
  sql: action === 'insert' ? insertSql(resource) : updateSql(resource),
  rows,
});

/** The statements that write a resource's `references` to their link tables. They change only the links of these rows. */
export const linkStatements = (resource: Resource, rows: readonly Row[]): WriteStatement[] =>
  linkSql(resource).flatMap(({ column, remove, add }) => {
    const links = rows.map((row) => ({ owner: row.id, entries: row[column] ?? [] }));
    return [remove, add].map((sql) => ({ sql, rows: links }));
  });

const linkSql = ofEach((resource) =>
  Object.values(resource.fields).flatMap((field) => {
    if (field.kind !== 'references') return [];
    const owner = `${resource.singular}_id`;
    const entry = `${resourceOf(field.to).singular}_id`;
    return [
      {
        column: field.requestName,
        remove: (parameter: string) => `delete from ${field.through} l
  using jsonb_to_recordset(${parameter}::jsonb) as r(owner bigint, entries bigint[])
  where l.account_id = $1::bigint and l.${owner} = r.owner and not (l.${entry} = any(r.entries))`,
        add: (parameter: string) => `insert into ${field.through} (account_id, ${owner}, ${entry}, position)
  select $1::bigint, r.owner, e.id, e.position
  from jsonb_to_recordset(${parameter}::jsonb) as r(owner bigint, entries bigint[]),
    unnest(r.entries) with ordinality as e(id, position)
  on conflict (account_id, ${owner}, ${entry}) do update set position = excluded.position`,
      },
    ];
  }),
);

/** Makes statements that add rows to an append-only table. @param columns the types by column name. */
export function appending(table: string, columns: Readonly<Record<string, string>>): (rows: Rows) => WriteStatement {
  const names = Object.keys(columns);
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const sql: Sql = (parameter) => `insert into ${table} (account_id, ${names.join(', ')})
  select $1::bigint, ${names.map((name) => `r.${name}`).join(', ')}
  from jsonb_to_recordset(${parameter}::jsonb) as r(${types.join(', ')})`;
  return (rows) => ({ sql, rows });
}

/** Increments the directory's version: every process reloads the account's directory before its next request. */
export const directoryStatement: WriteStatement = {
  rows: null,
  sql: () => `update accounts set directory_version = directory_version + 1 where id = $1::bigint`,
};

/** Merges statements with the same text. */
export function mergedStatements(statements: readonly WriteStatement[]): WriteStatement[] {
  const bySql = new Map<Sql, Rows[] | null>();
  for (const { sql, rows } of statements) {
    const alike = bySql.get(sql);
    if (alike && rows) alike.push(rows);
    else bySql.set(sql, rows && [rows]);
  }
  const inOrder = [...bySql].sort(([one], [other]) => rankOf(one) - rankOf(other));
  return inOrder.map(([sql, alike]) => ({ sql, rows: alike?.flat() ?? null }));
}

const ranks = new WeakMap<Sql, number>();
let lastRank = 0;

/** Gives the same statements the same order in every batch, so that the batch has the same text. */
function rankOf(sql: Sql): number {
  const rank = ranks.get(sql) ?? (lastRank += 1);
  ranks.set(sql, rank);
  return rank;
}

/** Runs all statements as one, each as a common table expression. */
export async function write(
  transaction: Queryable,
  accountId: string,
  statements: readonly WriteStatement[],
): Promise<void> {
  const parameters = [accountId];
  const ctes = statements.map(({ sql, rows }, index) => {
    if (rows) parameters.push(JSON.stringify(rows));
    return `write_${index} as (${sql(`$${parameters.length}`)})`;
  });
  await transaction.query(`with ${ctes.join(',\n')}\nselect 1`, parameters);
}

/** A row for a side table of the record with an id. */
interface SideRow {
  readonly table: SideTable;
  readonly id: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** The side rows of records, one statement for each table. */
export function sideRowStatements(rows: readonly SideRow[]): WriteStatement[] {
  const tables = [...new Set(rows.map(({ table }) => table))];
  return tables.map((table) => ({
    sql: sqlOf(table),
    rows: rows.filter((row) => row.table === table).map(({ id, values }) => ({ ...values, [table.owner]: id })),
  }));
}

/** One function for each table, so that `mergedStatements` can merge those of changes that share a transaction. */
const sqlOf = ofEach((table: SideTable): Sql => {
  const { name, owner, mode, having, sparing, after } = table;
  const columns = Object.keys(table.columns);
  const given = {
    ...table.columns,
    ...(sparing === undefined ? {} : { [sparing]: 'bigint' }),
    ...(after === undefined ? {} : { [after]: 'integer' }),
  };
  const types = Object.entries({ [owner]: 'bigint', ...given }).map(([column, type]) => `${column} ${type}`);
  const rows = (parameter: string): string => `jsonb_to_recordset(${parameter}::jsonb) as r(${types.join(', ')})`;
  const source = (parameter: string): string => `from ${rows(parameter)}`;
  if (mode === 'delete') {
    return (parameter) => `delete from ${name} t using ${rows(parameter)}
  where t.account_id = $1::bigint and t.${owner} = r.${owner}`;
  }
  if (mode === 'end') {
    const ends = columns.map((column) => `${column} = r.${column}`).join(', ');
    const conditions = [
      ...['t.account_id = $1::bigint', `t.${owner} = r.${owner}`, `t.${columns[0] ?? ''} is null`],
      ...(having === undefined ? [] : [`t.${having} is not null`]),
      ...(sparing === undefined ? [] : [`t.id is distinct from r.${sparing}`]),
      ...(after === undefined ? [] : [`t.${after} > r.${after}`]),
    ];
    return (parameter) => `update ${name} t set ${ends}
  ${source(parameter)}
  where ${conditions.join(' and ')}`;
  }
  const values = columns.map((column) => `r.${column}`).join(', ');
  const overwrite = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return (parameter) => `insert into ${name} (account_id, ${owner}, ${columns.join(', ')})
  select $1::bigint, r.${owner}, ${values}
  ${source(parameter)}${mode === 'replace' ? `\n  on conflict (account_id, ${owner}) do update set ${overwrite}` : ''}`;
});
