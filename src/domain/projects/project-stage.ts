import type { Problem } from '../../refusal.ts';
import { type CloseType, closeTypes, type StageCategory } from '../../resources/vocabulary/choices.ts';
import type { FurtherEventType } from '../../resources/events.ts';
import { fold } from '../../resources/vocabulary/formats.ts';
import type { RecordNamed } from '../../resources/index.ts';
import type { RecordOf, ValuesOf } from '../../resources/record-types.ts';
import { movesTakenBack, type projects, stageChanges } from '../../resources/projects.ts';
import { parseInstant } from '../calendar.ts';
import { differing, inputValue, isWritten } from '../input.ts';
import type { Change, EntryLookup, Rule, RuleContext, Verdict } from '../rule.ts';

// The stage of a project, and what follows from it in this order: whether the project is closed, its award date and loss
// reason, and when its bid was submitted.

type Project = RecordOf<typeof projects>;

type ProjectValues = ValuesOf<typeof projects>;

type ProjectChange = Change<typeof projects>;

/** A stage of the account's pipeline. */
type Stage = RecordNamed<'project_stages'>;

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
const stageOf = (project: Pick<ProjectValues, 'project_stage_id'>, context: EntryLookup): Stage | undefined =>
  context.entries('project_stages').get(project.project_stage_id ?? '');

/** The live open stage that comes first, by position and then by name. */
export function firstOpenStage(context: EntryLookup): Stage | undefined {
  return [...context.entries('project_stages').values()]
    .filter((stage) => stage.category === 'open' && stage.deleted_at === null)
    .sort(byPosition)[0];
}

// No board shows a project without a stage, so the service refuses to clear it and picks no default.
const stageRequired: Problem = { pointer: '/project_stage_id', code: 'required', message: 'must not be empty' };

// If the stage has no default, the project keeps its probability.
function probabilityIn(stage: Stage | undefined, change: ProjectChange): Partial<ProjectValues> {
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

/** Closes and reopens a project. The stage sets the close type; a request may set another that the stage allows. */
export const closeProject: Rule<typeof projects> = (change, context) => {
  if (change.action === 'delete') return {};
  const stage = stageOf(change.after, context);
  const closeType = closeTypeAfter(change, stage, context);
  if (!fits(categoryOf(stage), closeType)) return { problems: [notAllowed] };
  const closedBefore = change.before?.close_type ?? null;
  return {
    set: differing(change, {
      close_type: closeType,
      ...(closeType === closedBefore ? {} : { closed_at: closedAt(change, closeType, context) }),
      ...dateAndReason(change, closedBefore, closeType, context),
    }),
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

/** The ways in which a project in a lost stage can close. */
export const lostCloseTypes = closeTypes.filter((closeType) => closeType !== 'won');

const notAllowed: Problem = {
  pointer: '/close_type',
  code: 'not_allowed',
  message: `must be one of ${lostCloseTypes.join(', ')} in a lost stage`,
  allowed: lostCloseTypes,
};

/** A reversion gives the time, unless the version is older than the field. */
function closedAt({ reversion, input }: ProjectChange, closeType: CloseType | null, { now }: RuleContext) {
  if (closeType === null) return null;
  return (reversion && input.closed_at) ?? now;
}

/** The award date and the loss reason that follow from another `close_type`. */
function dateAndReason(
  change: ProjectChange,
  before: CloseType | null,
  after: CloseType | null,
  context: RuleContext,
): Partial<ProjectValues> {
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

/** A project without `submitted_at` gets it when it enters a stage with a milestone or is won. */
export const recordSubmission: Rule<typeof projects> = (change, context) => {
  const { action, before, after } = change;
  const isKnown = after.submitted_at !== null || inputValue(change, 'submitted_at') !== undefined;
  if (action === 'delete' || isKnown || change.reversion) return {};
  if (entersMilestone(before, after, context)) return { set: { submitted_at: after.stage_changed_at } };
  return isWon(before, after) ? { set: { submitted_at: context.now } } : {};
};

const entersMilestone = (before: Project | null, after: ProjectValues, context: RuleContext): boolean =>
  before?.project_stage_id !== after.project_stage_id && typeof stageOf(after, context)?.milestone === 'string';

const isWon = (before: Project | null, { close_type: closeType }: ProjectValues): boolean =>
  closeType === 'won' && before?.close_type !== 'won';
