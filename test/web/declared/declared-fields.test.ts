import { afterAll, describe, expect, it, vi } from 'vitest';
import { calls } from '../../../src/resources/calls.ts';
import { companies } from '../../../src/resources/companies.ts';
import { contacts } from '../../../src/resources/contacts.ts';
import { count, type Field } from '../../../src/resources/fields.ts';
import { includableNames } from '../../../src/resources/includes.ts';
import { leads } from '../../../src/resources/leads.ts';
import { projects } from '../../../src/resources/projects.ts';
import { acceptedFields, requestName, type Resource, selectableKeys } from '../../../src/resources/resource.ts';
import { tasks } from '../../../src/resources/tasks.ts';
import { formFieldsOf } from '../../../src/web/create/form-fields.ts';
import type { FirmDirectory } from '../../../src/web/data/directory.ts';
import { pageField, shownFields } from '../../../src/web/fields/page-field.ts';
import type { Search } from '../../../src/web/queries/address.ts';
import { bulkFieldsOf } from '../../../src/web/lists/bulk/bulk-fields.ts';
import { choosableKeys, columnKeys, columnsInAddress, columnsOf } from '../../../src/web/lists/columns/columns.ts';
import { filterFieldsOf, offeredFields } from '../../../src/web/lists/filters/filter-fields.ts';
import { nextSort } from '../../../src/web/lists/grid/sort.ts';
import { requestOf } from '../../../src/web/queries/list-query.ts';
import { rawLabel } from '../../../src/web/record/value-in-words.ts';

// The client of the page takes its address from the window when it is loaded.
vi.hoisted(() => vi.stubGlobal('window', { location: { href: 'http://page.example/' } }));
afterAll(() => void vi.unstubAllGlobals());

const directory = { custom_fields: [] as FirmDirectory['custom_fields'] } as FirmDirectory;
/** A new field, as the description of the architecture adds one. */
const newField = { ...projects, fields: { ...projects.fields, floors: count({ unlisted: true }) } } as const;

const tables: readonly Resource[] = [projects, companies, contacts, calls, newField];
const families: readonly Resource[] = [...tables, leads, tasks];

/** The fields of a project that is decided, which a new one is not. */
const outcome = new Set(['close_type', 'award_date', 'loss_reason']);

const titled = (resources: readonly Resource[]) =>
  resources.map(
    (resource) => [resource === newField ? 'projects with a new field' : resource.plural, resource] as const,
  );

/** The firm's own fields have places of their own, and the hour of a bid is typed with its day. */
const isAlone = (name: string): boolean => name !== 'custom_fields' && name !== 'bid_due_at';

const namesOf = (fields: Iterable<readonly [name: string, field: Field]>): string[] =>
  [...fields].map(([name]) => name).filter(isAlone);

const sorted = (names: Iterable<string>): string[] => [...names].sort();

describe.each(titled(families))('%s: every declared field', (_, resource) => {
  it('that a client can send is in the form and in the bulk change', () => {
    const { first, more } = formFieldsOf(resource, directory);
    const inForm = [...first, ...more].map(({ name }) => name);
    const accepted = namesOf(acceptedFields(resource, 'create')).filter((name) => !outcome.has(name));
    expect(sorted(inForm)).toEqual(sorted(accepted));
    const inBulk = bulkFieldsOf(resource, directory).map(({ name }) => name);
    expect(sorted(inBulk)).toEqual(sorted(namesOf(acceptedFields(resource, 'update'))));
  });

  it('has the same label in the history as everywhere', () => {
    for (const [name, field] of shownFields(resource)) {
      const { label } = pageField(name, field, resource);
      expect(rawLabel(resource, requestName(name, field), directory)).toBe(label);
    }
  });
});

describe.each(titled(tables))('%s as a table: every declared field', (_, resource) => {
  const names = namesOf(shownFields(resource));

  it('can be a column, and the list is asked for it', () => {
    const search = columnsInAddress(resource, names, {}) as Search;
    expect(sorted(columnKeys(resource, search))).toEqual(sorted(names));
    expect(choosableKeys(resource)).toEqual(expect.arrayContaining(names));
    expect(sorted(columnsOf(resource, names, directory).map(({ name }) => name))).toEqual(sorted(names));
    const { fields = '', include = '' } = requestOf(resource, search, columnKeys(resource, search));
    const [asked, included] = [fields.split(','), include.split(',')];
    for (const name of asked) expect(selectableKeys(resource)).toContain(name);
    for (const name of included) expect(includableNames(resource)).toContain(name);
    expect([...asked, ...included]).toEqual(expect.arrayContaining(names));
  });

  it('is offered as a filter', () => {
    const offered = new Set(offeredFields(filterFieldsOf(resource, directory)).map(({ field }) => field));
    // Imports have no names that people know, an address is filtered by its parts, and lists do not filter by figures.
    const known = shownFields(resource).filter(
      ([name, { kind, gathered }]) => name !== 'import' && kind !== 'address' && !gathered,
    );
    expect(namesOf(known.filter(([, field]) => !offered.has(field)))).toEqual([]);
  });
});

it('the form of a project asks for the further fields in the order in which people fill them in', () => {
  const { more } = formFieldsOf(projects, directory);
  expect(more.slice(0, 6).map(({ name }) => name)).toEqual([
    ...['contact', 'start_date', 'end_date', 'probability', 'address', 'market_sector'],
  ]);
});

describe('the columns in an address', () => {
  it('stand in fields, and records that fields cannot name in include', () => {
    expect(columnsInAddress(projects, ['name', 'submitted_at', 'amount', 'contact'], { include: 'team' })).toEqual({
      fields: 'name,submitted_at,amount',
      include: 'team,contact',
    });
    const usual = columnKeys(projects, {});
    expect(columnsInAddress(projects, usual, { include: 'contact' })).toEqual({
      fields: undefined,
      include: undefined,
    });
    expect(columnKeys(projects, { include: 'tasks,contact' })).toEqual([...usual, 'contact']);
  });
});

describe('the order of a table', () => {
  it('is by name for contacts, and the latest first for calls, unless the address has another or a search', () => {
    const orderOf = (resource: Resource, search: Search) => requestOf(resource, search, ['name'])['sort'];
    expect(orderOf(contacts, {})).toBe('name');
    expect(orderOf(calls, {})).toBe('-recorded_at');
    expect(orderOf(calls, { sort: 'notes' })).toBe('notes');
    expect(orderOf(contacts, { q: 'diaz' })).toBeUndefined();
    expect(orderOf(projects, {})).toBeUndefined();
  });

  it('goes on with each press of a head', () => {
    const presses = (plural: string, name: string) => {
      const sorts = [undefined as string | undefined];
      for (let press = 0; press < 3; press += 1) {
        const sort = sorts.at(-1);
        sorts.push(nextSort(plural, sort === undefined ? {} : { sort }, name));
      }
      return sorts;
    };
    expect(presses('projects', 'amount')).toEqual([undefined, 'amount', '-amount', undefined]);
    expect(presses('calls', 'recorded_at')).toEqual([undefined, 'recorded_at', undefined, 'recorded_at']);
    expect(presses('contacts', 'name')).toEqual([undefined, '-name', undefined, '-name']);
  });
});
