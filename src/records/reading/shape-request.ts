import { comparedWith, firstProblems, type Problem, quoted } from '../../refusal.ts';
import { includableNames } from '../../resources/includes.ts';
import { recordKeys, type Resource } from '../../resources/resource.ts';
import { suggested } from '../../suggestion.ts';
import type { Shape } from './renderer.ts';

/** The shape of records that a query's `fields` and `include` request, and all their problems. */
export function shapeAsked(
  resource: Resource,
  { fields, include }: Readonly<Partial<Record<string, string>>>,
): { readonly shape: Pick<Shape, 'keys' | 'include'>; readonly problems: readonly Problem[] } {
  if (fields === undefined && include === undefined) return everything;
  const [keys, named] = [fields?.split(','), include?.split(',')];
  return {
    shape: { keys, include: named },
    problems: [...keyProblems(resource, keys), ...includeProblems(includableNames(resource), named)],
  };
}

const everything = { shape: {}, problems: [] };

/** The problem of an unknown name in a parameter. @param what the noun for the named thing. */
export function noSuchName(parameter: string, what: string, name: string, known: readonly string[]): Problem {
  const { hint, member } = suggested(name, known);
  const message = name === '' ? `must name a ${what}` : `no ${what} is called ${quoted(name)}${hint}`;
  return { parameter, code: 'not_allowed', message, ...member };
}

function keyProblems(resource: Resource, names: readonly string[] = []): Problem[] {
  const known = recordKeys(resource);
  return firstProblems(names, (name, found) =>
    known.includes(name) ? null : noSuchName('fields', 'key', name, comparedWith(known, found)),
  );
}

/** All problems of the names in `include`. */
export function includeProblems(known: readonly string[], names: readonly string[] = []): Problem[] {
  const parameter = 'include';
  const seen = new Set<string>();
  return firstProblems(names, (name, found) => {
    if (seen.has(name)) return { parameter, code: 'duplicate', message: `must name ${quoted(name)} once` };
    seen.add(name);
    if (known.includes(name)) return null;
    const { hint, member } = suggested(name, comparedWith(known, found));
    const message = `cannot name ${quoted(name)}${hint}`;
    const blank = 'must not have an empty name';
    return { parameter, code: 'not_allowed', message: name === '' ? blank : message, ...member, allowed: known };
  });
}
