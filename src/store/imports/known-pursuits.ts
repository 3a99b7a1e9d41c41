import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';
import type { ImportOf } from './imports.ts';

/** A live project or lead. Leads have no numbers. */
export interface KnownPursuit {
  readonly id: string;
  readonly name: string;
  /** Folded. */
  readonly folded: string;
  readonly company_id: string | null;
  /** In lower case. */
  readonly number: string | null;
}

/** The records that one statement finds. */
const mostFound = 5000;

/** Finds live projects or leads by names and numbers, without those that the import made. */
export const knownPursuits = (
  transaction: Queryable,
  { plural, fields }: Resource,
  { accountId, id }: ImportOf,
  { names, numbers }: { readonly names: readonly string[]; readonly numbers: readonly string[] },
): Promise<KnownPursuit[]> => {
  const isNumbered = 'project_number' in fields;
  const number = isNumbered ? 'lower(t.project_number)' : 'null';
  const byNumber = isNumbered ? 'or (t.project_number is not null and lower(t.project_number) = any($4::text[]))' : '';
  return transaction.query(
    `select t.id::text, t.name, t.name_folded as folded, t.company_id::text, ${number} as number from ${plural} t
    where t.account_id = $1::bigint and t.deleted_at is null and t.import_id is distinct from $2::bigint
      and (t.name_folded = any($3::text[]) ${byNumber})
    limit ${mostFound}`,
    [accountId, id, names, ...(isNumbered ? [numbers] : [])],
  );
};
