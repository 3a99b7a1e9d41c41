import type { Queryable } from '../../database/engine.ts';
import { rowResults } from '../../resources/transfer/imports.ts';
import { type DatabaseFault, mostFound } from './finding.ts';

/** The statuses in which the rows of an import are those that its counts count. */
const ended = `('complete', 'cancelled', 'failed', 'undone')`;

/** The imports of an account whose counts do not add up, or differ from their rows while these are kept. */
export async function miscountedImports(engine: Queryable, accountId: string): Promise<DatabaseFault[]> {
  const sums = rowResults.map((name) => `coalesce((s.counts->>'${name}')::integer, 0)`).join(' + ');
  const sum = await engine.query<{ id: string; read: number; sum: number }>(
    `select s.id, (s.counts->>'read')::integer as read, ${sums} as sum from import_states s
    where s.account_id = $1::bigint and s.counts is not null and (s.counts->>'read')::integer <> ${sums}
    order by s.id limit ${mostFound}`,
    [accountId],
  );
  const rows = await engine.query<{ id: string; result: string; told: number; kept: number }>(
    `select s.id, r.result, coalesce((s.counts->>r.result)::integer, 0) as told, coalesce(k.kept, 0)::integer as kept
    from import_states s
    cross join unnest($2::text[]) as r (result)
    left join (
      select import_id, pass, result, count(*) as kept from import_rows where account_id = $1::bigint group by 1, 2, 3
    ) k on k.import_id = s.id and k.pass = s.pass and k.result = r.result
    where s.account_id = $1::bigint and s.status in ${ended} and s.file_id is not null and s.counts is not null
      and coalesce((s.counts->>r.result)::integer, 0) <> coalesce(k.kept, 0)
    order by s.id, r.result limit ${mostFound}`,
    [accountId, rowResults],
  );
  return [
    ...sum.map(({ id, read, sum: added }) =>
      finding(accountId, id, `It read ${read} rows, but the counts of their results add up to ${added}.`),
    ),
    ...rows.map(({ id, result, told, kept }) =>
      finding(accountId, id, `It counts ${told} rows as ${result}, but has ${kept} such rows.`),
    ),
  ];
}

const finding = (account: string, id: string, problem: string): DatabaseFault => ({
  account,
  table: 'import_states',
  id,
  problem,
});
