import { describe, expect, test } from 'vitest';
import type { ImportedFamily } from '../../../src/resources/transfer/imports.ts';
import { customField, filled, rowOf } from './support.ts';

const customFields = [customField('x', 'text'), customField('notes', 'long_text')];

describe('a number in scientific notation', () => {
  test.each<[ImportedFamily, string]>([
    ['projects', 'project_number'],
    ['projects', 'external_id'],
    ['projects', 'address.zip'],
    ['projects', 'custom_fields.x'],
    ['contacts', 'office_phone'],
    ['companies', 'phone'],
  ])('of %s is no text of %s if digits are lost', (family, to) => {
    const { fields, problems } = filled(to, ' 5.12555E+09 ', { family, customFields });
    expect(fields).toEqual({});
    expect(problems).toMatchObject([{ to, column: 'A', value: '5.12555E+09', rejects: to === 'external_id' }]);
    expect(problems[0]?.message).toContain('a spreadsheet has shortened it');
  });

  test.each([
    ['7.8701E+04', '78701'],
    ['7,8701e+04', '78701'],
    ['2.138E+03', '2138'],
    ['5E+00', '5'],
    ['2E15', '2E15'],
    ['1.5E+3', null],
    ['1E+05', null],
    ['2.123456E+03', null],
  ])('%s is the text %s', (cell, text) => {
    expect(filled('project_number', cell).fields).toEqual(text === null ? {} : { project_number: text });
    expect(filled('external_id', cell).fields).toEqual(text === null ? {} : { external_id: text });
  });

  test('is no telephone number, ZIP code or external id of the record to which a row refers', () => {
    const columns = ['company', 'company.phone', 'company.address.zip'].map((to) => ({ from: [to], to }));
    const cells = { company: 'Acme', 'company.phone': '5.12555E+09', 'company.address.zip': '7.8701E+04' };
    const { references, problems } = rowOf({ columns }, cells);
    expect(references).toEqual({ company: { value: 'Acme', parts: { address: { zip: '78701' } } } });
    expect(problems).toMatchObject([{ to: 'company.phone', rejects: false }]);
    const byId = rowOf(
      { columns: [{ from: ['A'], to: 'company' }], references: { company: { by: 'external_id', missing: 'create' } } },
      { A: '2.12346E+11' },
    );
    expect(byId).toMatchObject({ references: {}, problems: [{ to: 'company' }] });
  });

  test('stays in texts of several lines, and in an export, which names its records', () => {
    expect(filled('description', '5.12555E+09').fields).toEqual({ description: '5.12555E+09' });
    expect(filled('custom_fields.notes', '5.12555E+09', { customFields })).toMatchObject({ problems: [] });
    const columns = ['id', 'project_number'].map((to) => ({ from: [to], to }));
    const { fields } = rowOf({ columns }, { id: '7', project_number: '1E+05' });
    expect(fields).toEqual({ project_number: '1E+05' });
  });
});

describe('a ZIP code without its zeros', () => {
  const address = (cells: Readonly<Record<string, unknown>>): unknown =>
    rowOf({ columns: Object.keys(cells).map((to) => ({ from: [to], to: `address.${to}` })) }, cells).fields['address'];

  test.each([
    ['2138', 'MA', '02138'],
    ['2138', 'Massachusetts', '02138'],
    [2138, 'ma', '02138'],
    ['2138.0', 'MA', '02138'],
    ['2.138E+03', 'MA', '02138'],
    [{ number: 2138, shown: '2138.00' }, 'MA', '02138'],
    ['907', 'PR', '00907'],
    ['7030', 'NJ', '07030'],
    ['6103', 'CT', '06103'],
    ['7030', 'MA', '7030'],
    ['2138', 'TX', '2138'],
    ['213', 'MA', '213'],
    ['02138', 'MA', '02138'],
    ['21380', 'MA', '21380'],
    ['2138', null, '2138'],
  ])('%s in %s is %s', (zip, state, code) => {
    expect(address({ zip, state })).toMatchObject({ zip: code });
    expect(address({ state, zip })).toMatchObject({ zip: code });
  });

  test('stays in another country, and in an export', () => {
    expect(address({ zip: '2138', state: 'MA', country: 'usa' })).toMatchObject({ zip: '02138' });
    expect(address({ zip: '2138', state: 'MA', country: 'Australia' })).toMatchObject({ zip: '2138' });
    const columns = ['id', 'address.zip', 'address.state'].map((to) => ({ from: [to], to }));
    const { fields } = rowOf({ columns }, { id: '7', 'address.zip': '2138', 'address.state': 'MA' });
    expect(fields).toEqual({ address: { zip: '2138', state: 'MA' } });
  });

  test('is read at the end of a whole address', () => {
    const parts = ['street_address', 'city', 'state', 'zip'] as const;
    const columns = parts.map((part) => ({ from: ['A'], to: `address.${part}`, transform: [{ address: { part } }] }));
    const read = (text: string): unknown => rowOf({ columns }, { A: text }).fields['address'];
    const found = { street_address: '1 Main St', city: 'Cambridge', state: 'MA', zip: '02138' };
    expect(read('1 Main St, Cambridge, MA 2138')).toEqual(found);
    expect(read('1 Main St\nCambridge, Massachusetts 2138')).toEqual(found);
    expect(read('Suite 4, Route NH 101')).toEqual({ street_address: 'Suite 4, Route NH 101' });
    expect(read('1 Main St, Austin, TX 7870')).toEqual({ street_address: '1 Main St, Austin, TX 7870' });
  });

  test('is that of the company to which a row refers', () => {
    const columns = ['company', 'company.address.zip', 'company.address.state'].map((to) => ({ from: [to], to }));
    const cells = { company: 'Acme', 'company.address.zip': '2138', 'company.address.state': 'MA' };
    expect(rowOf({ columns }, cells).references).toMatchObject({ company: { parts: { address: { zip: '02138' } } } });
  });
});
