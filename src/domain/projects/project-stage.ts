import type { Problem } from '../../refusal.ts';
import { fold } from '../../resources/vocabulary/formats.ts';
import type { RecordNamed } from '../../resources/index.ts';
import type { ValuesOf } from '../../resources/record-types.ts';
import { movesTakenBack, type projects, stageChanges } from '../../resources/projects.ts';
import { parseInstant } from '../calendar.ts';
import { differing, inputValue, isWritten } from '../input.ts';
import type { Change, Rule, RuleContext, Verdict } from '../rule.ts';

type ProjectChange = Change<typeof projects>;

/** A stage of the account's pipeline. */
export type Stage = RecordNamed<'project_stages'>;

/** Every project has a stage. Each move is stored and sets the stage's default probability. */
export const moveProject: Rule<typeof projects> = (change, context) => {
  if (!isWritten(change)) return {};
  const from = change.before?.project_stage_id ?? null;
  const to = stageAfter(change, context);
  if (to === undefined) return { problems: [stageRequired] };
  if (to === from) return {};
  const stay = stayingOn(change, context);
  if (stay) return stay;
  const stage = stageOf({ project_stage_id: to }, context);
  const at = momentOf(change, context);
  return {
    set: differing(change, { project_stage_id: to, stage_changed_at: at, ...probabilityIn(stage, change) }),
    events: ['project.stage_change'],
    sideRows: [
      {
        table: stageChanges,
        values: { from_stage_id: from, to_stage_id: to, at, by_id: context.userId, version: versionAfter(change) },
      },
    ],
  };
};

/** A new project without a stage starts in the first open one. */
const stageAfter = ({ action, after }: ProjectChange, context: RuleContext): string | undefined =>
  after.project_stage_id ?? (action === 'create' ? firstOpenStage(context)?.id : undefined);

/** If a user takes back a recent move, the stay in the earlier stage goes on as if the project had not left it. */
function stayingOn({ reversion }: ProjectChange, { now }: RuleContext): Verdict<typeof projects> | null {
  const { version, inStageSince } = reversion ?? { version: 0, inStageSince: null };
  if (inStageSince === null) return null;
  return {
    set: { stage_changed_at: inStageSince },
    events: ['project.stage_change'],
    sideRows: [{ table: movesTakenBack, values: { taken_back_at: now, version } }],
  };
}

const versionAfter = ({ before }: ProjectChange): number => (before?.version ?? 0) + 1;

/** A request that waited for the lock moves the project no earlier than the one that held it: stages never overlap. */
function momentOf({ before }: ProjectChange, { now }: RuleContext): string {
  const last = before?.stage_changed_at ?? now;
  return parseInstant(last) > parseInstant(now) ? last : now;
}

/** The stage that a project is in. */
export const stageOf = (
  project: Pick<ValuesOf<typeof projects>, 'project_stage_id'>,
  context: Pick<RuleContext, 'entries'>,
): Stage | undefined => context.entries('project_stages').get(project.project_stage_id ?? '');

/** The live open stage that comes first, by position and then by name. */
export function firstOpenStage(context: Pick<RuleContext, 'entries'>): Stage | undefined {
  return [...context.entries('project_stages').values()]
    .filter((stage) => stage.category === 'open' && stage.deleted_at === null)
    .sort(byPosition)[0];
}

// No board shows a project without a stage, so the service refuses to clear it and picks no default.
const stageRequired: Problem = { pointer: '/project_stage_id', code: 'required', message: 'must not be empty' };

// If the stage has no default, the project keeps its probability.
function probabilityIn(stage: Stage | undefined, change: ProjectChange): Partial<ValuesOf<typeof projects>> {
  const probability = stage?.default_probability ?? null;
  const isGiven = inputValue(change, 'probability') !== undefined || change.reversion !== undefined;
  return probability === null || isGiven ? {} : { probability };
}

function byPosition(one: Stage, other: Stage): number {
  const places = one.position - other.position;
  if (places !== 0) return places;
  const [name, otherName] = [fold(one.name), fold(other.name)];
  if (name !== otherName) return name < otherName ? -1 : 1;
  return Number(one.id) - Number(other.id);
}
