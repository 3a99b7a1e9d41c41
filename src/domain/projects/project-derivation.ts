import type { RecordOf } from '../../resources/record-types.ts';
import type { projects } from '../../resources/projects.ts';
import { dayLength, daysPassed, daysUntil, endOfDay, parseInstant } from '../calendar.ts';
import type { Derivation, DerivationContext } from '../rule.ts';
import type { ProjectStatus } from '../../resources/vocabulary/choices.ts';
import { stageOf } from './project-stage.ts';

type Project = RecordOf<typeof projects>;

/** The fields of a project that depend on the time of the read. */
export const projectDerivation: Derivation<typeof projects> = {
  derive: (project, context) => ({
    stage_age: stageAge(project, context.now),
    pursuit_duration: pursuitDuration(project, context),
    project_status: projectStatus(project, context),
  }),
  until: (project, { now, today, timeZone }) => {
    const nextStageAge = parseInstant(project.stage_changed_at) + (stageAge(project, now) + 1) * dayLength;
    return Math.min(nextStageAge, endOfDay(today, timeZone));
  },
};

/** Whole days, of 24 hours each, since the last move. */
function stageAge(project: Project, now: string): number {
  return Math.max(0, daysPassed(project.stage_changed_at, now));
}

/** Calendar days from the creation to the award, or to today while the project is open. */
function pursuitDuration(project: Project, context: DerivationContext): number | null {
  const end = project.close_type === null ? context.today : project.award_date;
  // A client may clear the award date of a closed project; then the duration is unknown.
  return end === null ? null : Math.max(0, daysUntil(project.created_at, end, context.timeZone));
}

/** The status of a project today: in pursuit, closed without an award, or won (upcoming, active or complete). */
function projectStatus(
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
