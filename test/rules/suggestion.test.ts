import { describe, expect, it } from 'vitest';
import { suggested } from '../../src/suggestion.ts';

const ofLists = [
  'q',
  'page',
  'per_page',
  'cursor',
  'sort',
  'fields',
  'include',
  'name',
  'address.zip',
  'project_stage_id',
];
const ofProjects = ['name', 'amount', 'square_feet', 'company_id', 'project_stage', 'project_stage_id', 'end_date'];

describe('an unknown name', () => {
  it.each([
    ...[
      ['limit', 'per_page'],
      ['page_size', 'per_page'],
      ['perPage', 'per_page'],
      ['offset', 'page'],
    ],
    ...[
      ['order', 'sort'],
      ['sort_by', 'sort'],
      ['orderBy', 'sort'],
      ['expand', 'include'],
      ['search', 'q'],
    ],
    ...[
      ['select', 'fields'],
      ['postal_code', 'address.zip'],
      ['stage', 'project_stage_id'],
      ['includ', 'include'],
    ],
  ])('like %s in a query gets the suggestion %s', (name, suggestion) => {
    expect(suggested(name, ofLists)).toEqual({ hint: `; did you mean ${suggestion}?`, member: { suggestion } });
  });

  it.each([
    ...[
      ['square_foot', 'square_feet'],
      ['sqft', 'square_feet'],
      ['nmae', 'name'],
      ['Name', 'name'],
    ],
    ...[
      ['compny', 'company_id'],
      ['customer_id', 'company_id'],
      ['amout', 'amount'],
      ['stage', 'project_stage_id'],
    ],
  ])('like %s in a body gets the suggestion %s', (name, suggestion) => {
    expect(suggested(name, ofProjects).member).toEqual({ suggestion });
  });

  it('can be a property that every object has', () => {
    expect(suggested('sort', ['constructor', 'toString']).member).toEqual({});
  });

  it.each(['', 'x', 'id', 'by', 'data', 'date2', 'foo', 'limit', 'colour', 'password', 'x'.repeat(64), 'q'])(
    'like %j gets no suggestion if no known name is similar',
    (name) => {
      expect(suggested(name, ofProjects)).toEqual({ hint: '', member: {} });
    },
  );
});
