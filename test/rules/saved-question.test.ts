import { describe, expect, it } from 'vitest';
import { contextOf, create, faults, remove, row, update } from './support.ts';

const context = contextOf();

describe('the query of a saved view', () => {
  it.each([null, '', 'a', 'project_stage_id=710&sort=-amount', 'name=é+%C3%A9&name[ne]=%26', '&&'])(
    'can be %j',
    (query) => {
      expect(faults(create('saved_views', { query }, context))).toEqual([]);
    },
  );

  it.each([
    ['a=%', ['/query invalid_format']],
    ['a=%ff&b=%00&c=1&c=2', ['/query invalid_format', '/query invalid_text', '/query duplicate']],
  ])('cannot be %j', (query, problems) => {
    expect(faults(create('saved_views', { query }, context))).toEqual(problems);
    expect(faults(update('saved_views', row('1', { query: 'a=1' }), { query }, context))).toEqual(problems);
  });

  it('must be valid for the list of its resource', () => {
    const query = 'no_parameter_of_leads=1';
    expect(faults(create('saved_views', { resource: 'leads', query }, context))).toEqual(['/query unknown_parameter']);
    expect(faults(create('saved_views', { resource: 'calls', query }, context))).toEqual([]);
    const calls = row('1', { resource: 'calls', query });
    expect(faults(update('saved_views', calls, { resource: 'leads' }, context))).toEqual(['/query unknown_parameter']);
  });

  it('is checked only when a request sets it', () => {
    const odd = row('1', { query: 'a=%' });
    expect(faults(update('saved_views', odd, { name: 'Other' }, context))).toEqual([]);
    expect(faults(remove('saved_views', odd, context))).toEqual([]);
  });
});
