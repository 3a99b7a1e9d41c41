import type { Resource } from '../resources/resource.ts';
import { termsOf } from './search-text.ts';
import type { Part, Sql, StoredRow } from './write.ts';

/**
 * Adds the words of records to the terms among which a search looks first. They are never taken away: one
 * that no record has any more leads to none. Nobody waits for another's new term; of two alike both are kept. Each is
 * looked up by the key: an anti-join would read them all.
 */
export function termParts(resource: Resource, rows: readonly StoredRow[]): Part[] {
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
