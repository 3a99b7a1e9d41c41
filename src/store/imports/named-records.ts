import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';
import type { ImportOf } from './imports.ts';

/** A live record, with the values by which imports compare it. */
export interface NamedRecord {
  readonly id: string;
  /** Folded; null if it has none. */
  readonly name: string | null;
  readonly email: string | null;
  readonly company_id: string | null;
}

/** The names and addresses to look for. */
interface Sought {
  /** Folded. */
  readonly names: readonly string[];
  /** In lower case. Of these, only records without a name are found. */
  readonly emails: readonly string[];
}

/** The records of one name that are found, and those of all names. */
const [mostOfName, mostOfAll] = [200, 5000];

/**
 * Finds live companies or contacts by their names, those of one name in the order of their ids, without those that the
 * import itself made.
 */
export const recordsNamed = (
  transaction: Queryable,
  { plural }: Resource,
  { accountId, id }: ImportOf,
  { names, emails }: Sought,
): Promise<NamedRecord[]> => {
  const arePeople = plural === 'contacts';
  const values = arePeople ? 'lower(t.email) as email, t.company_id::text' : 'null as email, null as company_id';
  const byEmail = arePeople ? 'or (t.name_folded is null and lower(t.email) = any($4::text[]))' : '';
  return transaction.query(
    `select id, name, email, company_id from (
      select n.*, row_number() over (partition by name, email order by id::bigint) as place from (
        select t.id::text, t.name_folded as name, ${values} from ${plural} t
        where t.account_id = $1::bigint and t.deleted_at is null and t.import_id is distinct from $2::bigint
          and (t.name_folded = any($3::text[]) ${byEmail})
      ) n
    ) r where place <= ${mostOfName} order by place, id::bigint limit ${mostOfAll}`,
    [accountId, id, names, ...(arePeople ? [emails] : [])],
  );
};

/** The records of one step whose values are compared. */
const mostCompared = 1000;

/** The values of records by their columns, by id. */
export async function valuesOfNamed(
  transaction: Queryable,
  { plural }: Resource,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const rows = await transaction.query<{ id: string; values: Readonly<Record<string, unknown>> }>(
    `select t.id::text, to_jsonb(t) - 'search' as values from ${plural} t
    where t.account_id = $1::bigint and t.id = any($2::bigint[])`,
    [accountId, ids.slice(0, mostCompared)],
  );
  return new Map(rows.map(({ id, values }) => [id, values]));
}
