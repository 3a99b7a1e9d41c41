import { describe, expect, it } from 'vitest';
import { inStageSince, type PastMove } from '../../src/domain/projects/project-reversion.ts';
import { movesTakenBack, stageChanges } from '../../src/resources/projects.ts';
import { pipeline } from './pipeline.ts';
import { contextOf, revert, row } from './support.ts';

const now = '2026-03-10T15:30:00Z';
const minutesAgo = (minutes: number): string => new Date(Date.parse(now) - minutes * 60_000).toISOString();
const move = (to: string, version: number | null, minutes: number, by = '7'): PastMove => ({
  ...{ to_stage_id: to, version, by_id: by },
  at: minutesAgo(minutes),
});
const back = { stageId: '10', version: 1, userId: '7', now };

describe('the stay in an earlier stage', () => {
  it.each<[string, PastMove[], number | null]>([
    ['goes on after one move', [move('11', 2, 1), move('10', 1, 500)], 500],
    ['goes on after a move ten minutes ago', [move('11', 2, 10), move('10', 1, 500)], 500],
    ['goes on after several moves', [move('12', 4, 0), move('11', 2, 1), move('10', 1, 500)], 500],
    ['goes on where its own version is not known', [move('11', 2, 1), move('10', null, 500)], 500],
    ['ended more than ten minutes ago', [move('11', 2, 10.01), move('10', 1, 500)], null],
    ['ended with a move of another user', [move('12', 3, 1), move('11', 2, 1, '8'), move('10', 1, 500)], null],
    ['ended with moves that are too many to read', [move('12', 3, 1), move('11', 2, 1)], null],
    ['has become that in a stage that replaced its own', [move('11', 2, 1), move('20', 1, 500)], null],
    ['never ended', [move('10', 1, 500)], null],
    ['is not known', [], null],
  ])('%s', (_, moves, minutes) => {
    expect(inStageSince(moves, back)).toBe(minutes === null ? null : minutesAgo(minutes));
  });
});

describe('a reversion', () => {
  const context = contextOf({ ...pipeline, now });
  const won = row('1', {
    ...{ project_stage_id: '20', close_type: 'won', probability: 1, award_date: '2026-03-10' },
    ...{ stage_changed_at: minutesAgo(1), submitted_at: null },
  });
  const input = { project_stage_id: '13', close_type: 'lost', probability: null, award_date: '2027-01-01' };

  it('keeps every value that it sets back', () => {
    const reversion = { version: 1, inStageSince: null };
    const { row: after, sideRows } = revert('projects', won, input, { context, reversion });
    expect(after).toMatchObject({ ...input, submitted_at: null, stage_changed_at: now });
    expect(sideRows.map(({ table }) => table)).toEqual([stageChanges]);
  });

  it('that takes back a move stays on in the stage', () => {
    const reversion = { version: 1, inStageSince: minutesAgo(500) };
    const { row: after, sideRows, events } = revert('projects', won, input, { context, reversion });
    expect(after['stage_changed_at']).toBe(minutesAgo(500));
    expect(sideRows).toEqual([{ table: movesTakenBack, values: { taken_back_at: now, version: 1 } }]);
    expect(events).toEqual(['project.stage_change', 'project.lost']);
  });

  it('sets back a time of day, and a day alone to its first instant in the time zone of now', () => {
    const due = { bid_due_at: '2026-05-01T05:00:00Z', bid_due_date: '2026-05-01' };
    const reversion = { version: 1, inStageSince: null };
    const after = (known: boolean) =>
      revert('projects', won, { ...due, bid_due_at_includes_time: known }, { context, reversion }).row;
    expect(after(true)).toMatchObject({ ...due, bid_due_at_includes_time: true });
    expect(after(false)).toMatchObject({ bid_due_at: '2026-05-01T04:00:00Z', bid_due_at_includes_time: false });
  });
});
