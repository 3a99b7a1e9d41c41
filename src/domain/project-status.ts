import type { CloseType, ProjectStatus } from '../resources/choices.ts';
import type { Row } from '../resources/resource.ts';
import { stageOf } from './project-stage.ts';
import type { DerivationContext } from './rule.ts';

/** Where a project stands today: pursued, closed without being built, or won and then built. */
export function projectStatus(row: Row, context: Pick<DerivationContext, 'today' | 'entries'>): ProjectStatus {
  const closeType = row['close_type'] as CloseType | null;
  if (closeType !== null && closeType !== 'won') return `closed_${closeType}`;
  const stage = stageOf(row, context);
  if (closeType !== 'won' && stage?.['category'] !== 'won') return 'pursuit';
  const { start_date: start, end_date: end } = row;
  if (typeof end === 'string' && context.today > end) return 'complete';
  return typeof start === 'string' && start <= context.today ? 'active' : 'upcoming';
}
