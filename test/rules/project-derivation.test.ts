import { describe, expect, it } from 'vitest';
import type { Values } from '../../src/domain/rule.ts';
import type { Value } from '../../src/resources/resource.ts';
import { pipeline } from './pipeline.ts';
import { contextOf, derive, row } from './support.ts';

const context = contextOf({ ...pipeline, now: '2026-03-10T15:30:00Z', today: '2026-03-10' });

function read(field: string, values: Values, on = context): Value | undefined {
  const empty = { project_stage_id: '10', close_type: null, award_date: null, start_date: null, end_date: null };
  return derive('projects', row('1', { stage_changed_at: '2026-03-01T00:00:00Z', ...empty, ...values }), on)[field];
}

describe('the status', () => {
  it.each<[Values, string]>([
    [{}, 'pursuit'],
    [{ start_date: '2026-01-01', end_date: '2026-02-01' }, 'pursuit'],
    [{ close_type: 'lost' }, 'closed_lost'],
    [{ close_type: 'cancelled' }, 'closed_cancelled'],
    [{ project_stage_id: '20', close_type: 'did_not_pursue' }, 'closed_did_not_pursue'],
    [{ close_type: 'won' }, 'upcoming'],
    [{ project_stage_id: '20', close_type: null }, 'upcoming'],
    [{ project_stage_id: '20', close_type: 'won', start_date: '2026-03-11' }, 'upcoming'],
    [{ project_stage_id: '20', close_type: 'won', start_date: '2026-03-10' }, 'active'],
    [{ project_stage_id: '20', close_type: 'won', start_date: '2026-01-01', end_date: '2026-03-10' }, 'active'],
    [{ project_stage_id: '20', close_type: 'won', start_date: '2026-01-01', end_date: '2026-03-09' }, 'complete'],
    [{ project_stage_id: '20', close_type: 'won', end_date: '2026-03-09' }, 'complete'],
    [{ project_stage_id: '20', close_type: 'won', end_date: '2026-04-09' }, 'upcoming'],
  ])('with %j is %s', (values, status) => {
    expect(read('project_status', values)).toBe(status);
  });
});

describe('the age in its stage', () => {
  it.each([
    ['2026-03-10T15:30:00Z', 0],
    ['2026-03-09T15:30:00.001Z', 0],
    ['2026-03-09T15:30:00Z', 1],
    ['2026-02-10T15:30:00Z', 28],
    ['2026-03-10T15:30:05Z', 0],
  ])('since %s is %i whole days', (movedAt, days) => {
    expect(read('stage_age', { stage_changed_at: movedAt })).toBe(days);
  });
});

describe('the duration of the pursuit', () => {
  it.each<[string, Values, number | null]>([
    ['to today while open', { created_at: '2026-03-01T12:00:00Z' }, 9],
    ['on the day of creation', { created_at: '2026-03-10T12:00:00Z' }, 0],
    ["from the day in the account's zone", { created_at: '2026-03-02T03:00:00Z' }, 9],
    [
      'to the award once closed',
      { created_at: '2026-03-01T12:00:00Z', close_type: 'won', award_date: '2026-03-05' },
      4,
    ],
    [
      'to today, whatever award date an open one has',
      { created_at: '2026-03-01T12:00:00Z', award_date: '2026-03-05' },
      9,
    ],
    ['is never negative', { created_at: '2026-03-01T12:00:00Z', close_type: 'lost', award_date: '2026-01-05' }, 0],
    ['is unknown once closed without an award date', { created_at: '2026-03-01T12:00:00Z', close_type: 'lost' }, null],
  ])('%s', (_, values, days) => {
    expect(read('pursuit_duration', values)).toBe(days);
  });
});
