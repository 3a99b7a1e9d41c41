import type { RecordOf, ValuesOf } from '../../resources/record-types.ts';
import type { projects } from '../../resources/projects.ts';
import { inputValue } from '../input.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { stageOf } from './project-stage.ts';

type Stored = RecordOf<typeof projects> | null;

type Values = ValuesOf<typeof projects>;

/** A project without `submitted_at` gets it when it enters a stage with a milestone or is won. */
export const recordSubmission: Rule<typeof projects> = (change, context) => {
  const { action, before, after } = change;
  const isKnown = after.submitted_at !== null || inputValue(change, 'submitted_at') !== undefined;
  if (action === 'delete' || isKnown || change.reversion) return {};
  if (entersMilestone(before, after, context)) return { set: { submitted_at: after.stage_changed_at } };
  return isWon(before, after) ? { set: { submitted_at: context.now } } : {};
};

const entersMilestone = (before: Stored, after: Values, context: RuleContext): boolean =>
  before?.project_stage_id !== after.project_stage_id && typeof stageOf(after, context)?.milestone === 'string';

const isWon = (before: Stored, { close_type: closeType }: Values): boolean =>
  closeType === 'won' && before?.close_type !== 'won';
