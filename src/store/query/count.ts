import type { Param, Queryable } from '../../database/engine.ts';

/** The exact number of rows of a table that meet conditions over `t`. Their parameters are `$1` …. */
export async function readCount(
  engine: Queryable,
  table: string,
  { conditions, parameters }: { readonly conditions: readonly string[]; readonly parameters: readonly Param[] },
): Promise<{ total: number }> {
  const text = `select count(*)::integer as total from ${table} t where ${conditions.join(' and ')}`;
  const [row] = await engine.query<{ total: number }>(text, parameters);
  return { total: row?.total ?? 0 };
}
