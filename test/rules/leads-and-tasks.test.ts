import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { projectOfLead } from '../../src/domain/lead-conversion.ts';
import type { Values } from '../../src/domain/rule.ts';
import type { Row } from '../../src/resources/resource.ts';
import { contextOf, create, faults, type Outcome, pick, row, stored, update } from './support.ts';

const context = contextOf({ now: '2026-03-10T15:30:00Z' });
const firstDay = Date.parse('1990-01-01T00:00:00Z');
const anyDate = fc.nat(40_000).map((days) => new Date(firstDay + days * 86_400_000).toISOString().slice(0, 10));

/** Creates a record from the first change and updates it with the others. A refused change has no effect. */
function run(plural: string, changes: readonly Values[], look: (outcome: Outcome, before: Row | null) => void): void {
  let record: Row | null = null;
  for (const given of changes) {
    const before: Row | null = record;
    const outcome: Outcome = before ? update(plural, before, given, context) : create(plural, given, context);
    look(outcome, before);
    if (outcome.problems.length === 0) record = outcome.row;
  }
}

const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 12 });

describe('the project of a lead', () => {
  const endOf = (start: string, count: number, unit: string) => {
    const lead = stored('leads', {
      estimated_start_date: start,
      construction_duration: count,
      construction_duration_unit: unit,
    });
    return projectOfLead(lead, {}).values['end_date'] as string;
  };

  it('lasts as many days as the lead says, including the first and the last day', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 20_000 }), (start, days) => {
        const given = { start_date: start, end_date: endOf(start, days, 'days') };
        expect(create('projects', given, pipelineContext).row['project_duration']).toBe(days);
        const inWeeks = { start_date: start, end_date: endOf(start, days, 'weeks') };
        expect(create('projects', inWeeks, pipelineContext).row['project_duration']).toBe(7 * days);
      }),
    );
  });

  it('ends on the day before the same day of a later month or year', () => {
    fc.assert(
      fc.property(
        anyDate,
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom('months', 'years'),
        (start, count, unit) => {
          const after = Temporal.PlainDate.from(endOf(start, count, unit)).add({ days: 1 });
          const from = Temporal.PlainDate.from(start);
          const months = (after.year - from.year) * 12 + after.month - from.month;
          expect(months).toBe(unit === 'years' ? 12 * count : count);
          expect(after.day).toBe(Math.min(from.day, after.daysInMonth));
        },
      ),
    );
  });

  it('has the value of the lead, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (cents) => {
        const { amount } = projectOfLead(stored('leads', { value_in_cents: cents }), {}).values;
        expect((amount as number).toFixed(2).replace('.', '')).toBe(String(cents).padStart(3, '0'));
      }),
    );
  });
});

const stages = [row('1', { category: 'open', position: 1, name: 'Open', default_probability: null })];
const pipelineContext = contextOf({ families: { project_stages: stages } });

describe('a lead after any changes', () => {
  const time = fc.constantFrom(null, '2026-01-01T00:00:00Z', '2026-03-10T15:30:00Z', '2026-06-01T00:00:00Z');
  const change = fc.record(
    { archived_at: time, archived_by_id: fc.constantFrom(null, '7', '8'), snooze_until: time },
    { requiredKeys: [] },
  );

  it('has both an archive date and a user or neither, and emits lead.archive when it gets them', () => {
    fc.assert(
      fc.property(some(change), (changes) => {
        run('leads', changes, ({ row: lead, problems, events }, before) => {
          if (problems.length > 0) return;
          const [at, by] = pick(lead, 'archived_at', 'archived_by_id');
          expect(by === null).toBe(at === null);
          const wasArchived = (before?.['archived_at'] ?? null) !== null;
          expect(events.filter((event) => event === 'lead.archive')).toHaveLength(at !== null && !wasArchived ? 1 : 0);
        });
      }),
    );
  });

  it('is refused only for an archiving user without a date', () => {
    fc.assert(
      fc.property(some(change), (changes) => {
        run('leads', changes, (outcome) => {
          if (outcome.problems.length > 0) expect(faults(outcome)).toEqual(['/archived_by_id not_allowed']);
          if (outcome.problems.length > 0) expect(outcome.row['archived_at']).toBeNull();
        });
      }),
    );
  });

  it('emits lead.snooze when it is snoozed until a later time', () => {
    fc.assert(
      fc.property(some(change), (changes) => {
        run('leads', changes, ({ row: lead, events }, before) => {
          const until = lead['snooze_until'];
          const isNew = until !== (before?.['snooze_until'] ?? null);
          const isLater = typeof until === 'string' && until > context.now;
          expect(events.includes('lead.snooze')).toBe(isNew && isLater);
        });
      }),
    );
  });
});

describe('a task after any changes', () => {
  it('emits task.complete each time it is completed', () => {
    const completed = fc.constantFrom(null, '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z');
    const change = fc.record({ completed_at: completed, title: fc.constantFrom('A', 'B') }, { requiredKeys: [] });
    fc.assert(
      fc.property(some(change), (changes) => {
        run('tasks', changes, ({ row: task, events }, before) => {
          const becomes = task['completed_at'] !== null && (before?.['completed_at'] ?? null) === null;
          expect(events).toEqual(becomes ? ['task.complete'] : []);
        });
      }),
    );
  });
});

describe('a call after any changes', () => {
  it('has a company, a contact, a project or notes, and a time', () => {
    const id = fc.constantFrom(null, '1');
    const change = fc.record(
      { company_id: id, contact_id: id, project_id: id, notes: fc.constantFrom(null, ' ', 'Said') },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(some(change), (changes) => {
        run('calls', changes, ({ row: call, problems }) => {
          const subjects = pick(call, 'company_id', 'contact_id', 'project_id', 'notes');
          expect(problems.length > 0).toBe(subjects.every((value) => value === null || value === ' '));
          if (problems.length === 0) expect(call['recorded_at']).toBe(context.now);
        });
      }),
    );
  });
});
