import type { Param, Queryable } from './engine.ts';

/** Projects that have one value of a field in common. The amounts are exact decimals, as text. */
export interface SummaryRow {
  readonly group: string | null;
  readonly count: number;
  readonly amount: string;
  readonly weighted_amount: string;
  /** Of a large record that the value refers to: the columns of its embedded form, as `of.<column>`. */
  readonly [column: string]: unknown;
}

/** What is summed up, and by what. */
export interface Summed {
  /** Over `t`; `$1` is the account. */
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
  readonly group: string;
  /** The large records that the group refers to, and what is told of them. */
  readonly of: { readonly table: string; readonly columns: readonly string[] } | null;
  readonly limit: number;
}

/** Counts projects and adds their amounts, by group; a project without a probability adds nothing to the weighted. */
export function readSummary(engine: Queryable, { conditions, parameters, group, of, limit }: Summed) {
  const told = of?.columns.map((name) => `, r.${name} as "of.${name}"`).join('') ?? '';
  const join = of ? `left join ${of.table} r on r.account_id = $1::bigint and r.id = s."group"` : '';
  return engine.query<SummaryRow>(
    `select s.*${told}
from (select ${group} as "group", count(*)::integer as count,
    trim_scale(coalesce(sum(t.amount), 0))::text as amount,
    trim_scale(round(coalesce(sum(t.amount * t.probability::numeric), 0), 2))::text as weighted_amount
  from projects t where ${conditions.join(' and ')}
  group by 1 limit ${limit}) s
${join}`,
    parameters,
  );
}
