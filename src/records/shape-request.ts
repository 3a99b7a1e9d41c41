import type { Problem } from '../refusal.ts';
import { includableNames } from '../resources/includes.ts';
import { recordKeys, type Resource } from '../resources/resource.ts';
import { suggested } from '../schema/problems.ts';
import type { Shape } from './shown.ts';

/** What `fields` and `include` of a query ask to see of records, and everything that is wrong with them. */
export function shapeAsked(
  resource: Resource,
  { fields, include }: Readonly<Partial<Record<string, string>>>,
): { readonly shape: Pick<Shape, 'keys' | 'include'>; readonly problems: readonly Problem[] } {
  if (fields === undefined && include === undefined) return everything;
  const [keys, named] = [fields?.split(','), include?.split(',')];
  return {
    shape: { keys, include: named },
    problems: [...keyProblems(resource, keys), ...includeProblems(resource, named)],
  };
}

const everything = { shape: {}, problems: [] };

/** A name that a parameter gives and nothing has. @param what it would be the name of. */
export function noSuchName(parameter: string, what: string, name: string, known: readonly string[]): Problem {
  const { hint, member } = suggested(name, known);
  const message = name === '' ? `must name a ${what}` : `no ${what} is called ${JSON.stringify(name)}${hint}`;
  return { parameter, code: 'not_allowed', message, ...member };
}

function keyProblems(resource: Resource, names: readonly string[] = []): Problem[] {
  const known = recordKeys(resource);
  return names.filter((name) => !known.includes(name)).map((name) => noSuchName('fields', 'key', name, known));
}

function includeProblems(resource: Resource, names: readonly string[] = []): Problem[] {
  const parameter = 'include';
  const known = includableNames(resource);
  return names.flatMap((name, index): Problem[] => {
    if (names.indexOf(name) < index) {
      return [{ parameter, code: 'duplicate', message: `must name ${JSON.stringify(name)} once` }];
    }
    if (known.includes(name)) return [];
    const { hint, member } = suggested(name, known);
    const message = `cannot name ${JSON.stringify(name)}${hint}`;
    const blank = 'must name something between its commas';
    return [{ parameter, code: 'not_allowed', message: name === '' ? blank : message, ...member, allowed: known }];
  });
}
