import type { Problem } from '../refusal.ts';
import { fold } from '../resources/fold.ts';
import type { Row } from '../resources/resource.ts';
import { parseInstant } from './calendar.ts';
import { differing, givenValue, isWritten } from './given.ts';
import type { Change, Rule, RuleContext, Values } from './rule.ts';

/** A project is in one stage from its first day; each move is kept and brings the stage's probability along. */
export const moveProject: Rule = (change, context) => {
  if (!isWritten(change)) return {};
  const from = change.before?.['project_stage_id'] ?? null;
  const first = change.action === 'create' ? firstOpenStage(context)?.id : undefined;
  const to = change.after['project_stage_id'] ?? first;
  if (to === undefined) return { problems: [stageRequired] };
  if (to === from) return {};
  const stage = stageOf({ project_stage_id: to }, context);
  const at = momentOf(change, context);
  return {
    set: differing(change, { project_stage_id: to, stage_changed_at: at, ...probabilityIn(stage, change) }),
    events: ['project.stage_change'],
    appendices: [
      {
        table: 'stage_changes',
        values: { from_stage_id: from, to_stage_id: to, at, by_id: context.userId },
      },
    ],
  };
};

/** Whoever had to wait for the project moved it after whoever held it: its times in stages never overlap. */
function momentOf({ before }: Change, { now }: RuleContext): string {
  const last = (before?.['stage_changed_at'] ?? now) as string;
  return parseInstant(last) > parseInstant(now) ? last : now;
}

/** The stage that a project is in. */
export const stageOf = (project: Values, context: Pick<RuleContext, 'entries'>): Row | undefined =>
  context.entries('project_stages').get(project['project_stage_id'] as string);

/** The live open stage that comes first, by position and then by name. */
export function firstOpenStage(context: Pick<RuleContext, 'entries'>): Row | undefined {
  return [...context.entries('project_stages').values()]
    .filter((stage) => stage['category'] === 'open' && stage.deleted_at === null)
    .sort(byPosition)[0];
}

// Clearing the stage would leave a project that no board shows, so it is refused and not guessed at.
const stageRequired: Problem = { pointer: '/project_stage_id', code: 'required', message: 'must not be empty' };

// A stage without a default has no opinion: what the project had stays.
function probabilityIn(stage: Row | undefined, change: Change): Values {
  const probability = stage?.['default_probability'] ?? null;
  return probability === null || givenValue(change, 'probability') !== undefined ? {} : { probability };
}

function byPosition(one: Row, other: Row): number {
  const places = Number(one['position']) - Number(other['position']);
  if (places !== 0) return places;
  const [name, otherName] = [fold(one['name'] as string), fold(other['name'] as string)];
  if (name !== otherName) return name < otherName ? -1 : 1;
  return Number(one.id) - Number(other.id);
}
