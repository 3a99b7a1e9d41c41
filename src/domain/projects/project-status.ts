import type { ProjectStatus } from '../../resources/vocabulary/choices.ts';
import type { RecordOf } from '../../resources/record-types.ts';
import type { projects } from '../../resources/projects.ts';
import { stageOf } from './project-stage.ts';
import type { DerivationContext } from '../rule.ts';

/** The status of a project today: in pursuit, closed without an award, or won (upcoming, active or complete). */
export function projectStatus(
  project: RecordOf<typeof projects>,
  context: Pick<DerivationContext, 'today' | 'entries'>,
): ProjectStatus {
  const { close_type: closeType, start_date: start, end_date: end } = project;
  if (closeType !== null && closeType !== 'won') return `closed_${closeType}`;
  const stage = stageOf(project, context);
  if (closeType !== 'won' && stage?.category !== 'won') return 'pursuit';
  if (end !== null && context.today > end) return 'complete';
  return start !== null && start <= context.today ? 'active' : 'upcoming';
}
