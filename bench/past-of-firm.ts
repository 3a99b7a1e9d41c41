import { type Loader, settle } from './load.ts';

/** The number of ended versions of each project. */
const versions = 4;

/** How long each of them was in force. */
const inForce = `interval '20 days'`;

/**
 * Gives each project of a filled database ended versions: it was open in each of them, in another stage, and its amount
 * grew by a tenth from one to the next. Of the bids due before a day, all but one of a hundred are submitted.
 */
export async function addPast(loader: Loader, day: string): Promise<void> {
  await loader.query(`update projects set submitted_at = coalesce(bid_due_at, bid_due_date)
    where bid_due_date < '${day}' and id % 100 <> 0`);
  const found = await loader.query(`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'projects_past' and column_name <> 'valid_to'`);
  const values: Readonly<Record<string, string>> = {
    version: 'v',
    updated_at: `p.updated_at - (${versions} + 1 - v) * ${inForce}`,
    amount: `round(p.amount * (1 - (${versions} + 1 - v) * 0.1), 2)`,
    close_type: 'null',
    closed_at: 'null',
    project_stage_id: `(select id from project_stages s where s.account_id = p.account_id and s.category = 'open'
      order by (s.id + p.id + v) % 7, s.id limit 1)`,
  };
  const names = found.map(({ name }) => String(name));
  await loader.query(`insert into projects_past (${names.map((name) => `"${name}"`).join(', ')}, valid_to)
    select ${names.map((name) => values[name] ?? `p."${name}"`).join(', ')},
      p.updated_at - (${versions} - v) * ${inForce}
    from projects p, generate_series(1, ${versions}) v`);
  await loader.query(`update projects set version = ${versions + 1}`);
  await settle(loader);
}
