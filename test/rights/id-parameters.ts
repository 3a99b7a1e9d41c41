import type { Operation } from '../../src/http/contract/operation.ts';
import { resourceOf } from '../../src/resources/index.ts';
import { requestName, type Resource } from '../../src/resources/resource.ts';
import { isLong } from '../support/endurance.ts';
import { pluralOf, resourceOfOperation, type SoundRequest } from '../support/requests/sound-request.ts';

/** A query parameter that takes an id, and the kind of the objects that it names. */
export interface IdParameter {
  readonly name: string;
  readonly to: string;
}

/** Parameters that are no field of a resource. */
const others: Readonly<Record<string, string>> = {
  ...{ project_id: 'projects', user_id: 'users', created_by_id: 'users', import_id: 'imports' },
  ...{ record_id: 'companies', 'payload.id': 'companies' },
};

/** Returns the parameters of an operation that name objects: in the usual run without most operators. */
export function idParametersOf(operation: Operation): IdParameter[] {
  return operation.query.flatMap(({ name }) => {
    const [, field = '', operator] = /^([\w.]+)(?:\[(\w+)\])?$/.exec(name) ?? [];
    const isAsked = isLong ? operator !== 'is_null' : operator === undefined || operator === 'ne';
    const to = isAsked ? targetOf(operation, field) : undefined;
    return to === undefined ? [] : [{ name, to }];
  });
}

function targetOf(operation: Operation, name: string): string | undefined {
  const to = targetOfField(operation, name);
  if (to === undefined && /_id$/.test(name) && name !== 'external_id')
    throw new Error(`${operation.id} takes ${name}; \`others\` must say which records it names`);
  return to;
}

function targetOfField(operation: Operation, name: string): string | undefined {
  if (name === 'replace_with' || name === 'id') return filteredResource(operation)?.plural ?? pluralOf(operation);
  const fields = Object.entries(filteredResource(operation)?.fields ?? {});
  const [, field] = fields.find(([plain, one]) => requestName(plain, one) === name) ?? [];
  return field && 'to' in field ? field.to : others[name];
}

/** A report takes the filters of projects. */
const filteredResource = (operation: Operation): Resource | undefined =>
  operation.tag === 'reports' ? resourceOf('projects') : resourceOfOperation(operation);

/** Returns the request with a value of the parameter, which takes the place of another value. */
export function withParameter(request: SoundRequest, name: string, value: string): SoundRequest {
  const [path = '', query] = request.path.split('?');
  const values = new URLSearchParams(query);
  values.set(name, value);
  return { ...request, path: `${path}?${values.toString()}` };
}
