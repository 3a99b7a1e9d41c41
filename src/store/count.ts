import type { Param, Queryable } from './engine.ts';

/** How many rows of a table meet conditions over `t`, whose parameters are `$1` …; exact however many. */
export async function readCount(
  engine: Queryable,
  table: string,
  { conditions, parameters }: { readonly conditions: readonly string[]; readonly parameters: readonly Param[] },
): Promise<{ total: number }> {
  const text = `select count(*)::integer as total from ${table} t where ${conditions.join(' and ')}`;
  const [row] = await engine.query<{ total: number }>(text, parameters);
  return { total: row?.total ?? 0 };
}
