import { describe, expect, it } from 'vitest';
import type { Values } from '../../src/domain/rule.ts';
import type { Row, Value } from '../../src/resources/resource.ts';
import { pipeline, stages } from './pipeline.ts';
import { contextOf, create, faults, pick, remove, restore, row, stored, update } from './support.ts';

const context = contextOf({ ...pipeline, today: '2026-03-10' });
const open = row('1', { project_stage_id: '10', close_type: null, award_date: null, loss_reason_id: null });
const lostWhileOpen = row('2', {
  project_stage_id: '11',
  close_type: 'lost',
  award_date: '2026-02-01',
  loss_reason_id: '5',
});
const won = row('3', { project_stage_id: '20', close_type: 'won', award_date: '2026-02-01', loss_reason_id: null });
const lost = row('4', { project_stage_id: '30', close_type: 'lost', award_date: '2026-02-01', loss_reason_id: '5' });

describe('the close type of a project', () => {
  it.each<[string, Row, Values, Value]>([
    ['moving into a won stage wins it', open, { project_stage_id: '20' }, 'won'],
    ['moving into a lost stage loses it', open, { project_stage_id: '30' }, 'lost'],
    ["moving into a lost stage closes it the stage's way", open, { project_stage_id: '31' }, 'cancelled'],
    [
      'the request says otherwise in a won stage',
      open,
      { project_stage_id: '20', close_type: 'cancelled' },
      'cancelled',
    ],
    ['the request says the same in a won stage', open, { project_stage_id: '20', close_type: 'won' }, 'won'],
    ['the request says otherwise in a lost stage', open, { project_stage_id: '31', close_type: 'lost' }, 'lost'],
    ['moving to an open stage clears it', lost, { project_stage_id: '10' }, null],
    ['moving from one open stage to another clears it', lostWhileOpen, { project_stage_id: '10' }, null],
    ['moving to an open stage keeps what the request sets', lost, { project_stage_id: '10', close_type: 'won' }, 'won'],
    [
      'moving to an open stage while repeating the old one clears it',
      lost,
      { project_stage_id: '10', close_type: 'lost' },
      null,
    ],
    [
      "moving into a lost stage while repeating the old one closes it the stage's way",
      lostWhileOpen,
      { project_stage_id: '31', close_type: 'lost' },
      'cancelled',
    ],
    ['moving from lost to won wins it', lost, { project_stage_id: '20' }, 'won'],
    ['it may be set while the stage stays open', open, { close_type: 'did_not_pursue' }, 'did_not_pursue'],
    ['a won job may fall through', won, { close_type: 'cancelled' }, 'cancelled'],
    ['empty reopens in an open stage', lostWhileOpen, { close_type: null }, null],
    ['empty means won in a won stage', won, { close_type: null }, 'won'],
    ['empty means won on the way into a won stage', lostWhileOpen, { project_stage_id: '20', close_type: null }, 'won'],
    ['other changes leave it', lost, { name: 'New' }, 'lost'],
  ])('follows a rule: %s', (_, before, patch, closeType) => {
    const changed = update('projects', before, patch, context);
    expect(changed.problems).toEqual([]);
    expect(changed.row['close_type']).toBe(closeType);
  });

  it.each<[string, Row, Values]>([
    ['won in a lost stage', lost, { close_type: 'won' }],
    ['won on the way into a lost stage', open, { project_stage_id: '30', close_type: 'won' }],
    ['empty in a lost stage', lost, { close_type: null }],
    ['empty on the way into a lost stage', won, { project_stage_id: '30', close_type: null }],
  ])('cannot be %s', (_, before, patch) => {
    const refused = update('projects', before, patch, context);
    expect(faults(refused)).toEqual(['/close_type not_allowed']);
    expect(refused.problems[0]?.['allowed']).toEqual(['lost', 'cancelled', 'did_not_pursue']);
  });

  it.each<[Values, Value]>([
    [{}, null],
    [{ close_type: 'lost' }, 'lost'],
    [{ project_stage_id: '20' }, 'won'],
    [{ project_stage_id: '20', close_type: 'lost' }, 'lost'],
    [{ project_stage_id: '31' }, 'cancelled'],
    [{ project_stage_id: '30', close_type: null }, 'lost'],
  ])('after creation with %j is %s', (given, closeType) => {
    expect(create('projects', given, context).row['close_type'] ?? null).toBe(closeType);
  });
});

