import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';

/** A live record, with some of its texts by their columns. */
export interface NamesOfRecord {
  readonly id: string;
  /** The external id in lower case. */
  readonly external_key: string | null;
  readonly names: Readonly<Record<string, string | null>>;
}

/** Finds live records by their ids and external ids. @param columns of texts, which the family has. */
export const namesOfRecords = (
  transaction: Queryable,
  { plural, fields }: Resource,
  accountId: string,
  {
    ids,
    externalKeys,
    columns,
  }: { readonly ids: readonly string[]; readonly externalKeys: readonly string[]; readonly columns: readonly string[] },
): Promise<NamesOfRecord[]> => {
  const names = columns.map((column) => `'${column}', t.${column}`).join(', ');
  const hasExternalIds = 'external_id' in fields;
  const key = hasExternalIds ? 'lower(t.external_id)' : 'null';
  const byKey = hasExternalIds ? `or lower(t.external_id) = any($3::text[])` : '';
  return transaction.query(
    `select t.id::text, ${key} as external_key, jsonb_build_object(${names}) as names from ${plural} t
    where t.account_id = $1::bigint and t.deleted_at is null and (t.id = any($2::bigint[]) ${byKey})`,
    [accountId, ids, ...(hasExternalIds ? [externalKeys] : [])],
  );
};
