import { describe, expect, it } from 'vitest';
import type { Values } from '../../src/domain/rule.ts';
import type { Row, Value } from '../../src/resources/resource.ts';
import { pipeline } from './pipeline.ts';
import { contextOf, create, remove, restore, row, update } from './support.ts';

const context = contextOf({ ...pipeline, now: '2026-03-10T15:30:00Z' });
const earlier = '2026-02-01T09:00:00Z';
const open = row('1', { project_stage_id: '11', close_type: null, stage_changed_at: earlier });
const submitted = { ...open, project_stage_id: '13', submitted_at: earlier };

describe('the time at which a bid was submitted', () => {
  it.each<[string, Row, Values, Value]>([
    ['comes with a stage whose bids are submitted', open, { project_stage_id: '13' }, context.now],
    ['comes with a stage whose jobs are committed', open, { project_stage_id: '14' }, context.now],
    ['comes with a won stage', open, { project_stage_id: '20' }, context.now],
    ['comes with winning in an open stage', open, { close_type: 'won' }, context.now],
    ['does not come with another open stage', open, { project_stage_id: '12' }, null],
    ['does not come with a loss', open, { project_stage_id: '30' }, null],
    [
      'does not come with a won job that falls through at once',
      open,
      { project_stage_id: '20', close_type: 'cancelled' },
      null,
    ],
    ['stays on the next milestone', submitted, { project_stage_id: '14' }, earlier],
    ['stays when the project moves back', submitted, { project_stage_id: '11' }, earlier],
    ['stays when the project is won', submitted, { project_stage_id: '20' }, earlier],
    ['is what the request says', open, { project_stage_id: '13', submitted_at: earlier }, earlier],
    [
      'stays empty where a move clears it',
      { ...submitted, project_stage_id: '11' },
      { project_stage_id: '13', submitted_at: null },
      null,
    ],
    ['can be cleared in its stage', submitted, { submitted_at: null }, null],
    ['does not come back with other changes', { ...submitted, submitted_at: null }, { units: 3 }, null],
  ])('%s', (_, before, patch, expected) => {
    expect(update('projects', before, patch, context).row['submitted_at']).toBe(expected);
  });

  it('is set at creation in a stage with a milestone', () => {
    expect(create('projects', { project_stage_id: '13' }, context).row['submitted_at']).toBe(context.now);
    expect(create('projects', {}, context).row['submitted_at']).toBeNull();
  });

  it('is that of the move, which is never before the last one', () => {
    const moved = { ...open, stage_changed_at: '2026-03-10T15:30:00.250Z' };
    expect(update('projects', moved, { project_stage_id: '13' }, context).row['submitted_at']).toBe(
      moved.stage_changed_at,
    );
  });

  it('is not touched by a deletion', () => {
    const bare = { ...submitted, submitted_at: null };
    for (const judged of [remove, restore]) expect(judged('projects', bare, context).row['submitted_at']).toBeNull();
  });
});
