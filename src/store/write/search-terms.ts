import type { Resource } from '../../resources/resource.ts';
import { termsOf } from '../rows/search-words.ts';
import type { Sql, StoredRow, WriteStatement } from './write.ts';

/**
 * Adds the words of records to the account's terms. By them a search finds words with a beginning, and similar
 * spellings. Terms are never deleted: a term without records leads to none. Transactions do not wait for each other's
 * new terms, so duplicates may be stored. The statement looks up each term by the key, because an anti-join would read
 * all terms.
 */
export function termStatements(resource: Resource, rows: readonly StoredRow[]): WriteStatement[] {
  const terms = new Set(rows.flatMap(termsOf));
  if (terms.size === 0) return [];
  return [{ rows: [...terms].map((term) => ({ resource: resource.plural, term })), sql: addTerms }];
}

const addTerms: Sql = (parameter) => `insert into search_terms (account_id, resource, term)
  select distinct $1::bigint, r.resource, r.term
  from jsonb_to_recordset(${parameter}::jsonb) as r(resource text, term text)
  where (
    select true from search_terms s
    where s.account_id = $1::bigint and s.resource = r.resource and s.term = r.term limit 1
  ) is null`;
