import { fold } from '../resources/fold.ts';
import { resourceOf } from '../resources/index.ts';
import { ofEach, type Resource, type Row, type Value } from '../resources/resource.ts';
import { quoted, tableColumns, valueColumns } from './columns.ts';
import type { Param, Queryable, Transaction } from './engine.ts';
import { searchValues } from './search-text.ts';
import { onlyWithin } from './transaction-work.ts';

/**
 * One of the things written together: a statement over `$1`, the account, and a parameter with its rows as JSON, if
 * any. Parts with the same function can be written as one.
 */
export interface Part {
  readonly sql: Sql;
  readonly rows: Rows | null;
}

/** @param rows the parameter. */
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
  const names = tableColumns(resource).flatMap(({ name }) => (name === 'id' ? [] : [quoted(name)]));
  const columns = recordColumns(resource);
  return (rows) => `update ${resource.plural} t set ${names.map((name) => `${name} = r.${name}`).join(', ')}
  from jsonb_to_recordset(${rows}::jsonb) as r(${columns}) where t.account_id = $1::bigint and t.id = r.id`;
});

/**
 * A row as its table has it: the folded names beside the names, and what a search reads beside all. Columns without a
 * value are left out: most are, and each would have to be written and read.
 */
export interface StoredRow {
  readonly id: string;
  readonly [column: string]: Value;
}

/** A record as it is written; to fold its texts takes a while, so it is done once. */
export function storedRow(resource: Resource, row: Row): StoredRow {
  const { id, version, created_at, updated_at, deleted_at } = row;
  const kept: Record<string, Value> & { id: string } = { id, version, created_at, updated_at, deleted_at };
  for (const { name, field } of valueColumns(resource)) {
    const value = row[name];
    if (value === null || value === undefined) continue;
    kept[name] = value;
    if (field.folded && typeof value === 'string') kept[`${name}_folded`] = fold(value);
  }
  return Object.assign(kept, searchValues(resource, row));
}

/** New records, or changed ones with all their columns. */
export const recordsPart = (resource: Resource, action: 'insert' | 'update', rows: readonly StoredRow[]): Part => ({
  sql: action === 'insert' ? insertSql(resource) : updateSql(resource),
  rows,
});

/** The tables of links that a resource's `references` are kept in; only those of the rows given are touched. */
export const linkParts = (resource: Resource, rows: readonly Row[]): Part[] =>
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

/** Adds rows to a table that is only ever added to; the columns are named with their types. */
export function appending(table: string, columns: Readonly<Record<string, string>>): (rows: Rows) => Part {
  const names = Object.keys(columns);
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const sql: Sql = (parameter) => `insert into ${table} (account_id, ${names.join(', ')})
  select $1::bigint, ${names.map((name) => `r.${name}`).join(', ')}
  from jsonb_to_recordset(${parameter}::jsonb) as r(${types.join(', ')})`;
  return (rows) => ({ sql, rows });
}

/** Every process reads the account's directory anew before its next request. */
export const directoryPart: Part = {
  rows: null,
  sql: () => `update accounts set directory_version = directory_version + 1 where id = $1::bigint`,
};

/** Parts that say the same of other rows, as one. */
export function mergedParts(parts: readonly Part[]): Part[] {
  const bySql = new Map<Sql, Rows[] | null>();
  for (const { sql, rows } of parts) {
    const alike = bySql.get(sql);
    if (alike && rows) alike.push(rows);
    else bySql.set(sql, rows && [rows]);
  }
  const inOrder = [...bySql].sort(([one], [other]) => rankOf(one) - rankOf(other));
  return inOrder.map(([sql, alike]) => ({ sql, rows: alike?.flat() ?? null }));
}

const ranks = new WeakMap<Sql, number>();
let lastRank = 0;

/** The same parts stand in the same order, whoever brings them: so they are one statement. */
function rankOf(sql: Sql): number {
  const rank = ranks.get(sql) ?? (lastRank += 1);
  ranks.set(sql, rank);
  return rank;
}

/** Writes all parts by one statement. */
export async function write(transaction: Queryable, accountId: string, parts: readonly Part[]): Promise<void> {
  await transaction.query(...statementOf(accountId, parts));
}

/** As `write`, as the last of the transaction. */
export const writeLast = (transaction: Transaction, accountId: string, parts: readonly Part[]): Promise<void> =>
  transaction.queryLast(...statementOf(accountId, parts));

function statementOf(accountId: string, parts: readonly Part[]): [text: string, params: Param[]] {
  const parameters = [accountId];
  const ctes = parts.map(({ sql, rows }, index) => {
    if (rows) parameters.push(JSON.stringify(rows));
    return `part_${index} as (${sql(`$${parameters.length}`)})`;
  });
  return [`with ${ctes.join(',\n')}\nselect ${onlyWithin} as done`, parameters];
}
