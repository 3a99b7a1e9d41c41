import type { Queryable } from '../../database/engine.ts';
import { mostRelated } from '../query/related.ts';

/** A stored move of a project. The first move has no `from_stage_id`. */
export interface StageChange {
  readonly id: string;
  readonly project_id: string;
  readonly from_stage_id: string | null;
  readonly to_stage_id: string;
  readonly at: string;
  readonly by_id: string | null;
}

/** The moves of these projects, the oldest first; at most one more than an answer may hold. */
export async function readStageChanges(
  engine: Queryable,
  accountId: string,
  projectIds: readonly string[],
): Promise<StageChange[]> {
  if (projectIds.length === 0) return [];
  return await engine.query<StageChange>(
    `select id, project_id, from_stage_id, to_stage_id, at, by_id from stage_changes
    where account_id = $1::bigint and project_id = any($2::bigint[])
    order by id
    limit ${mostRelated + 1}`,
    [accountId, projectIds],
  );
}
