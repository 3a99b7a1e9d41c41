import type { Param, Queryable } from '../../database/engine.ts';

/** The lines of a report: sums over projects, by group. */
export interface LinesRequest {
  /** The rows to read as `t`. */
  readonly source: string;
  /** Conditions over `t`; `$1` is the account. */
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
  /** The SQL of the group over `t`; null for one line of all projects. */
  readonly group: string | null;
  /** The SQL of the number of the line's period, over `t`. */
  readonly period?: string;
  /** The counts and sums, each with its name, as SQL over `t`: `count(*)::integer as count`. Sums are decimals as text. */
  readonly figures: readonly string[];
  /** The large records that the group refers to, and their columns to read as `of.<column>`. */
  readonly of: { readonly table: string; readonly columns: readonly string[] } | null;
  readonly limit: number;
}

/** The SQL of the exact decimal of a sum, as text. */
export const decimal = (sum: string): string => `trim_scale(coalesce(${sum}, 0))::text`;

/** Reads the lines of a report. Without a group there is one line, also without projects. */
export function readLines<Line extends object>(engine: Queryable, request: LinesRequest): Promise<Line[]> {
  const { source, conditions, parameters, group, period, figures, of, limit } = request;
  const shown = of?.columns.map((name) => `r.${name} as "of.${name}"`) ?? [];
  const join = of ? `left join ${of.table} r on r.account_id = $1::bigint and r.id = s."group"` : '';
  const keys = [...(group === null ? [] : [`${group} as "group"`]), ...(period ? [`${period} as period`] : [])];
  const grouping = keys.length === 0 ? '' : `group by ${keys.map((_, index) => index + 1).join(', ')} limit ${limit}`;
  const columns = [...keys, ...figures];
  return engine.query<Line>(
    `select ${['s.*', ...(group === null ? [] : ['s."group"::text as "group"']), ...shown].join(', ')}
from (select ${columns.join(',\n    ')}
  from ${source} t where ${conditions.join(' and ')}
  ${grouping}) s
${join}`,
    parameters,
  );
}
