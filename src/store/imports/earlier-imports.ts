import type { Queryable } from '../../database/engine.ts';

/** An earlier import whose file had certain columns. `mapping` is a document that only the layer `transfer` reads. */
export interface EarlierImport {
  readonly id: string;
  readonly name: string;
  readonly mapping: unknown;
  /** Whether somebody chose the mapping. */
  readonly is_chosen: boolean;
}

/** The newest imports of the account that are compared. */
const compared = 200;

/** The fitting ones that are read. */
const mostFitting = 5;

/**
 * The newest imports of a family that were checked or run and whose files had exactly these columns, the newest first.
 * @param wanted `reasons` is the name of a last column that they may have besides.
 */
export const importsOfColumns = (
  engine: Queryable,
  wanted: {
    readonly accountId: string;
    readonly family: string;
    readonly names: readonly string[];
    readonly reasons: string;
    /** Whether the file has rows of one of these imports, whose mapping counts although nobody chose it. */
    readonly isAgain: boolean;
  },
): Promise<EarlierImport[]> =>
  engine.query<EarlierImport>(
    `select t.id::text as id, n.name, t.mapping, t.is_mapping_chosen as is_chosen
    from (
      select s.id, s.created_at, s.family, s.columns, s.mapping, s.is_mapping_chosen,
        s.dry_run is not null or s.started_at is not null as is_tried
      from import_states s where s.account_id = $1::bigint order by s.created_at desc, s.id desc limit ${compared}
    ) t join imports n on n.account_id = $1::bigint and n.id = t.id
    where t.is_tried and (t.is_mapping_chosen or $5::boolean) and t.family = $2
      and (select array_agg(c.one ->> 'name' order by c.place)
        from json_array_elements(t.columns) with ordinality as c(one, place)) in ($3::text[], $3::text[] || $4::text)
    order by t.created_at desc, t.id desc
    limit ${mostFitting}`,
    [wanted.accountId, wanted.family, wanted.names, wanted.reasons, wanted.isAgain],
  );
