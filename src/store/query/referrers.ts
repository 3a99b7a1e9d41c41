import { resourceOf, resources } from '../../resources/index.ts';
import { requestName, type Resource, type Row, type Value } from '../../resources/resource.ts';
import type { Queryable } from '../../database/engine.ts';

/** One way in which records use the entries of a family. */
export interface ReferrerKind {
  readonly user: Resource;
  /** The column of the using record, or the request name of its list of links. */
  readonly column: string;
  readonly kind: 'reference' | 'references' | 'entry_key';
  /** The table of links, if the use is stored as links. */
  readonly through: string | null;
}

/** Every way in which records of any resource use the entries of a family. */
export const referrerKindsOf = (family: Resource): ReferrerKind[] =>
  resources.flatMap((user) =>
    Object.entries(user.fields).flatMap(([name, field]): ReferrerKind[] => {
      const column = requestName(name, field);
      switch (field.kind) {
        case 'reference':
          return field.to === family.plural ? [{ user, column, kind: field.kind, through: null }] : [];
        case 'references':
          return field.to === family.plural ? [{ user, column, kind: field.kind, through: field.through }] : [];
        case 'entry_key':
          return field.of === family.plural ? [{ user, column, kind: field.kind, through: null }] : [];
        default:
          return [];
      }
    }),
  );

const live = 'u.account_id = $1::bigint and u.deleted_at is null';

/** Selects the entries among `$2` that live records use, one row per use. */
function referrersText(family: Resource, { user, column, kind, through }: ReferrerKind): string {
  if (kind === 'reference') {
    return `select u.${column} as id from ${user.plural} u where ${live} and u.${column} = any($2::bigint[])`;
  }
  if (kind === 'entry_key') {
    return `select e.id from ${user.plural} u join ${family.plural} e on e.account_id = $1::bigint and e.key = u.${column}
      where ${live} and e.id = any($2::bigint[])`;
  }
  const entry = `l.${family.singular}_id`;
  return `select ${entry} as id from ${through} l
      join ${user.plural} u on l.account_id = $1::bigint and u.id = l.${user.singular}_id
      where ${live} and ${entry} = any($2::bigint[])`;
}

/** Counts the live records that use each entry. Call it after the entries are locked. */
export async function countReferrers(
  transaction: Queryable,
  family: Resource,
  accountId: string,
  entries: readonly Row[],
): Promise<ReadonlyMap<string, number>> {
  const statements = referrerKindsOf(family).map((use) => referrersText(family, use));
  if (statements.length === 0 || entries.length === 0) return new Map();
  const found = await transaction.query<{ id: string; uses: number }>(
    `select id, count(*)::integer as uses from (${statements.join('\nunion all\n')}) used group by id`,
    [accountId, entries.map(({ id }) => id)],
  );
  return new Map(found.map(({ id, uses }) => [id, uses]));
}

/**
 * Reads live records that use one entry, and locks them until the end of the transaction. For links, `value` is the
 * record's list of links. A record that stops using the entry while this waits for its lock is left out.
 * @param most the limit of records.
 */
export async function referringRows(
  transaction: Queryable,
  accountId: string,
  use: ReferrerKind,
  { entry, most }: { readonly entry: Row; readonly most: number },
): Promise<{ id: string; value: Value }[]> {
  const { user, column, kind } = use;
  if (kind === 'references') return await linkingRows(transaction, { accountId, use, entry, most });
  const [named, type] = kind === 'reference' ? [entry.id, 'bigint'] : [entry['key'] as string, 'text'];
  return await transaction.query(
    `select u.id, null as value from ${user.plural} u where ${live} and u.${column} = $2::${type}
    order by u.id limit $3::integer for no key update of u`,
    [accountId, named, most],
  );
}

/** Reads the links after their owners are locked: the statement that waits for a lock would see the old links. */
async function linkingRows(
  transaction: Queryable,
  { accountId, use: { user, column, through }, entry, most }: LinkedEntry,
): Promise<{ id: string; value: Value }[]> {
  const link = linkColumn(user, column);
  const owner = `${user.singular}_id`;
  const held = await transaction.query<{ id: string }>(
    `select u.id from ${user.plural} u where ${live} and u.id in (
      select l.${owner} from ${through} l where l.account_id = $1::bigint and l.${link} = $2::bigint)
    order by u.id limit $3::integer for no key update of u`,
    [accountId, entry.id, most],
  );
  return await transaction.query(
    `select l.${owner} as id, array(select a.${link} from ${through} a
      where a.account_id = $1::bigint and a.${owner} = l.${owner} order by a.position) as value
    from ${through} l
    where l.account_id = $1::bigint and l.${link} = $2::bigint and l.${owner} = any($3::bigint[]) order by l.${owner}`,
    [accountId, entry.id, held.map(({ id }) => id)],
  );
}

interface LinkedEntry {
  readonly accountId: string;
  readonly use: ReferrerKind;
  readonly entry: Row;
  readonly most: number;
}

function linkColumn(user: Resource, column: string): string {
  const field = Object.values(user.fields).find((one) => one.kind === 'references' && one.requestName === column);
  return field?.kind === 'references' ? `${resourceOf(field.to).singular}_id` : column;
}
