import type { Queryable } from '../../database/engine.ts';
import { type DatabaseFault, mostFound } from './finding.ts';

/** The kinds of faults in the stages of a project, each as a condition on its moves and a sentence. */
const faults: readonly (readonly [condition: string, sentence: string])[] = [
  ['m.number is null', `'It has no stage change: the stage that it began in is unknown.'`],
  [
    'm.number = 1 and m.from_stage_id is not null',
    `concat('Stage change ', m.id, ' is its first, yet comes from a stage.')`,
  ],
  [
    'm.number > 1 and m.from_stage_id is distinct from m.before',
    `concat('Stage change ', m.id, ' leaves stage ', m.from_stage_id, ', but the project was in ', m.before, ': a gap.')`,
  ],
  ['m.at < m.before_at', `concat('Stage change ', m.id, ' is earlier than the one before it: the stages overlap.')`],
  [
    'm.is_last and m.to_stage_id <> p.project_stage_id',
    `concat('It is in stage ', p.project_stage_id, ', but its last stage change leads to ', m.to_stage_id, '.')`,
  ],
  [
    'm.is_last and m.to_stage_id = p.project_stage_id and m.at <> p.stage_changed_at',
    `'Its time in the stage does not begin with its last stage change.'`,
  ],
];

/** The projects of an account whose stages have a gap or an overlap, or do not end in the stage of the project. */
export async function brokenStageIntervals(engine: Queryable, accountId: string): Promise<DatabaseFault[]> {
  const rows = await engine.query<{ id: string; problem: string }>(
    `with moves as (
      select project_id, id, from_stage_id, to_stage_id, at, lag(to_stage_id) over w as before,
        lag(at) over w as before_at, row_number() over w as number, lead(id) over w is null as is_last
      from stage_changes where account_id = $1::bigint and taken_back_at is null
      window w as (partition by project_id order by id)
    )
    select p.id, case ${faults.map(([condition, sentence]) => `when ${condition} then ${sentence}`).join('\n')} end
      as problem
    from projects p left join moves m on m.project_id = p.id
    where p.account_id = $1::bigint and (${faults.map(([condition]) => `(${condition})`).join(' or ')})
    order by p.id limit ${mostFound}`,
    [accountId],
  );
  return rows.map((row) => ({ account: accountId, table: 'projects', ...row }));
}