describe('the award date', () => {
  it.each<[string, Row, Values, Value]>([
    ['is today when it was empty', open, { project_stage_id: '20' }, '2026-03-10'],
    [
      'is today when it was cleared on closing',
      { ...open, award_date: '2026-01-01' },
      { close_type: 'lost', award_date: null },
      '2026-03-10',
    ],
    ['is today when it was later', { ...open, award_date: '2026-03-11' }, { close_type: 'lost' }, '2026-03-10'],
    ['is today when it is given later', open, { close_type: 'won', award_date: '2027-01-01' }, '2026-03-10'],
    ['stays when it was earlier', { ...open, award_date: '2026-03-01' }, { close_type: 'lost' }, '2026-03-01'],
    ['is the given one when that is earlier', open, { close_type: 'won', award_date: '2026-03-02' }, '2026-03-02'],
    ['stays, if it is past, when it closes another way', won, { close_type: 'cancelled' }, '2026-02-01'],
    [
      'is today when it closes another way with a later date',
      won,
      { close_type: 'cancelled', award_date: '2027-01-01' },
      '2026-03-10',
    ],
    [
      'is today when it closes another way without a date',
      won,
      { close_type: 'cancelled', award_date: null },
      '2026-03-10',
    ],
    ['stays when it closes again', { ...open, award_date: '2020-01-01' }, { close_type: 'won' }, '2020-01-01'],
    ['stays on reopening', lost, { project_stage_id: '10' }, '2026-02-01'],
    ['may be set freely afterwards', won, { award_date: '2027-01-01' }, '2027-01-01'],
    ['may be cleared afterwards', won, { award_date: null }, null],
    ['may be in the future while open', open, { award_date: '2027-01-01' }, '2027-01-01'],
  ])('%s', (_, before, patch, awardDate) => {
    expect(update('projects', before, patch, context).row['award_date']).toBe(awardDate);
  });

  it("is the date in the account's time zone", () => {
    const late = contextOf({ ...pipeline, now: '2026-03-11T02:00:00Z', today: '2026-03-10' });
    expect(create('projects', { project_stage_id: '20' }, late).row['award_date']).toBe('2026-03-10');
  });
});

describe('the loss reason', () => {
  it.each<[string, Row, Values, Value]>([
    ['goes on reopening', lostWhileOpen, { close_type: null }, null],
    ['goes on moving to an open stage', lost, { project_stage_id: '10' }, null],
    ['stays when the project closes another way', lost, { close_type: 'cancelled' }, '5'],
    ['may be given on closing', open, { project_stage_id: '30', loss_reason_id: '6' }, '6'],
    ['may be given while open', open, { loss_reason_id: '6' }, '6'],
    ['is the one that a reopening gives', lost, { project_stage_id: '10', loss_reason_id: '6' }, '6'],
  ])('%s', (_, before, patch, reason) => {
    expect(update('projects', before, patch, context).row['loss_reason_id']).toBe(reason);
  });
});

describe('the events of a project', () => {
  it.each<[string, Row, Values, string[]]>([
    ['of winning by a move', open, { project_stage_id: '20' }, ['project.stage_change', 'project.won']],
    ['of winning in an open stage', open, { close_type: 'won' }, ['project.won']],
    ['of losing by a move', open, { project_stage_id: '30' }, ['project.stage_change', 'project.lost']],
    ['of a won job that is lost after all', won, { close_type: 'lost' }, ['project.lost']],
    ['of cancelling', open, { close_type: 'cancelled' }, []],
    ['of reopening', lostWhileOpen, { close_type: null }, []],
    ['of winning again what is won', won, { close_type: null }, []],
    ['of moving what stays lost', lostWhileOpen, { project_stage_id: '30' }, ['project.stage_change']],
  ])('%s', (_, before, patch, events) => {
    expect(update('projects', before, patch, context).events).toEqual(events);
  });

  it('of a creation in a won stage', () => {
    expect(create('projects', { project_stage_id: '20' }, context).events).toEqual([
      'project.stage_change',
      'project.won',
    ]);
  });
});

describe('after a restore', () => {
  it('a project is the same as before its deletion', () => {
    const whole = stored('projects', lost);
    expect(restore('projects', whole, context).row).toEqual(whole);
    expect(remove('projects', whole, context)).toMatchObject({ row: whole, problems: [], events: [], sideRows: [] });
  });

  it('a project is closed if its stage has become a closing one', () => {
    const recategorized = stages.map((stage) => (stage.id === '10' ? { ...stage, category: 'won' } : stage));
    const restored = restore('projects', open, contextOf({ families: { project_stages: recategorized } }));
    expect(pick(restored.row, 'close_type', 'award_date')).toEqual(['won', '2026-03-10']);
    expect(restored.events).toEqual(['project.won']);
  });
});
