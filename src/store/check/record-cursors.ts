import type { Queryable } from '../../database/engine.ts';
import { resourceOf } from '../../resources/index.ts';
import { ofEach, type Resource, type Row } from '../../resources/resource.ts';
import type { LoggedChange } from '../past/read-histories.ts';
import { idsAsText, quoted, rowFromJson, valueColumns } from '../rows/columns.ts';
import { countRows } from '../transfer/rows.ts';

/** The number of rows that a statement reads. A row may have some hundred kilobytes. */
const mostRows = 100;

/** A record as it is stored, with the columns that the service derives for itself. */
export interface CheckedRecord {
  readonly row: Row;
  /** The stored sort keys of its names, by column. */
  readonly folded: Readonly<Record<string, string | null>>;
}

/** Every record of a resource in an account, deleted ones included, by id, some at a time. */
export async function* readRecords(
  transaction: Queryable,
  accountId: string,
  resource: Resource,
): AsyncGenerator<readonly CheckedRecord[]> {
  const text = recordText(resource);
  const documents = inBatches<{ document: Readonly<Record<string, unknown>> }>(transaction, 'checked_records', text, [
    accountId,
  ]);
  for await (const batch of documents) {
    yield batch.map(({ document }) => ({ row: rowFromJson(resource, document), folded: foldedOf(resource, document) }));
  }
}

const recordText = ofEach((resource) => {
  const { plural } = resource;
  const names = ['id', 'version', 'created_at', 'updated_at', 'deleted_at'];
  const own = valueColumns(resource).flatMap(({ name, field }) => [name, ...(field.folded ? [`${name}_folded`] : [])]);
  const columns = [...names, ...own].map((name) => `t.${quoted(name)}`);
  return `select to_jsonb(p) || ${[idsAsText(resource, 'p'), ...linksOf(resource)].join(' || ')} as document
    from (select ${columns.join(', ')} from ${plural} t where t.account_id = $1::bigint) p
    order by p.id`;
});

/** The linked ids of the alias `p` as documents, by the name of their column. */
const linksOf = ({ singular, fields }: Resource): string[] =>
  Object.values(fields).flatMap((field) => {
    if (field.kind !== 'references') return [];
    const ids = `select coalesce(jsonb_agg(l.${resourceOf(field.to).singular}_id::text order by l.position), '[]')
      from ${field.through} l where l.account_id = $1::bigint and l.${singular}_id = p.id`;
    return [`jsonb_build_object('${field.requestName}', (${ids}))`];
  });

const foldedOf = (resource: Resource, document: Readonly<Record<string, unknown>>): CheckedRecord['folded'] =>
  Object.fromEntries(
    valueColumns(resource)
      .filter(({ field }) => field.folded)
      .map(({ name }) => [name, (document[`${name}_folded`] ?? null) as string | null]),
  );

/** The logged changes of all records of a resource in an account, by record, the latest first, some at a time. */
export const readLog = (
  transaction: Queryable,
  accountId: string,
  { plural }: Resource,
): AsyncGenerator<readonly LoggedChange[]> =>
  inBatches<LoggedChange>(
    transaction,
    'checked_changes',
    `select id, record_id, version, action, at, fields from changes
    where account_id = $1::bigint and resource = $2 order by record_id, id desc`,
    [accountId, plural],
  );

async function* inBatches<Read extends object>(
  transaction: Queryable,
  cursor: string,
  text: string,
  parameters: readonly string[],
): AsyncGenerator<readonly Read[]> {
  await transaction.query(`declare ${cursor} no scroll cursor for ${text}`, parameters);
  for (;;) {
    const rows = await transaction.query<Read>(`fetch ${mostRows} from ${cursor}`);
    if (rows.length > 0) yield rows;
    if (rows.length < mostRows) break;
  }
  await transaction.query(`close ${cursor}`);
}

/** The number of records of a resource in an account, deleted ones included. */
export const countRecords = (engine: Queryable, accountId: string, { plural }: Resource): Promise<number> =>
  countRows(engine, { accountId, table: { name: plural } });
