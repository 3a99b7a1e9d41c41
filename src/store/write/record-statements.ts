import { fold } from '../../resources/vocabulary/formats.ts';
import { resourceOf } from '../../resources/index.ts';
import { ofEach, type Resource, type Row, type Value, type SideTable } from '../../resources/resource.ts';
import { quoted, tableColumns, valueColumns } from '../rows/columns.ts';
import { termsOf } from '../rows/search-words.ts';
import { type WriteStatement, writing } from './write.ts';

const recordColumns = (resource: Resource): string =>
  tableColumns(resource)
    .map(({ name, type }) => `${quoted(name)} ${type}`)
    .join(', ');

const insertSql = ofEach((resource): string => {
  const names = tableColumns(resource).map(({ name }) => quoted(name));
  const columns = recordColumns(resource);
  return `insert into ${resource.plural} (account_id, ${names.join(', ')})
  select $1::bigint, ${names.map((name) => `r.${name}`).join(', ')}
  from jsonb_to_recordset($rows::jsonb) as r(${columns})`;
});

const updateSql = ofEach((resource): string => {
  const names = tableColumns(resource).flatMap(({ name }) => (['id', 'search'].includes(name) ? [] : [quoted(name)]));
  const search = resource.searched ? ', search = coalesce(r.search, t.search)' : '';
  const columns = recordColumns(resource);
  return `update ${resource.plural} t set ${names.map((name) => `${name} = r.${name}`).join(', ')}${search}
  from jsonb_to_recordset($rows::jsonb) as r(${columns}) where t.account_id = $1::bigint and t.id = r.id`;
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

/**
 * Adds the words of records to the account's terms. By them a search finds words with a beginning, and similar
 * spellings. Terms are never deleted: a term without records leads to none. Transactions do not wait for each other's
 * new terms, so duplicates may be stored. The statement looks up each term by the key, because an anti-join would read
 * all terms.
 */
export function termStatements(resource: Resource, rows: readonly StoredRow[]): WriteStatement[] {
  const terms = new Set(rows.flatMap(termsOf));
  return terms.size === 0 ? [] : [addTerms([...terms].map((term) => ({ resource: resource.plural, term })))];
}

const addTerms = writing(`insert into search_terms (account_id, resource, term)
  select distinct $1::bigint, r.resource, r.term
  from jsonb_to_recordset($rows::jsonb) as r(resource text, term text)
  where (
    select true from search_terms s
    where s.account_id = $1::bigint and s.resource = r.resource and s.term = r.term limit 1
  ) is null`);

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
        remove: `delete from ${field.through} l
  using jsonb_to_recordset($rows::jsonb) as r(owner bigint, entries bigint[])
  where l.account_id = $1::bigint and l.${owner} = r.owner and not (l.${entry} = any(r.entries))`,
        add: `insert into ${field.through} (account_id, ${owner}, ${entry}, position)
  select $1::bigint, r.owner, e.id, e.position
  from jsonb_to_recordset($rows::jsonb) as r(owner bigint, entries bigint[]),
    unnest(r.entries) with ordinality as e(id, position)
  on conflict (account_id, ${owner}, ${entry}) do update set position = excluded.position`,
      },
    ];
  }),
);

/** A row for a side table of the record with an id. */
interface OwnedSideRow {
  readonly table: SideTable;
  readonly id: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** The side rows of records, one statement for each table. */
export function sideRowStatements(rows: readonly OwnedSideRow[]): WriteStatement[] {
  const tables = [...new Set(rows.map(({ table }) => table))];
  return tables.map((table) => ({
    sql: sqlOf(table),
    rows: rows.filter((row) => row.table === table).map(({ id, values }) => ({ ...values, [table.owner]: id })),
  }));
}

const sqlOf = ofEach((table: SideTable): string => {
  const { name, owner, mode, having, sparing, after } = table;
  const columns = Object.keys(table.columns);
  const given = {
    ...table.columns,
    ...(sparing === undefined ? {} : { [sparing]: 'bigint' }),
    ...(after === undefined ? {} : { [after]: 'integer' }),
  };
  const types = Object.entries({ [owner]: 'bigint', ...given }).map(([column, type]) => `${column} ${type}`);
  const rows = `jsonb_to_recordset($rows::jsonb) as r(${types.join(', ')})`;
  if (mode === 'delete') {
    return `delete from ${name} t using ${rows}
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
    return `update ${name} t set ${ends}
  from ${rows}
  where ${conditions.join(' and ')}`;
  }
  const values = columns.map((column) => `r.${column}`).join(', ');
  const overwrite = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return `insert into ${name} (account_id, ${owner}, ${columns.join(', ')})
  select $1::bigint, r.${owner}, ${values}
  from ${rows}${mode === 'replace' ? `\n  on conflict (account_id, ${owner}) do update set ${overwrite}` : ''}`;
});

/** Increments the directory's version: every process reloads the account's directory before its next request. */
export const directoryStatement: WriteStatement = {
  rows: null,
  sql: 'update accounts set directory_version = directory_version + 1 where id = $1::bigint',
};
