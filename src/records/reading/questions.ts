import type { Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { askedOf, viewNames } from './list-request.ts';

/** The problems of a query's parameters for a list. Ignores its page and the rules for parameters beside `q`. */
export function faultsOfQuestion(
  plural: string,
  parameters: Readonly<Record<string, string>>,
  directory: Directory,
): readonly Problem[] {
  const resource = resourceOf(plural);
  return [...askedOf(resource, parameters, directory).problems, ...namesProblems(resource, parameters)];
}

/** The problems of the parameters that the operation's schema restricts. */
function namesProblems(resource: Resource, { view, q }: Readonly<Record<string, string>>): Problem[] {
  return [
    ...notAmong('view', view === undefined ? [] : [view], viewNames(resource)),
    ...(q === undefined || resource.searched ? [] : [none('q')]),
  ];
}

const notAmong = (parameter: string, names: readonly string[], allowed: readonly string[]): Problem[] =>
  names
    .filter((name) => !allowed.includes(name))
    .map((name) => ({
      parameter,
      code: 'not_allowed',
      message: `cannot be ${JSON.stringify(name)}; allowed: ${allowed.join(', ') || 'none'}`,
    }));

const none = (parameter: string): Problem => ({
  parameter,
  code: 'unknown_parameter',
  message: 'is not a parameter of this list',
});
