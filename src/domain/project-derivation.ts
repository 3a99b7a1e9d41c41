import type { Row } from '../resources/resource.ts';
import { dayLength, daysPassed, daysUntil, endOfDay, parseInstant } from './calendar.ts';
import { projectStatus } from './project-status.ts';
import type { Derivation, DerivationContext } from './rule.ts';

/** What of a project depends on the day it is read. */
export const projectDerivation: Derivation = {
  derive: (row, context) => ({
    stage_age: stageAge(row, context.now),
    pursuit_duration: pursuitDuration(row, context),
    project_status: projectStatus(row, context),
  }),
  until: (row, { now, today, timeZone }) => {
    const nextStageAge = parseInstant(row['stage_changed_at'] as string) + (stageAge(row, now) + 1) * dayLength;
    return Math.min(nextStageAge, endOfDay(today, timeZone));
  },
};

/** Whole days, of 24 hours each, since the last move. */
function stageAge(row: Row, now: string): number {
  return Math.max(0, daysPassed(row['stage_changed_at'] as string, now));
}

/** Days of the calendar from the creation to the award, or to today while open. */
function pursuitDuration(row: Row, context: DerivationContext): number | null {
  const end = row['close_type'] === null ? context.today : row['award_date'];
  // A client may clear the award date of a closed project: then nobody knows how long it was pursued.
  return typeof end === 'string' ? Math.max(0, daysUntil(row.created_at, end, context.timeZone)) : null;
}
