import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SideRow, Values } from '../../src/domain/rule.ts';
import { closeTypes } from '../../src/resources/vocabulary/choices.ts';
import type { Row } from '../../src/resources/resource.ts';
import { pipeline, stages } from './pipeline.ts';
import { contextOf, create, derive, type Outcome, update } from './support.ts';

interface Step {
  readonly hours: number;
  readonly patch: Values;
}

const stageId = fc.constantFrom(...stages.map((stage) => stage.id));
const closeType = fc.constantFrom(null, ...closeTypes);
const awardDate = fc.constantFrom(null, '2026-02-01', '2026-03-10', '2027-01-01');
const loss = fc.constantFrom(null, '5', '6');

const patch: fc.Arbitrary<Values> = fc.record(
  { project_stage_id: stageId, close_type: closeType, award_date: awardDate, loss_reason_id: loss },
  { requiredKeys: [] },
);
const steps: fc.Arbitrary<Step[]> = fc.array(fc.record({ hours: fc.integer({ min: 0, max: 100 }), patch }), {
  minLength: 1,
  maxLength: 15,
});

const categoryOf = (project: Row) => stages.find((stage) => stage.id === project['project_stage_id'])?.['category'];

describe('a project after any requests', () => {
  it('has a close type that fits its stage, and a status that fits its close type', () => {
    each(({ row }, { context }) => {
      const { close_type: closed } = row;
      const status = derive('projects', row, context)['project_status'] as string;
      if (categoryOf(row) === 'won') expect(closed).not.toBeNull();
      if (categoryOf(row) === 'lost') expect(['lost', 'cancelled', 'did_not_pursue']).toContain(closed);
      expect(status === 'pursuit').toBe(closed === null);
      expect(status.startsWith('closed_')).toBe(closed !== null && closed !== 'won');
    });
  });

  it('has an award date that is not after the day on which it closed', () => {
    each(({ row }, { before, context }) => {
      const closed = row['close_type'] ?? null;
      if (closed === null || closed === (before?.['close_type'] ?? null)) return;
      expect(row['award_date']).toBeTypeOf('string');
      expect((row['award_date'] as string) <= context.today).toBe(true);
    });
  });

  it('emits project.won and project.lost exactly when it becomes won or lost', () => {
    each(({ row, events }, { before }) => {
      for (const [type, event] of [
        ['won', 'project.won'],
        ['lost', 'project.lost'],
      ] as const) {
        const becomes = row['close_type'] === type && before?.['close_type'] !== type;
        expect(events.filter((one) => one === event)).toHaveLength(becomes ? 1 : 0);
      }
    });
  });

  it('has stage moves that each begin where the one before ended', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const kept: SideRow[] = [];
        const last = run(taken, ({ sideRows, problems }) => {
          if (problems.length === 0) kept.push(...sideRows);
        });
        const moves = kept.map(({ values }) => values);
        expect(moves.map((move) => move['from_stage_id'])).toEqual([
          null,
          ...moves.slice(0, -1).map((move) => move['to_stage_id']),
        ]);
        expect(moves.at(-1)?.['to_stage_id']).toBe(last['project_stage_id']);
        expect(moves.at(-1)?.['at']).toBe(last['stage_changed_at']);
        expect(moves.map((move) => move['at'])).toEqual(moves.map((move) => move['at']).sort());
      }),
    );
  });

  it('does not change when a client sends it back as it was read', () => {
    each(({ row }, { context }) => {
      const again = update('projects', row, row, context);
      expect(again.row).toEqual(row);
      expect([again.problems, again.events, again.sideRows]).toEqual([[], [], []]);
    });
  });
});

interface Moment {
  readonly before: Row | null;
  readonly context: ReturnType<typeof contextOf>;
}

type Look = (outcome: Outcome, moment: Moment) => void;

function each(look: Look): void {
  fc.assert(
    fc.property(steps, (taken) => {
      run(taken, (outcome, moment) => {
        if (outcome.problems.length === 0) look(outcome, moment);
      });
    }),
    { numRuns: 300 },
  );
}

/** Creates a project and updates it with the steps. A refused step has no effect. */
function run(taken: readonly Step[], look: Look): Row {
  let project: Row | null = null;
  let now = Date.parse('2026-03-10T12:00:00.001Z');
  for (const { hours, patch: values } of [{ hours: 0, patch: {} }, ...taken]) {
    now += hours * 3_600_000;
    const context = contextOf({ ...pipeline, now: new Date(now).toISOString() });
    const before: Row | null = project;
    const outcome: Outcome = before ? update('projects', before, values, context) : create('projects', values, context);
    look(outcome, { before, context });
    if (outcome.problems.length === 0) project = outcome.row;
  }
  if (!project) throw new Error('The first step makes a project.');
  return project;
}
