import { expect, test } from 'vitest';
import { readyMappings } from '../../../src/resources/transfer/ready/ready-mappings.ts';
import { importSchemas } from '../../../src/schema/import-schemas.ts';
import { judgeMapping } from '../../../src/transfer/mapping/judge-mapping.ts';
import { newSchemaCompiler } from '../../../src/schema/schema-compiler.ts';
import { matchingReadyMapping } from '../../../src/transfer/mapping/ready-mapping.ts';
import { compileMapping } from '../../../src/transfer/mapping/compile-mapping.ts';

const { Mapping, MappingColumn, MappingReference } = importSchemas;
const matches = newSchemaCompiler().compile({
  ...Mapping,
  components: { schemas: { MappingColumn, MappingReference } },
});

const columnsOf = (names: Iterable<string>) => [...new Set(names)].map((name) => ({ name }));

test.each(readyMappings)('the mapping of $name has no mistakes with all of its columns', ({ family, mapping }) => {
  const columns = columnsOf(mapping.columns.flatMap(({ from }) => from.flat()));
  const judged = judgeMapping(mapping, { family, columns, customFields: [], pointer: '' });
  expect(judged.problems).toEqual([]);
  expect(judged.mapping).toEqual(mapping);
  expect(matches(mapping), JSON.stringify(matches.errors)).toBe(true);
});

test.each(readyMappings)(
  '$name is recognised by its columns, without the parts that a file lacks',
  ({ key, family, columns, mapping }) => {
    const scope = { family, columns: columnsOf(columns), customFields: [] };
    const found = matchingReadyMapping(scope.columns, family);
    expect(found?.key).toBe(key);
    expect(found && judgeMapping(found.mapping, { ...scope, pointer: '' }).problems).toEqual([]);
    expect(mapping.columns.flatMap(({ from }) => from.flat())).toEqual(expect.arrayContaining([...columns]));
    expect(matchingReadyMapping(columnsOf(columns.slice(1)), family)?.key).not.toBe(key);
  },
);

test('no two ready mappings have the same key', () => {
  expect(new Set(readyMappings.map(({ key }) => key)).size).toBe(readyMappings.length);
});

/** The row that the ready mapping for these cells makes of them. */
function row(family: 'projects' | 'companies' | 'contacts', cells: Readonly<Record<string, string>>) {
  const columns = columnsOf(Object.keys(cells));
  const ready = matchingReadyMapping(columns, family);
  if (!ready) throw new Error('No ready mapping has these columns.');
  return compileMapping(ready.mapping, { family, columns, customFields: [], timeZone: 'America/Chicago' })(
    Object.values(cells),
  );
}

test('a deal of HubSpot becomes a project', () => {
  const deal = {
    'Record ID': '123',
    'Deal Name': 'Clinic',
    'Deal Stage': 'Closed Won',
    'Close Date': '2023-01-05 14:00',
    Amount: '1200000.00',
    'Associated Company': 'Acme;Roe & Co',
    'Deal owner': 'Ann Roe',
  };
  expect(row('projects', deal)).toMatchObject({
    fields: { external_id: '123', name: 'Clinic', amount: 1_200_000, award_date: '2023-01-05' },
    references: { project_stage: { value: 'Won' }, company: { value: 'Acme' }, assigned_to: { value: 'Ann Roe' } },
    keys: ['123'],
    problems: [],
  });
});

test('a deal of Pipedrive becomes a project', () => {
  const deal = {
    'Deal - ID': '9',
    'Deal - Title': 'Clinic',
    'Deal - Value': '5000',
    'Deal - Probability': '40',
    'Deal - Status': 'Lost',
    'Deal - Lost time': '2023-01-05 10:11:12',
    'Deal - Expected close date': '2023-02-01',
  };
  expect(row('projects', deal)).toMatchObject({
    fields: { external_id: '9', amount: 5000, probability: 0.4, close_type: 'lost', award_date: '2023-01-05' },
    problems: [],
  });
});

test('an organization and a person of Pipedrive become a company and a contact', () => {
  const organization = {
    'Organization - Name': 'Acme',
    'Organization - Address': '100 Main St, Austin, TX 78701, USA',
  };
  expect(row('companies', organization).fields).toEqual({
    name: 'Acme',
    address: { street_address: '100 Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'USA' },
  });
  const person = {
    'Person - Name': 'Jane van Doe',
    'Person - Email - Work': '',
    'Person - Email - Home': 'j@example.com',
    'Person - Organization': 'Acme',
  };
  expect(row('contacts', person)).toMatchObject({
    fields: { first_name: 'Jane', last_name: 'van Doe', email: 'j@example.com' },
    references: { company: { value: 'Acme' } },
    keys: null,
  });
});

test('a line of a bid log becomes a project', () => {
  const line = {
    'Job No.': '23-7',
    'Project Name': 'Clinic',
    'Bid Date': '1/5/2023',
    'Bid Amount': '$1,200',
    Status: 'No Bid',
  };
  expect(row('projects', line)).toMatchObject({
    fields: { project_number: '23-7', bid_due_date: '2023-01-05', amount: 1200 },
    references: { project_stage: { value: 'Did Not Pursue' } },
    keys: ['23-7'],
    problems: [],
  });
});
