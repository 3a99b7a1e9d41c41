import type { Problem } from '../../refusal.ts';
import { type CloseType, closeTypes, type StageCategory } from '../../resources/vocabulary/choices.ts';
import type { FurtherEventType } from '../../resources/events.ts';
import type { ValuesOf } from '../../resources/record-types.ts';
import type { projects } from '../../resources/projects.ts';
import { differing, inputValue } from '../input.ts';
import { type Stage, stageOf } from './project-stage.ts';
import type { Change, Rule, RuleContext } from '../rule.ts';

type ProjectChange = Change<typeof projects>;

/** Closes and reopens a project. The stage sets the close type; a request may set another that the stage allows. */
export const closeProject: Rule<typeof projects> = (change, context) => {
  if (change.action === 'delete') return {};
  const stage = stageOf(change.after, context);
  const closeType = closeTypeAfter(change, stage, context);
  if (!fits(categoryOf(stage), closeType)) return { problems: [notAllowed] };
  const closedBefore = change.before?.close_type ?? null;
  return {
    set: differing(change, { close_type: closeType, ...dateAndReason(change, closedBefore, closeType, context) }),
    events: closeType === closedBefore ? [] : eventsOf(closeType),
  };
};

function closeTypeAfter(change: ProjectChange, stage: Stage | undefined, context: RuleContext): CloseType | null {
  const category = categoryOf(stage);
  const given = inputValue(change, 'close_type');
  if (given !== undefined) return given === null && category === 'won' ? 'won' : given;
  const kept = change.before?.close_type ?? null;
  const isMoved = change.before?.project_stage_id !== change.after.project_stage_id;
  const isClosedAnew = isMoved && !keepsCloseType(change, stage, context);
  // The category of a stage can change while all projects in it are deleted.
  return isClosedAnew || !fits(category, kept) ? closeTypeOf(stage) : kept;
}

/** A reversion says how the project closes. A replacement stage of the same category means the same. */
function keepsCloseType(change: ProjectChange, stage: Stage | undefined, context: RuleContext): boolean {
  const { reversion, isReplacement, before } = change;
  if (reversion || before === null) return reversion !== undefined;
  return isReplacement === true && categoryOf(stageOf(before, context)) === categoryOf(stage);
}

const categoryOf = (stage: Stage | undefined): StageCategory => stage?.category ?? 'open';

function closeTypeOf(stage: Stage | undefined): CloseType | null {
  switch (categoryOf(stage)) {
    case 'open':
      return null;
    case 'won':
      return 'won';
    case 'lost':
      return stage?.close_type ?? 'lost';
  }
}

/** Whether a project in a stage of the category may close so. */
export function fits(category: StageCategory, closeType: CloseType | null): boolean {
  switch (category) {
    case 'open':
      return true;
    case 'won':
      return closeType !== null;
    case 'lost':
      return closeType !== null && closeType !== 'won';
  }
}

const allowedWhenLost = closeTypes.filter((closeType) => closeType !== 'won');

const notAllowed: Problem = {
  pointer: '/close_type',
  code: 'not_allowed',
  message: `must be one of ${allowedWhenLost.join(', ')} in a lost stage`,
  allowed: allowedWhenLost,
};

/** The award date and the loss reason that follow from another `close_type`. */
function dateAndReason(
  change: ProjectChange,
  before: CloseType | null,
  after: CloseType | null,
  context: RuleContext,
): Partial<ValuesOf<typeof projects>> {
  if (after === before || change.reversion) return {};
  if (after === null) {
    // A reason in the same request is meant for the open project, so it is kept.
    return inputValue(change, 'loss_reason_id') === undefined ? { loss_reason_id: null } : {};
  }
  const awarded = change.after.award_date;
  return awarded === null || awarded > context.today ? { award_date: context.today } : {};
}

function eventsOf(closeType: CloseType | null): FurtherEventType[] {
  if (closeType === 'won') return ['project.won'];
  return closeType === 'lost' ? ['project.lost'] : [];
}
