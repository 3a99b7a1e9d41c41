import { describe, expect, it } from 'vitest';
import type { Values } from '../../src/domain/rule.ts';
import { stages } from './pipeline.ts';
import { contextOf, create, faults, pick, remove, restore, row, stage, update } from './support.ts';

const [tracking, , , won, lost, cancelled] = stages as [Stage, Stage, Stage, Stage, Stage, Stage];
type Stage = (typeof stages)[number];
const context = contextOf({ families: { project_stages: stages } });
const oneOpen = contextOf({
  families: {
    project_stages: [tracking, won, lost, stage('15', { category: 'open', deleted_at: '2026-01-01T00:00:00Z' })],
  },
});

describe('a new stage', () => {
  it('is open and last by default', () => {
    expect(pick(create('project_stages', { name: 'Interview' }, context).row, 'category', 'position', 'key')).toEqual([
      'open',
      7,
      'interview',
    ]);
    const given = { name: 'Interview', category: 'won', position: 2 };
    expect(pick(create('project_stages', given, context).row, 'category', 'position')).toEqual(['won', 2]);
  });

  it('is the first in an account without stages, and never exceeds the greatest position', () => {
    expect(create('project_stages', { name: 'A' }, contextOf()).row['position']).toBe(1);
    const project_stages = [stage('1', { category: 'open', position: 2_147_483_647 })];
    expect(create('project_stages', { name: 'A' }, contextOf({ families: { project_stages } })).row['position']).toBe(
      2_147_483_647,
    );
  });

  it.each<[Values, string[]]>([
    [{ category: 'lost', close_type: 'cancelled' }, []],
    [{ category: 'lost' }, []],
    [{ category: 'lost', close_type: 'won' }, ['/close_type not_allowed']],
    [{ category: 'won', close_type: 'won' }, ['/close_type not_allowed']],
    [{ category: 'open', close_type: 'lost' }, ['/close_type not_allowed']],
    [{ close_type: 'lost' }, ['/close_type not_allowed']],
    [{ milestone: 'committed' }, []],
    [{ category: 'lost', milestone: 'submitted' }, ['/milestone not_allowed']],
    [
      { category: 'won', close_type: 'won', milestone: 'submitted' },
      ['/close_type not_allowed', '/milestone not_allowed'],
    ],
  ])('with %j gets the errors %j', (given, problems) => {
    expect(faults(create('project_stages', { name: 'A', ...given }, context))).toEqual(problems);
  });
});

describe('an existing stage', () => {
  it('keeps its category while projects are in it', () => {
    const used = contextOf({ families: { project_stages: stages }, uses: { 10: 4 } });
    const refusal = update('project_stages', tracking, { category: 'won' }, used).refusal;
    expect([refusal?.code, refusal?.members]).toEqual(['in_use', { uses: 4 }]);
    expect(update('project_stages', tracking, { category: 'open', name: 'New' }, used).refusal).toBeUndefined();
    expect(update('project_stages', tracking, { category: 'won' }, context).row['category']).toBe('won');
  });

  it('cannot have an empty category', () => {
    expect(faults(update('project_stages', tracking, { category: null }, context))).toEqual(['/category required']);
  });

  it('loses its close type when its category is no longer lost', () => {
    expect(
      pick(update('project_stages', cancelled, { category: 'open' }, context).row, 'category', 'close_type'),
    ).toEqual(['open', null]);
    expect(faults(update('project_stages', lost, { close_type: 'did_not_pursue' }, context))).toEqual([]);
    expect(faults(update('project_stages', won, { close_type: 'lost' }, context))).toEqual(['/close_type not_allowed']);
  });

  it('loses its milestone when its category is no longer open', () => {
    const submitted = stage('16', { category: 'open', milestone: 'submitted', stale_after_days: 14 });
    const known = contextOf({ families: { project_stages: [...stages, submitted] } });
    expect(
      pick(
        update('project_stages', submitted, { category: 'lost' }, known).row,
        ...['category', 'milestone', 'stale_after_days'],
      ),
    ).toEqual(['lost', null, 14]);
    expect(faults(update('project_stages', lost, { milestone: 'submitted' }, known))).toEqual([
      '/milestone not_allowed',
    ]);
  });

  it('becomes the last when a request clears its position', () => {
    expect(update('project_stages', tracking, { position: null }, context).row['position']).toBe(7);
  });
});

describe('the last open stage', () => {
  it('cannot be deleted and cannot change its category', () => {
    expect(remove('project_stages', tracking, oneOpen).refusal?.code).toBe('conflict');
    expect(update('project_stages', tracking, { category: 'lost' }, oneOpen).refusal?.code).toBe('conflict');
  });

  it('can be renamed, and the other stages can be deleted', () => {
    expect(update('project_stages', tracking, { name: 'New' }, oneOpen).refusal).toBeUndefined();
    expect(remove('project_stages', won, oneOpen).refusal).toBeUndefined();
    expect(remove('project_stages', tracking, context).refusal).toBeUndefined();
    expect(restore('project_stages', row('15', { category: 'open' }), oneOpen).refusal).toBeUndefined();
  });
});
