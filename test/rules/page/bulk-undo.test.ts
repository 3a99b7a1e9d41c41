import { describe, expect, it } from 'vitest';
import { companies } from '../../../src/resources/companies.ts';
import { projects } from '../../../src/resources/projects.ts';
import {
  isSame,
  merged,
  oldValues,
  pathsIn,
  rememberedPaths,
  shapeOf,
} from '../../../src/web/lists/bulk/old-values.ts';

describe('the old values of a bulk', () => {
  it('are read as ids, and with include where a list does not have them', () => {
    expect(shapeOf(projects, ['company_id', 'contact_id', 'submitted_at', 'custom_fields/roof'])).toEqual({
      fields: 'id,name,company_id,contact_id,custom_fields',
      include: 'submitted_at',
    });
    expect(shapeOf(companies, ['industry_ids', 'external_id'])).toEqual({
      fields: 'id,name,industry_ids',
      include: 'external_id',
    });
  });

  it('are read with the versions if a project may have moved to another stage', () => {
    expect(shapeOf(projects, rememberedPaths(['close_type'])).include).toBe('version');
  });

  it('hold all that a move to another stage changes', () => {
    expect(rememberedPaths(['project_stage_id', 'amount'])).toEqual([
      ...['project_stage_id', 'probability', 'close_type', 'award_date', 'loss_reason_id'],
      'amount',
    ]);
  });

  it('give a bid its hour again only if it had one', () => {
    const paths = rememberedPaths(['bid_due_date']);
    const day = { bid_due_date: '2031-03-14', bid_due_at: '2031-03-14T05:00:00Z', bid_due_at_includes_time: false };
    expect(oldValues(day, paths)).toEqual({ bid_due_date: '2031-03-14' });
    expect(oldValues({ ...day, bid_due_at_includes_time: true }, paths)).toEqual({
      bid_due_date: '2031-03-14',
      bid_due_at: '2031-03-14T05:00:00Z',
    });
    expect(oldValues({}, paths)).toEqual({ bid_due_date: null });
  });

  it('share the key of the fields that the firm defined', () => {
    const body = merged([{ custom_fields: { a: 1 } }, { amount: 2 }, { custom_fields: { b: null } }]);
    expect(body).toEqual({ amount: 2, custom_fields: { a: 1, b: null } });
    expect(pathsIn(body)).toEqual(['custom_fields/a', 'custom_fields/b', 'amount']);
    expect(oldValues({ custom_fields: { a: 7 } }, ['custom_fields/a', 'custom_fields/b'])).toEqual({
      custom_fields: { a: 7, b: null },
    });
  });

  it('are compared only where the bulk has changed something', () => {
    const before = { amount: 1, name: 'A', custom_fields: { a: 1, b: 2 } };
    expect(isSame(before, { ...before, name: 'B' }, ['amount', 'custom_fields/a'])).toBe(true);
    expect(isSame(before, { ...before, custom_fields: { a: 2 } }, ['custom_fields/a'])).toBe(false);
  });
});
