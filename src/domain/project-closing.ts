import type { Problem } from '../refusal.ts';
import { type CloseType, closeTypes, type StageCategory } from '../resources/choices.ts';
import type { FurtherEventType } from '../resources/events.ts';
import type { Row } from '../resources/resource.ts';
import { differing, givenValue } from './given.ts';
import { stageOf } from './project-stage.ts';
import type { Change, Rule, RuleContext, Values } from './rule.ts';

/** How a project closes and reopens: the stage says, the request may say otherwise within what the stage allows. */
export const closeProject: Rule = (change, context) => {
  if (change.action === 'delete') return {};
  const stage = stageOf(change.after, context);
  const closeType = closeTypeAfter(change, stage, context);
  if (!fits(categoryOf(stage), closeType)) return { problems: [notAllowed] };
  const closedBefore = (change.before?.['close_type'] ?? null) as CloseType | null;
  return {
    set: differing(change, { close_type: closeType, ...consequences(change, closedBefore, closeType, context) }),
    events: closeType === closedBefore ? [] : eventsOf(closeType),
  };
};

function closeTypeAfter(change: Change, stage: Row | undefined, context: RuleContext): CloseType | null {
  const category = categoryOf(stage);
  const given = givenValue(change, 'close_type') as CloseType | null | undefined;
  if (given !== undefined) return given === null && category === 'won' ? 'won' : given;
  const kept = (change.before?.['close_type'] ?? null) as CloseType | null;
  const isMoved = change.before?.['project_stage_id'] !== change.after['project_stage_id'];
  const isClosedAnew = isMoved && !isStandIn(change, stage, context);
  // The category of a stage can change while the only projects in it are in the trash.
  return isClosedAnew || !fits(category, kept) ? closeTypeOf(stage) : kept;
}

/** A stage that takes another's place as one of its category means the same: what was closed in the one stays closed. */
const isStandIn = ({ isReplacement, before }: Change, stage: Row | undefined, context: RuleContext): boolean =>
  isReplacement === true && before !== null && categoryOf(stageOf(before, context)) === categoryOf(stage);

const categoryOf = (stage: Row | undefined): StageCategory => (stage?.['category'] ?? 'open') as StageCategory;

function closeTypeOf(stage: Row | undefined): CloseType | null {
  switch (categoryOf(stage)) {
    case 'open':
      return null;
    case 'won':
      return 'won';
    case 'lost':
      return (stage?.['close_type'] ?? 'lost') as CloseType;
  }
}

function fits(category: StageCategory, closeType: CloseType | null): boolean {
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

function consequences(change: Change, before: CloseType | null, after: CloseType | null, context: RuleContext): Values {
  if (after === before) return {};
  if (after === null) {
    // A reason given in the same request is meant for the open project, so it is not thrown away.
    return givenValue(change, 'loss_reason_id') === undefined ? { loss_reason_id: null } : {};
  }
  const awarded = (change.after['award_date'] ?? null) as string | null;
  return awarded === null || awarded > context.today ? { award_date: context.today } : {};
}

function eventsOf(closeType: CloseType | null): FurtherEventType[] {
  if (closeType === 'won') return ['project.won'];
  return closeType === 'lost' ? ['project.lost'] : [];
}
