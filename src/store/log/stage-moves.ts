import type { Queryable } from '../../database/engine.ts';
import type { StageChange } from '../query/related.ts';

/** A move with the version of the project that it made, which is not known of old moves. */
interface StageMove extends Pick<StageChange, 'to_stage_id' | 'at' | 'by_id'> {
  readonly version: number | null;
}

/** The limit of moves that are read of one project. */
const mostMoves = 100;

/** The last moves of projects, without those that were taken back, the latest first, by the id of the project. */
export async function lastMoves(
  transaction: Queryable,
  accountId: string,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StageMove[]>> {
  if (projectIds.length === 0) return new Map();
  const rows = await transaction.query<StageMove & Pick<StageChange, 'project_id'>>(
    `select m.* from unnest($2::bigint[]) as p (id)
    cross join lateral (
      select project_id, to_stage_id, at, by_id, version from stage_changes
      where account_id = $1::bigint and project_id = p.id and taken_back_at is null
      order by id desc
      limit ${mostMoves}
    ) m`,
    [accountId, projectIds],
  );
  const moves = new Map<string, StageMove[]>();
  for (const move of rows) moves.set(move.project_id, [...(moves.get(move.project_id) ?? []), move]);
  return moves;
}
