import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../src/domain/rule.ts';
import type { Row } from '../../src/resources/resource.ts';
import { contextOf, create, derive, faults, type Outcome, pick, remove, restore, stage, update } from './support.ts';

/* A simple model of how a project closes, written from the documentation and not from the rules. */

type Category = 'open' | 'won' | 'lost';

interface Stage {
  readonly id: string;
  readonly category: Category;
  readonly probability: number | null;
  readonly closeType: string | null;
}

const pipeline: readonly Stage[] = [
  { id: '1', category: 'open', probability: 0.1, closeType: null },
  { id: '2', category: 'open', probability: null, closeType: null },
  { id: '3', category: 'won', probability: 1, closeType: null },
  { id: '4', category: 'won', probability: null, closeType: null },
  { id: '5', category: 'lost', probability: 0, closeType: null },
  { id: '6', category: 'lost', probability: null, closeType: 'cancelled' },
  { id: '7', category: 'lost', probability: 0.01, closeType: 'did_not_pursue' },
];

function stageOf(id: string): Stage {
  const found = pipeline.find((one) => one.id === id);
  if (!found) throw new Error(`There is no stage ${id}`);
  return found;
}

const families = {
  project_stages: pipeline.map(({ id, category, probability, closeType }) =>
    stage(id, { category, default_probability: probability, close_type: closeType }),
  ),
};

interface Project {
  readonly stage: string;
  readonly probability: number | null;
  readonly closeType: string | null;
  readonly award: string | null;
  readonly loss: string | null;
}

interface Told {
  readonly project: Project;
  readonly events: readonly string[];
}

/** The value of a field after a request: the given one, or else the one before. */
const asGiven = <V>(given: Values, key: string, kept: V): V => (key in given ? (given[key] as V) : kept);

const none: Project = { stage: '', probability: null, closeType: null, award: null, loss: null };

/** "Moving into a won stage sets won; into a lost stage sets the stage's close type (lost if it names none)." */
function closeTypeOnMove({ category, closeType }: Stage): string | null {
  if (category === 'open') return null;
  return category === 'won' ? 'won' : (closeType ?? 'lost');
}

function closeTypeOf(before: Project, given: Values, now: Stage): string | null {
  const kept = before.stage === now.id ? before.closeType : closeTypeOnMove(now);
  const closeType = asGiven(given, 'close_type', kept);
  return closeType === null && now.category === 'won' ? 'won' : closeType;
}

function eventsOf(before: Project, closeType: string | null, isMove: boolean): string[] {
  const becomes = closeType !== before.closeType;
  return [
    ...(isMove ? ['project.stage_change'] : []),
    ...(becomes && closeType === 'won' ? ['project.won'] : []),
    ...(becomes && closeType === 'lost' ? ['project.lost'] : []),
  ];
}

/** The result of a request in the model; null stands for 422. */
function modelled(before: Project, given: Values, today: string): Told | null {
  const now = stageOf(asGiven(given, 'project_stage_id', before.stage || '1'));
  const isMove = before.stage !== now.id;
  const closeType = closeTypeOf(before, given, now);
  if (now.category === 'lost' && (closeType === null || closeType === 'won')) return null;
  const reopens = closeType === null && before.closeType !== null;
  const byStage = isMove ? now.probability : null;
  const project = {
    ...{ stage: now.id, closeType },
    probability: asGiven(given, 'probability', byStage ?? before.probability),
    award: asGiven(given, 'award_date', before.award),
    loss: asGiven(given, 'loss_reason_id', reopens ? null : before.loss),
  };
  return { project: awarded(before, project, today), events: eventsOf(before, closeType, isMove) };
}

/** "Closing sets award_date to today if it is empty or later than today." */
function awarded(before: Project, project: Project, today: string): Project {
  const { award, closeType } = project;
  const isPast = award !== null && award <= today;
  return closeType === null || closeType === before.closeType || isPast ? project : { ...project, award: today };
}

