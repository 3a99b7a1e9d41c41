import type { Queryable } from '../../database/engine.ts';
import type { Resource, Row, Value } from '../../resources/resource.ts';
import { quoted } from '../rows/columns.ts';

/** The records, and the names of their values that follow from other records. */
export interface GatheredValues {
  readonly resource: Resource;
  readonly names: readonly string[];
  readonly accountId: string;
  readonly ids: readonly string[];
}

/** The rows that decide values of a record `t`, and the SQL of each value. `$1` is the account, `$3` the present. */
interface Source {
  readonly from: string;
  readonly values: Readonly<Record<string, string>>;
}

// As `project_status`: no won stage makes an open project one in pursuit.
const inPursuit = "r.close_type is null and s.category <> 'won'";

/** By the plural of the record, and the plural of the deciding records. */
const sources: Readonly<Record<string, Readonly<Record<string, Source>>>> = {
  companies: {
    projects: {
      from: `projects r join project_stages s on s.account_id = $1::bigint and s.id = r.project_stage_id
        where r.account_id = $1::bigint and r.company_id = t.id and r.deleted_at is null`,
      values: {
        open_projects: `count(*) filter (where ${inPursuit})::integer`,
        open_amount: `coalesce(sum(r.amount) filter (where ${inPursuit}), 0)`,
        won_projects: "count(*) filter (where r.close_type = 'won')::integer",
        decided_projects: "count(*) filter (where r.close_type in ('won', 'lost'))::integer",
      },
    },
    calls: {
      from: `calls r where r.account_id = $1::bigint and r.company_id = t.id and r.deleted_at is null
        and r.recorded_at <= $3::timestamptz`,
      values: { last_contact_at: 'max(r.recorded_at)' },
    },
  },
};

/** Reads the values of records that follow from the records that refer to them, by the id of the record. */
export async function readGathered(
  engine: Queryable,
  { resource, names, accountId, ids }: GatheredValues,
  now: Date,
): Promise<ReadonlyMap<string, Readonly<Record<string, Value>>>> {
  const laterals = Object.entries(sources[resource.plural] ?? {}).flatMap(([plural, { from, values }]) => {
    const shown = names.filter((name) => name in values).map((name) => `${values[name] ?? ''} as ${quoted(name)}`);
    return shown.length === 0
      ? []
      : [{ plural, sql: `cross join lateral (select ${shown.join(', ')} from ${from}) ${plural}` }];
  });
  const text = `select t.id, ${laterals.map(({ plural }) => `${plural}.*`).join(', ')} from ${resource.plural} t
    ${laterals.map(({ sql }) => sql).join('\n')}
    where t.account_id = $1::bigint and t.id = any($2::bigint[])`;
  const parameters = [accountId, ids, ...(text.includes('$3') ? [now.toISOString()] : [])];
  const rows = await engine.query<Row>(text, parameters);
  return new Map(rows.map((row) => [row.id, row]));
}
