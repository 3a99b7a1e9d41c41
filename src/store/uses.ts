import { resources } from '../resources/index.ts';
import { requestName, type Resource, type Row } from '../resources/resource.ts';
import type { Queryable } from './engine.ts';

/** One way in which records use the entries of a family: the rows that name entry `$2[i]`, by its id. */
function useStatements(family: Resource): string[] {
  return resources.flatMap((user) =>
    Object.entries(user.fields).flatMap(([name, field]) => {
      const column = `u.${requestName(name, field)}`;
      const live = 'u.account_id = $1::bigint and u.deleted_at is null';
      if (field.kind === 'reference' && field.to === family.plural) {
        return [`select ${column} as id from ${user.plural} u where ${live} and ${column} = any($2::bigint[])`];
      }
      if (field.kind === 'entry_key' && field.of === family.plural) {
        return [
          `select e.id from ${user.plural} u join ${family.plural} e on e.account_id = u.account_id and e.key = ${column}
      where ${live} and e.id = any($2::bigint[])`,
        ];
      }
      if (field.kind !== 'references' || field.to !== family.plural) return [];
      const entry = `l.${family.singular}_id`;
      return [
        `select ${entry} as id from ${field.through} l
      join ${user.plural} u on u.account_id = l.account_id and u.id = l.${user.singular}_id
      where ${live} and ${entry} = any($2::bigint[])`,
      ];
    }),
  );
}

/** How many live records use each entry of a list; to be asked once the entries are locked. */
export async function countUses(
  transaction: Queryable,
  family: Resource,
  accountId: string,
  entries: readonly Row[],
): Promise<ReadonlyMap<string, number>> {
  const statements = useStatements(family);
  if (statements.length === 0 || entries.length === 0) return new Map();
  const found = await transaction.query<{ id: string; uses: number }>(
    `select id, count(*)::integer as uses from (${statements.join('\nunion all\n')}) used group by id`,
    [accountId, entries.map(({ id }) => id)],
  );
  return new Map(found.map(({ id, uses }) => [id, uses]));
}
