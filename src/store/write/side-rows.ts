import { ofEach, type SideTable, type Value } from '../../resources/resource.ts';
import type { WriteStatement, Sql } from './write.ts';

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
  const { name, owner, mode } = table;
  const columns = Object.keys(table.columns);
  const types = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`);
  const source = (parameter: string): string =>
    `from jsonb_to_recordset(${parameter}::jsonb) as r(${owner} bigint, ${types.join(', ')})`;
  if (mode === 'end') {
    const ends = columns.map((column) => `${column} = r.${column}`).join(', ');
    return (parameter) => `update ${name} t set ${ends}
  ${source(parameter)}
  where t.account_id = $1::bigint and t.${owner} = r.${owner} and t.${columns[0] ?? ''} is null`;
  }
  const values = columns.map((column) => `r.${column}`).join(', ');
  const overwrite = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return (parameter) => `insert into ${name} (account_id, ${owner}, ${columns.join(', ')})
  select $1::bigint, r.${owner}, ${values}
  ${source(parameter)}${mode === 'replace' ? `\n  on conflict (account_id, ${owner}) do update set ${overwrite}` : ''}`;
});
