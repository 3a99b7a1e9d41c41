import type { Queryable } from '../../database/engine.ts';

/** A saved mapping. `mapping` is a document that only the layer `transfer` reads. */
export interface SavedMapping {
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
): Promise<SavedMapping | null> {
  const [found] = await engine.query<SavedMapping>(
    `select ${shown} from import_mappings t
    where t.account_id = $1::bigint and t.id = $2::bigint and t.deleted_at is null`,
    [accountId, id],
  );
  return found ?? null;
}

/** The live saved mapping of a name, without regard to case, and the names of all. */
export async function findMappingByName(
  engine: Queryable,
  { accountId, name }: { readonly accountId: string; readonly name: string },
): Promise<{ readonly found: SavedMapping | null; readonly names: readonly string[] }> {
  const [found] = await engine.query<SavedMapping>(
    `select ${shown} from import_mappings t
    where t.account_id = $1::bigint and lower(t.name) = lower($2) and t.deleted_at is null`,
    [accountId, name],
  );
  const names = await engine.query<{ name: string }>(
    `select t.name from import_mappings t where t.account_id = $1::bigint and t.deleted_at is null order by t.name_folded, t.id`,
    [accountId],
  );
  return { found: found ?? null, names: names.map((one) => one.name) };
}

/** The number of fitting mappings that are read. Each may have some hundred kilobytes. */
const mostFitting = 5;

/** The live saved mappings of a family that read these columns and no others; first those that fill the most fields. */
export const fittingMappings = (
  engine: Queryable,
  wanted: { readonly accountId: string; readonly family: string; readonly columns: readonly string[] },
): Promise<SavedMapping[]> =>
  engine.query<SavedMapping>(
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
