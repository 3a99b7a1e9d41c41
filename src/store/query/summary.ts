import type { Param, Queryable } from '../../database/engine.ts';

/** The projects that share one value of a field. The amounts are exact decimals, as text. */
export interface SummaryRow {
  readonly group: string | null;
  readonly count: number;
  readonly amount: string;
  readonly weighted_amount: string;
  /** The embedded columns of the large record that the value refers to, as `of.<column>`. */
  readonly [column: string]: unknown;
}

/** The parameters of a summary. */
export interface SummaryRequest {
  /** The rows to read as `t`. */
  readonly source: string;
  /** Conditions over `t`; `$1` is the account. */
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
  readonly group: string;
  /** The large records that the group refers to, and their columns to read. */
  readonly of: { readonly table: string; readonly columns: readonly string[] } | null;
  readonly limit: number;
}

/** Counts projects and sums their amounts, by group. A project without a probability adds 0 to the weighted amount. */
export function readSummary(engine: Queryable, request: SummaryRequest) {
  const { source, conditions, parameters, group, of, limit } = request;
  const told = of?.columns.map((name) => `, r.${name} as "of.${name}"`).join('') ?? '';
  const join = of ? `left join ${of.table} r on r.account_id = $1::bigint and r.id = s."group"` : '';
  return engine.query<SummaryRow>(
    `select s.*${told}
from (select ${group} as "group", count(*)::integer as count,
    trim_scale(coalesce(sum(t.amount), 0))::text as amount,
    trim_scale(round(coalesce(sum(t.amount * t.probability::numeric), 0), 2))::text as weighted_amount
  from ${source} t where ${conditions.join(' and ')}
  group by 1 limit ${limit}) s
${join}`,
    parameters,
  );
}
