import { fieldsOf } from '../records/list-request.ts';
import type { Shape } from '../records/shown.ts';
import type { Problem } from '../refusal.ts';
import { includableNames } from '../resources/includes.ts';
import type { Resource } from '../resources/resource.ts';
import { nearest } from '../schema/problems.ts';
import type { OperationRequest, QueryParameter } from './operation.ts';

/** What a read may add to the records of a resource. */
export function includeParameter(resource: Resource): QueryParameter {
  const known = includableNames(resource);
  return {
    name: 'include',
    schema: { type: 'array', items: { type: 'string', enum: known }, minItems: 1, uniqueItems: true },
    description:
      'What to add to each record, separated by commas. Related records are live ones, whole and all of them.',
    judge: (text) =>
      text.split(',').flatMap((name, index, names) => problemOf(name, names.indexOf(name) < index, known)),
  };
}

function problemOf(name: string, isRepeated: boolean, known: readonly string[]): Problem[] {
  const parameter = 'include';
  if (isRepeated) return [{ parameter, code: 'duplicate', message: `must name ${JSON.stringify(name)} once` }];
  if (known.includes(name)) return [];
  const suggestion = name === '' ? undefined : nearest(name, known);
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  const message = name === '' ? 'must name something between its commas' : `cannot name ${JSON.stringify(name)}${hint}`;
  return [{ parameter, code: 'not_allowed', message, ...(suggestion ? { suggestion } : {}), allowed: known }];
}

/** What a request asks to be included; its query has been judged. */
export const includeOf = ({ query: { include } }: OperationRequest): Pick<Shape, 'include'> => ({
  include: include?.split(','),
});

/** What a request asks to see of the records of a resource: whole or some keys, and what besides. */
export const shapeOf = (resource: Resource, request: OperationRequest): Shape => ({
  resource,
  keys: fieldsOf(resource, request.query['fields']).names,
  ...includeOf(request),
});
