import type { Queryable } from '../../database/engine.ts';
import { ofEach, type Resource, type Row } from '../../resources/resource.ts';
import { idsAsText, type JsonDocument, quoted, rowFromJson, valueColumns } from '../rows/columns.ts';
import { searchValues } from '../rows/search-words.ts';
import { storedRow, termStatements } from './record-statements.ts';
import { write } from './write.ts';

/** The derived columns of a resource, with their types. */
const derivedColumns = ofEach((resource): readonly (readonly [name: string, type: string])[] => [
  ...valueColumns(resource).flatMap(({ name, field }) => (field.folded ? [[`${name}_folded`, 'text'] as const] : [])),
  ...(resource.searched ? [['search', 'tsvector'] as const] : []),
]);

/** Whether records of the resource have sort keys or search words. */
export const isFolded = (resource: Resource): boolean => derivedColumns(resource).length > 0;

interface Refolding {
  readonly accountId: string;
  readonly resource: Resource;
  /** The id of the last record before. */
  readonly after: string;
  readonly most: number;
}

/**
 * Writes the sort keys and the search words of the next records anew, deleted ones included, where they differ. Nothing
 * else of a record changes.
 * @returns the id of the last one; null if there are no more.
 */
export async function refoldRecords(transaction: Queryable, refolding: Refolding): Promise<string | null> {
  const { accountId, resource, after, most } = refolding;
  const found = await transaction.query<{ document: JsonDocument }>(nextSql(resource), [accountId, after, most]);
  const rows = found.map(({ document }) => rowFromJson(resource, document));
  const derived = rows.map((row) => derivedOf(resource, row, accountId));
  await transaction.query(updateSql(resource), [accountId, JSON.stringify(derived)]);
  const terms = termStatements(resource, derived);
  if (terms.length > 0) await write(transaction, accountId, terms);
  return rows.at(-1)?.id ?? null;
}

function derivedOf(resource: Resource, row: Row, accountId: string) {
  const stored = { ...storedRow(resource, row), ...searchValues(resource, row, accountId) };
  const derived = derivedColumns(resource).map(([name]) => [name, stored[name] ?? null] as const);
  return { id: row.id, ...Object.fromEntries(derived) };
}

/** The texts that a change holds are locked, so that no change is lost. */
const nextSql = ofEach((resource): string => {
  const names = ['id', 'version', 'created_at', 'updated_at', 'deleted_at'];
  const columns = [...names, ...valueColumns(resource).map(({ name }) => name)].map((name) => `t.${quoted(name)}`);
  return `select to_jsonb(p) || ${idsAsText(resource, 'p')} as document from (
    select ${columns.join(', ')} from ${resource.plural} t where t.account_id = $1::bigint and t.id > $2::bigint
    order by t.id limit $3::integer for no key update
  ) p order by p.id`;
});

const updateSql = ofEach((resource): string => {
  const columns = derivedColumns(resource);
  const names = columns.map(([name]) => name);
  const of = (alias: string): string => names.map((name) => `${alias}.${name}`).join(', ');
  return `update ${resource.plural} t set ${names.map((name) => `${name} = r.${name}`).join(', ')}
    from jsonb_to_recordset($2::jsonb) as r(id bigint, ${columns.map((column) => column.join(' ')).join(', ')})
    where t.account_id = $1::bigint and t.id = r.id and row(${of('t')}) is distinct from row(${of('r')})`;
});
