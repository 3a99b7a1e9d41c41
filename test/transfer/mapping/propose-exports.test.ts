import { describe, expect, it } from 'vitest';
import { proposed } from './proposal-support.ts';

const whole = ['100 Main St, Austin, TX 78701', '4 Elm Ave, Boston, MA 02138'];
const times = { id: ['7'], created_at: ['2026-01-01T00:00:00Z'], updated_at: ['2026-01-01T00:00:00Z'] };

describe('a proposal for an export of the product', () => {
  it('keeps the columns of an address apart, whatever their texts look like', () => {
    const { byTarget } = proposed('companies', {
      ...times,
      'address.street_address': whole,
      'address.city': [],
      'address.state': ['3'],
      'address.zip': ['none'],
    });
    expect(byTarget).toEqual({
      id: 'id',
      'address.street_address': 'address.street_address',
      'address.city': 'address.city',
      'address.state': 'address.state',
      'address.zip': 'address.zip',
    });
  });

  it('takes no column for another field', () => {
    const { byTarget } = proposed('contacts', {
      ...times,
      name: ['Ann Roe'],
      first_name: ['ann@example.com'],
      email: ['a@example.com; b@example.com', 'N/A'],
      company_id: ['3'],
      company: ['Jane Doe, Acme LLC'],
    });
    expect(byTarget).toEqual({ id: 'id', first_name: 'first_name', email: 'email', company: 'company_id' });
  });

  it('names records by ids: of lists, and in objects that only later rows have', () => {
    const { byTarget, references } = proposed('companies', { ...times, industry_ids: ['1; 2'], industries: ['Steel'] });
    expect(byTarget).toEqual({ id: 'id', industries: 'industry_ids' });
    expect(references).toEqual({ industries: { by: 'id', missing: 'reject' } });
    const json = proposed('projects', { ...times, company: [], address: [], contact: ['{"id":"3"}'] });
    expect(json.byTarget).toEqual({ id: 'id', company: 'company', address: 'address', contact: 'contact' });
    expect(json.references).toMatchObject({ company: { by: 'id' }, contact: { by: 'id' } });
  });

  it('reads words for blanks in texts as they are', () => {
    const { byTarget } = proposed('projects', { ...times, project_number: ['TBD', '0042'], external_id: ['N/A'] });
    expect(byTarget).toMatchObject({ project_number: 'project_number', external_id: 'external_id' });
  });

  it('reads numbers and dates that a spreadsheet has saved again', () => {
    const { byTarget } = proposed('projects', { ...times, amount: ['1,250.00'], start_date: ['3/14/2026'] });
    expect(byTarget['amount']).toEqual(['amount', { number: {} }]);
    expect(JSON.stringify(byTarget['start_date'])).toContain('M/d/yyyy');
  });
});

describe('a column of whole addresses', () => {
  it.each(['City', 'State', 'Zip Code'])(
    'stays one text beside the column %s, also if its first rows are blank',
    (name) => {
      const { byTarget } = proposed('projects', { 'Project Name': ['A'], Address: whole, [name]: [] });
      expect(byTarget['address.street_address']).toBe('Address');
      expect(Object.values(byTarget)).toContain(name);
    },
  );

  it('is split if it is the only one', () => {
    const { byTarget } = proposed('projects', { 'Project Name': ['A'], Address: whole });
    expect(byTarget['address.city']).toEqual(['Address', { address: { part: 'city' } }]);
  });
});
