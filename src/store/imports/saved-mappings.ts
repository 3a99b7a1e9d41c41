import type { Queryable } from '../../database/engine.ts';

/** A saved mapping. `mapping` is a document that only the layer `transfer` reads. */
export interface StoredMapping {
  readonly id: string;
  readonly name: string;
  /** The family of the records that the rows make. */
  readonly as: string;
  readonly mapping: unknown;
}

const shown = `t.id::text as id, t.name, t."as", t.mapping`;

/** A live saved mapping by its id. */
export async function findSavedMapping(
  engine: Queryable,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<StoredMapping | null> {
  const [found] = await engine.query<StoredMapping>(
    `select ${shown} from import_mappings t
    where t.account_id = $1::bigint and t.id = $2::bigint and t.deleted_at is null`,
    [accountId, id],
  );
  return found ?? null;
}

/** The number of fitting mappings that are read. Each may have some hundred kilobytes. */
const mostFitting = 5;

/** The live saved mappings of a family that read these columns and no others; first those that fill the most fields. */
export const fittingMappings = (
  engine: Queryable,
  wanted: { readonly accountId: string; readonly family: string; readonly columns: readonly string[] },
): Promise<StoredMapping[]> =>
  engine.query<StoredMapping>(
    `select ${shown} from import_mappings t
    where t.account_id = $1::bigint and t.deleted_at is null and t."as" = $2
      and jsonb_array_length(t.mapping -> 'columns') > 0
      and not exists (
        select from jsonb_path_query(t.mapping, 'strict $.columns[*].from.**') as source(name)
        where jsonb_typeof(source.name) = 'string' and (source.name #>> '{}') <> all ($3::text[])
      )
    order by jsonb_array_length(t.mapping -> 'columns') desc, t.updated_at desc, t.id desc
    limit ${mostFitting}`,
    [wanted.accountId, wanted.family, wanted.columns],
  );
