import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';

/** The search column that a record should have, in text form. */
export interface ExpectedSearch {
  readonly id: string;
  readonly search: string;
}

/** The ids of the records whose stored search column is another one. */
export async function otherSearchColumns(
  engine: Queryable,
  accountId: string,
  { plural }: Resource,
  expected: readonly ExpectedSearch[],
): Promise<string[]> {
  const rows = await engine.query<{ id: string }>(
    `select t.id from jsonb_to_recordset($2::jsonb) as r (id bigint, search text)
    join ${plural} t on t.account_id = $1::bigint and t.id = r.id
    where t.search <> r.search::tsvector`,
    [accountId, JSON.stringify(expected)],
  );
  return rows.map(({ id }) => id);
}

/** The terms among these that the account's search does not know. */
export async function unknownTerms(
  engine: Queryable,
  accountId: string,
  { plural }: Resource,
  terms: readonly string[],
): Promise<string[]> {
  if (terms.length === 0) return [];
  const rows = await engine.query<{ term: string }>(
    `select r.term from unnest($3::text[]) as r (term) where not exists (
      select from search_terms s where s.account_id = $1::bigint and s.resource = $2 and s.term = r.term
    )`,
    [accountId, plural, terms],
  );
  return rows.map(({ term }) => term);
}
