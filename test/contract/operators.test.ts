import { describe, expect, test } from 'vitest';
import { operators, listFieldsOf, operatorsOf } from '../../src/resources/list-fields.ts';
import { resources } from '../../src/resources/index.ts';
import { described, describedOperations } from './described.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
}

const { paths, components } = await described();
const shared = components.parameters as unknown as Readonly<Record<string, Parameter>>;

const namesOf = (path: string): string[] =>
  (paths[path]?.['get']?.['parameters'] as Parameter[]).map(
    (parameter) => (parameter.$ref ? shared[parameter.$ref.split('/').at(-1) ?? ''] : parameter)?.name ?? '',
  );

describe('the document names every filter of a list', () => {
  test.each(resources.filter(({ embeddedOnly }) => !embeddedOnly))('for $plural', (resource) => {
    const wanted = [...listFieldsOf(resource).values()].flatMap(({ name, comparison }) =>
      operatorsOf[comparison].map((operator) => `${name}[${operator}]`),
    );
    const names = namesOf(`/${resource.plural}`);
    expect(names).toEqual(expect.arrayContaining(wanted));
    expect(names.filter((name) => name.includes('{'))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('for the summary and the logs', () => {
    expect(namesOf('/projects/summary')).toContain('amount[gt]');
    expect(namesOf('/audit_log')).toContain('at[gte]');
    expect(namesOf('/webhook_messages')).toContain('event_type[starts_with]');
  });
});

test('operations that share a parameter by its name define it alike', () => {
  const known = new Map<string, string>();
  for (const { component = '', ...parameter } of describedOperations().flatMap(({ query }) => query)) {
    if (component === '') continue;
    const text = JSON.stringify(parameter);
    expect(known.get(component) ?? text, component).toBe(text);
    known.set(component, text);
  }
  expect(known.size).toBeGreaterThan(operators.length * 10);
});
