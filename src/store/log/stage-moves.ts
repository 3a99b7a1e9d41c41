import type { Queryable } from '../../database/engine.ts';
import type { StageChange } from '../query/related.ts';

/** A move with the version of the project that it made, which is not known of old moves. */
interface StageMove extends Pick<StageChange, 'to_stage_id' | 'at' | 'by_id'> {
  readonly version: number | null;
}

/** The limit of moves that are read at once. */
const mostMoves = 100;

/** The last moves of a project, without those that were taken back, the latest first. */
export const lastMoves = (transaction: Queryable, accountId: string, projectId: string): Promise<StageMove[]> =>
  transaction.query<StageMove>(
    `select to_stage_id, at, by_id, version from stage_changes
    where account_id = $1::bigint and project_id = $2::bigint and taken_back_at is null
    order by id desc
    limit ${mostMoves}`,
    [accountId, projectId],
  );