/** The status of a project: closed but not won, then not won, then won by its dates. */
function statusOf({ stage: id, closeType }: Project, start: string | null, end: string | null, today: string): string {
  if (closeType !== null && closeType !== 'won') return `closed_${closeType}`;
  if (closeType !== 'won' && stageOf(id).category !== 'won') return 'pursuit';
  if (end !== null && today > end) return 'complete';
  return start !== null && start <= today ? 'active' : 'upcoming';
}

const columns = ['project_stage_id', 'probability', 'close_type', 'award_date', 'loss_reason_id'];
const projectOf = (row: Row): Project => {
  const [id, probability, closeType, award, loss] = pick(row, ...columns) as [string, number | null, ...string[]];
  return { stage: id, probability, closeType: closeType ?? null, award: award ?? null, loss: loss ?? null };
};

const request: fc.Arbitrary<Values> = fc.record(
  {
    project_stage_id: fc.constantFrom(...pipeline.map(({ id }) => id)),
    close_type: fc.constantFrom(null, 'won', 'lost', 'cancelled', 'did_not_pursue'),
    probability: fc.constantFrom(null, 0, 0.1, 0.5, 1),
    award_date: fc.constantFrom(null, '2026-02-01', '2026-03-12', '2027-01-01'),
    loss_reason_id: fc.constantFrom(null, '5', '6'),
    start_date: fc.constantFrom(null, '2026-03-11', '2026-03-20'),
    end_date: fc.constantFrom(null, '2026-03-21', '2026-03-25'),
  },
  { requiredKeys: [] },
);
const steps = fc.array(
  fc.record({
    days: fc.integer({ min: 0, max: 5 }),
    act: fc.oneof(
      { weight: 5, arbitrary: fc.record({ is: fc.constant('change' as const), request }) },
      { weight: 1, arbitrary: fc.record({ is: fc.constant('trash' as const) }) },
    ),
  }),
  { minLength: 1, maxLength: 20 },
);

describe('the rules of a project', () => {
  it('give the same result as a simple model after any requests', () => {
    fc.assert(
      fc.property(request, steps, (first, taken) => {
        let now = Date.parse('2026-03-10T12:00:00Z');
        let row = checked(null, first, now);
        for (const { days, act } of taken) {
          now += days * 86_400_000;
          row = act.is === 'trash' ? trashed(row, now) : (checked(row, act.request, now) ?? row);
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** Runs a request through the rules and the model, and returns the project, or null if there is none. */
function checked(before: Row | null, asked: Values, at: number): Row | null {
  const context = contextOf({ families, now: new Date(at).toISOString() });
  const outcome = before ? update('projects', before, asked, context) : create('projects', asked, context);
  // On creation null counts as absent. On update a repeated value counts as absent.
  const isMeant = ([key, value]: [string, unknown]): boolean => value !== (before?.[key] ?? null);
  const given = Object.fromEntries(Object.entries(asked).filter(isMeant));
  const expected = modelled(before ? projectOf(before) : none, given, context.today);
  if (expected === null) {
    expect(faults(outcome)).toEqual(['/close_type not_allowed']);
    return null;
  }
  expect(outcome.problems).toEqual([]);
  expect(projectOf(outcome.row)).toEqual(expected.project);
  expect([...outcome.events].sort()).toEqual([...expected.events].sort());
  expectStatus(outcome, expected.project, context);
  return outcome.row;
}

function expectStatus({ row }: Outcome, project: Project, context: ReturnType<typeof contextOf>): void {
  const [start, end] = pick(row, 'start_date', 'end_date') as [string | null, string | null];
  const { project_status: status } = derive('projects', row, context);
  expect(status).toBe(statusOf(project, start, end, context.today));
}

/** Deletes and restores a project, and expects that nothing changes and no event is emitted. */
function trashed(before: Row | null, at: number): Row | null {
  if (before === null) return null;
  const context = contextOf({ families, now: new Date(at).toISOString() });
  for (const act of [remove, restore]) {
    const outcome = act('projects', before, context);
    expect([outcome.problems, outcome.events, outcome.sideRows]).toEqual([[], [], []]);
    expect(projectOf(outcome.row)).toEqual(projectOf(before));
  }
  return before;
}
