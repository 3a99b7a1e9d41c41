import { describe, expect, it } from 'vitest';
import { stageChanges } from '../../src/resources/projects.ts';
import { pipeline, stages } from './pipeline.ts';
import { contextOf, create, faults, pick, row, stage, update } from './support.ts';

const context = contextOf({ ...pipeline, now: '2026-03-10T15:30:00Z' });
const tracked = row('1', {
  project_stage_id: '10',
  probability: 0.05,
  close_type: null,
  stage_changed_at: '2026-02-01T09:00:00Z',
});

describe('a new project', () => {
  it.each([{}, { project_stage_id: null }])('starts in the first open stage with %j', (given) => {
    const { row: made } = create('projects', given, context);
    expect(pick(made, 'project_stage_id', 'probability', 'stage_changed_at')).toEqual(['10', 0.05, context.now]);
  });

  it('starts in the live open stage that is first by position, then by name', () => {
    const project_stages = [
      stage('1', { name: 'Won', category: 'won', position: 1 }),
      stage('2', { name: 'Zebra', category: 'open', position: 2 }),
      stage('3', { name: 'étude', category: 'open', position: 2 }),
      stage('4', { name: 'Faint', category: 'open', position: 2 }),
      stage('5', { name: 'Gone', category: 'open', position: 0, deleted_at: '2026-01-01T00:00:00Z' }),
    ];
    expect(create('projects', {}, contextOf({ families: { project_stages } })).row['project_stage_id']).toBe('3');
  });

  it('starts in the given stage', () => {
    expect(
      pick(create('projects', { project_stage_id: '11' }, context).row, 'project_stage_id', 'probability'),
    ).toEqual(['11', 0.25]);
  });

  it('emits an event and adds a stage change for its first stage', () => {
    const made = create('projects', {}, context);
    expect(made.events).toEqual(['project.stage_change']);
    expect(made.sideRows).toEqual([
      {
        table: stageChanges,
        values: { from_stage_id: null, to_stage_id: '10', at: context.now, by_id: '7', version: 1 },
      },
    ]);
  });

  it('is refused in an account without an open stage', () => {
    const closed = contextOf({ families: { project_stages: stages.filter(({ category }) => category !== 'open') } });
    expect(faults(create('projects', {}, closed))).toEqual(['/project_stage_id required']);
  });
});

describe('the probability of a stage', () => {
  it.each([
    ['comes with a move', { project_stage_id: '11' }, 0.25],
    ['gives way to the request', { project_stage_id: '11', probability: 0.4 }, 0.4],
    ['gives way to a request that clears it', { project_stage_id: '11', probability: null }, null],
    ['comes with a move that repeats the old one', { project_stage_id: '11', probability: 0.05 }, 0.25],
    ['is kept where the stage has none', { project_stage_id: '12' }, 0.05],
    ['is 0 in a stage that says so', { project_stage_id: '30' }, 0],
    ['is no matter without a move', { probability: 0.4 }, 0.4],
  ])('%s', (_, patch, probability) => {
    expect(update('projects', tracked, patch, context).row['probability']).toBe(probability);
  });

  it('gives way on creation only to a value that is not empty', () => {
    expect(create('projects', { probability: null }, context).row['probability']).toBe(0.05);
    expect(create('projects', { probability: 0 }, context).row['probability']).toBe(0);
  });
});

describe('a stage move', () => {
  it('is stored with its time and emits an event', () => {
    const moved = update('projects', tracked, { project_stage_id: '11' }, context);
    expect(moved.row['stage_changed_at']).toBe(context.now);
    expect(moved.events).toEqual(['project.stage_change']);
    expect(moved.sideRows).toEqual([
      {
        table: stageChanges,
        values: { from_stage_id: '10', to_stage_id: '11', at: context.now, by_id: '7', version: 2 },
      },
    ]);
  });

  it.each([{ name: 'New' }, { project_stage_id: '10', name: 'New' }])('does not happen with %j', (patch) => {
    const changed = update('projects', tracked, patch, context);
    expect(changed.row['stage_changed_at']).toBe('2026-02-01T09:00:00Z');
    expect([changed.events, changed.sideRows]).toEqual([[], []]);
  });

  it('to no stage is refused', () => {
    expect(faults(update('projects', tracked, { project_stage_id: null }, context))).toEqual([
      '/project_stage_id required',
    ]);
  });
});
