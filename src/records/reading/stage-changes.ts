import type { StageChange } from '../../store/log/stage-changes.ts';
import type { Directory } from '../../store/rows/directory.ts';

/** A move as JSON text. */
export function showStageChange(change: StageChange, directory: Directory): string {
  const from = directory.embedded('project_stages', change.from_stage_id);
  const to = directory.embedded('project_stages', change.to_stage_id);
  const by = directory.embedded('users', change.by_id);
  return `{"id":"${change.id}","from":${from},"to":${to},"at":"${change.at}","by":${by}}`;
}
