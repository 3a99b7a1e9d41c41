import type { Resource } from '../../resources/resource.ts';
import { termsOf } from '../rows/search-text.ts';
import type { WriteStatement, Sql, StoredRow } from './write.ts';

/**
 * Adds the words of records to the terms that a search reads first. Terms are never deleted: a term without records
 * leads to none. Transactions do not wait for each other's new terms, so duplicates may be stored. The statement looks
 * up each term by the key, because an anti-join would read all terms.
 */
export function termStatements(resource: Resource, rows: readonly StoredRow[]): WriteStatement[] {
  const terms = new Map(rows.flatMap((row) => termsOf(row['search_text'])).map((one) => [one.term, one]));
  if (terms.size === 0) return [];
  return [{ rows: [...terms.values()].map((one) => ({ resource: resource.plural, ...one })), sql: addTerms }];
}

const addTerms: Sql = (parameter) => `insert into search_terms (account_id, resource, term, is_word)
  select distinct $1::bigint, r.resource, r.term, r.is_word
  from jsonb_to_recordset(${parameter}::jsonb) as r(resource text, term text, is_word boolean)
  where (
    select true from search_terms s
    where s.account_id = $1::bigint and s.resource = r.resource and s.term = r.term limit 1
  ) is null`;
