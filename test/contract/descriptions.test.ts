import { describe, expect, test } from 'vitest';
import { described } from './described.ts';
import { type Part, partsOf } from './document-parts.ts';

const document = await described();
const parts = [...partsOf(document)];
const byPlace = new Map(parts.map(({ at, value }) => [at, value]));

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Returns the part's own description, or the description of the schema, parameter or header that it refers to. */
const descriptionOf = (part: Part['value'] = {}): string =>
  text(part['description']) || text(byPlace.get(text(part['$ref']).slice(1))?.['description']);

/**
 * Returns true for a property that describes a field. The properties inside conditions (`if`, `then`) only say which
 * fields are required.
 */
const isProperty = (at: string): boolean => /\/properties\/[^/]+$/.test(at) && !/\/(if|then|else|not)\//.test(at);

const isParameter = (at: string): boolean => /\/parameters\/[^/]+$/.test(at);
const isHeader = (at: string): boolean => /\/headers\/[^/]+$/.test(at);
const isSchema = (at: string): boolean => /^\/components\/schemas\/[^/]+$/.test(at);

describe('the OpenAPI document describes', () => {
  test.each<[string, (at: string) => boolean, number]>([
    ['every property', isProperty, 1000],
    ['every parameter', isParameter, 1000],
    ['every header', isHeader, 100],
    ['every schema with a name', isSchema, 100],
  ])('%s', (_, isMeant, least) => {
    const found = parts.filter(({ at }) => isMeant(at));
    expect(found.length).toBeGreaterThan(least);
    expect(found.filter(({ value }) => descriptionOf(value) === '').map(({ at }) => at)).toEqual([]);
  });

  test('every operation with more text than its summary', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const repeating = operations
      .filter((operation) => text(operation['summary']) !== '')
      .filter(({ description, summary }) => !text(description) || text(description).startsWith(text(summary)));
    expect(repeating.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('every error response of the metrics', () => {
    const { description, responses } = document.paths['/metrics']?.['get'] ?? {};
    expect(Object.keys(responses as object)).toEqual(['200', '400', '401', '403', '429', '503']);
    expect(description).toContain('`METRICS_PUBLIC=1`');
  });

  test.each([
    ['LeadUpsert', 'needs `name`. For a row that creates a record: A lead with `archived_by_id` needs `archived_at`.'],
    ['ContactUpsert', 'At least one of `first_name`, `last_name` and `email` is required.'],
    ['ContactCreate', 'At least one of `first_name`, `last_name` and `email` is required.'],
  ])('in %s all fields that a new record requires', (schema, words) => {
    expect(descriptionOf(byPlace.get(`/components/schemas/${schema}`))).toContain(words);
  });

  test('a field of a resource in the same words in every schema', () => {
    const words = (schema: string, name: string): string =>
      descriptionOf(byPlace.get(`/components/schemas/${schema}/properties/${name}`));
    expect(words('Project', 'amount')).toMatch(/currency/);
    for (const schema of ['ProjectRead', 'ProjectSparse', 'ProjectCreate', 'ProjectUpdate', 'ProjectUpsert']) {
      expect(words(schema, 'amount')).toBe(words('Project', 'amount'));
    }
    expect(words('ProjectCreate', 'company_id')).toContain(words('Project', 'company'));
  });
});
