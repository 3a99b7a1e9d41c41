import type { Problem } from '../refusal.ts';
import { resourceOf } from '../resources/index.ts';
import type { Resource } from '../resources/resource.ts';
import type { Directory } from '../store/directory.ts';
import { askedOf, viewNames } from './list-request.ts';

/** What is wrong with a query's parameters as a question to a list; its page, and what goes with `q`, do not matter. */
export function faultsOfQuestion(
  plural: string,
  parameters: Readonly<Record<string, string>>,
  directory: Directory,
): readonly Problem[] {
  const resource = resourceOf(plural);
  return [...askedOf(resource, parameters, directory).problems, ...namesProblems(resource, parameters)];
}

/** The parameters whose values the schema of the operation closes. */
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
      message: `cannot be ${JSON.stringify(name)}; it may be ${allowed.join(', ') || 'nothing here'}`,
    }));

const none = (parameter: string): Problem => ({
  parameter,
  code: 'unknown_parameter',
  message: 'is none that this list takes',
});
