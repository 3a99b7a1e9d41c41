import type { Queryable } from '../../database/engine.ts';
import type { ImportOf } from './imports.ts';

/**
 * Notes the records that have the fields by which rows name them; several records are ambiguous. Notes of an
 * earlier pass do not count.
 */
export const noteTargets = (
  transaction: Queryable,
  { accountId, id }: ImportOf,
  pass: number,
  found: readonly { readonly key: string; readonly id: string }[],
): Promise<unknown> =>
  transaction.query(
    `with f as (
      select key, jsonb_agg(id order by id) as ids from jsonb_to_recordset($3::jsonb) as r(key text, id text) group by key
    )
    update import_rows t set
      target_pass = $4::integer,
      target_id = case when t.target_pass = $4::integer then t.target_id else (f.ids ->> 0)::bigint end,
      ambiguous = case
        when t.target_pass = $4::integer then coalesce(t.ambiguous, jsonb_build_array(t.target_id::text)) || f.ids
        when jsonb_array_length(f.ids) > 1 then f.ids
      end
    from f where t.account_id = $1::bigint and t.import_id = $2::bigint and t.key = f.key`,
    [accountId, id, JSON.stringify(found), pass],
  );
