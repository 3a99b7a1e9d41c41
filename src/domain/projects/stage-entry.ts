import { type Problem, Refusal } from '../../refusal.ts';
import type { StageCategory } from '../../resources/vocabulary/choices.ts';
import type { ValuesOf } from '../../resources/record-types.ts';
import type { projectStages } from '../../resources/project-stages.ts';
import { differing, inputValue, isWritten } from '../input.ts';
import { inUse } from '../in-use.ts';
import type { Change, Rule, RuleContext } from '../rule.ts';
import { lostCloseTypes } from './project-stage.ts';

const lastPosition = 2_147_483_647;

type StageChange = Change<typeof projectStages>;

type StageValues = ValuesOf<typeof projectStages>;

/** A stage keeps its category while projects are in it, and the account always has an open stage. */
export const configureStage: Rule<typeof projectStages> = (change, context) => {
  const refusal = refusalOf(change, context);
  if (refusal) return { refusal };
  if (!isWritten(change)) return {};
  const category = change.after.category ?? (change.action === 'create' ? 'open' : null);
  if (category === null) return { problems: [categoryRequired] };
  const problems = [closeTypeProblem(change, category), milestoneProblem(change, category)].filter(
    (problem) => problem !== null,
  );
  if (problems.length > 0) return { problems };
  return { set: differing(change, { category, ...placed(change, context), ...onlyOf(category) }) };
};

function refusalOf(change: StageChange, context: RuleContext): Refusal | null {
  const { before } = change;
  const isRecategorized = typeof inputValue(change, 'category') === 'string';
  if (before === null || (change.action !== 'delete' && !isRecategorized)) return null;
  if (isLastOpen(before.id, context)) {
    return new Refusal(
      'conflict',
      'This is the last open stage, and new projects need one. Add another open stage first.',
    );
  }
  const uses = change.action === 'update' ? context.referrerCountOf(before.id) : 0;
  return uses > 0 ? inUse(uses, 'given another category') : null;
}

function isLastOpen(id: string, context: RuleContext): boolean {
  const open = liveStages(context).filter((stage) => stage.category === 'open');
  return open.length === 1 && open[0]?.id === id;
}

const liveStages = (context: RuleContext) =>
  [...context.entries('project_stages').values()].filter((stage) => stage.deleted_at === null);

const categoryRequired: Problem = { pointer: '/category', code: 'required', message: 'must not be empty' };

function closeTypeProblem(change: StageChange, category: StageCategory): Problem | null {
  const closeType = inputValue(change, 'close_type') ?? null;
  const allowed = category === 'lost' ? lostCloseTypes : [];
  if (closeType === null || allowed.some((one) => one === closeType)) return null;
  const message =
    category === 'lost' ? `must be one of ${allowed.join(', ')}` : 'must be empty: only a lost stage has a close_type';
  return { pointer: '/close_type', code: 'not_allowed', message, allowed };
}

function milestoneProblem(change: StageChange, category: StageCategory): Problem | null {
  if (category === 'open' || (inputValue(change, 'milestone') ?? null) === null) return null;
  const message = 'must be empty: only an open stage has a milestone';
  return { pointer: '/milestone', code: 'not_allowed', message, allowed: [] };
}

/** A stage without a position comes last. */
function placed(change: StageChange, context: RuleContext): Partial<StageValues> {
  if (change.after.position !== null) return {};
  const others = liveStages(context).filter((stage) => stage.id !== change.before?.id);
  const positions = others.map((stage) => stage.position);
  return { position: Math.min(Math.max(0, ...positions) + 1, lastPosition) };
}

/** Only a lost stage has a close type, and only an open stage has a milestone. */
const onlyOf = (category: StageCategory): Partial<StageValues> => ({
  ...(category === 'lost' ? {} : { close_type: null }),
  ...(category === 'open' ? {} : { milestone: null }),
});
