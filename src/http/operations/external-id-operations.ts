import {
  noSuchRecord,
  type NamedRecord,
  replayedOr,
  type SavedRecord,
  saveRecord,
  withNamed,
} from '../../records/changing/by-external-id.ts';
import type { Item } from '../../records/changing/change-set.ts';
import { type Problem, Refusal } from '../../refusal.ts';
import { oneOf, words } from '../../resources/in-words.ts';
import { hasExternalIds, type Resource } from '../../resources/resource.ts';
import { withoutInvisible } from '../../resources/vocabulary/invisible.ts';
import { schemaName, schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { unwrap } from '../../schema/validator.ts';
import type { FoundRecord } from '../../records/changing/find-by-external-id.ts';
import { type Answer, noContent } from '../contract/answer.ts';
import type { Handle, Operation, OperationDependencies, OperationRequest } from '../contract/operation.ts';
import { answerChange } from '../request/answer-change.ts';
import { recordAnswer } from './record-answer.ts';
import { itemOf, writing } from './record-operations.ts';

const prefix = 'external_id:';

/** The external id in a path such as `/projects/external_id:ERP-1`; null if the path has an id. */
const externalIdIn = ({ path: { id = '' } }: OperationRequest): string | null =>
  id.startsWith(prefix) ? id.slice(prefix.length) : null;

/** The operations of a resource; those of one live record also take its external id in the path. */
export const withExternalIds = (
  dependencies: OperationDependencies,
  resource: Resource,
  operations: readonly Operation[],
): readonly Operation[] =>
  hasExternalIds(resource)
    ? [...operations.map((operation) => taking(resource, operation)), putOperation(dependencies, resource)]
    : operations;

/** A deleted record has given its external id free, so it is restored by its id alone. */
function taking(resource: Resource, operation: Operation): Operation {
  if (!operation.path.includes('{id}') || operation.path.endsWith('/restore')) return operation;
  const named = { ...operation, takesExternalIds: true } as const;
  if (!('judgeQuery' in named)) return { ...named, handle: resolving(resource, named.handle) };
  const { judgeQuery } = named;
  return {
    ...named,
    judgeQuery: (query, directory, now) => {
      const { problems, handle } = judgeQuery(query, directory, now);
      return { problems, handle: resolving(resource, handle) };
    },
  };
}

/** Gives the operation the id of the record that the path names. */
const resolving =
  (resource: Resource, handle: Handle): Handle =>
  async (request) => {
    const externalId = externalIdIn(request);
    if (externalId === null) return await handle(request);
    const named = { resource, externalId };
    return await withNamed(request.context, named, async (found) => {
      if (found)
        return await handle({ ...request, path: { ...request.path, id: found.id }, externalId: found.externalId });
      return await answerChange(request, noContent, (context) => replayedOr(context, noSuchRecord(named)));
    });
  };

/** Creates a record with an external id, or changes the one that has it. */
const putOperation = (dependencies: OperationDependencies, resource: Resource): Operation => ({
  ...writing(resource),
  id: `put${schemaName(resource.singular)}`,
  method: 'PUT',
  path: `/${resource.plural}/{id}`,
  takesExternalIds: true,
  mayCreate: true,
  summary: `Create or change ${oneOf(resource)} by its external id`,
  explanation: explanation(resource),
  tag: resource.plural,
  query: [],
  request: wrapped(resource.singular, schemaReference(`${schemaName(resource.singular)}Update`)),
  status: 200,
  response: wrapped(resource.singular, schemaReference(schemaName(resource.singular))),
  handle: async (request) => {
    const externalId = externalIdIn(request);
    if (externalId === null) throw onlyByExternalId(resource);
    const isOnlyNew = mustBeNew(request);
    const named = { resource, externalId };
    return await withNamed(request.context, named, async (found) => {
      const refusal = found ? isOnlyNew && taken(named, found) : request.ifMatch !== undefined && noVersion(named);
      const item = itemToSave(dependencies, named, { ...request, found });
      return await answerChange(request, savedAnswer(resource), (context) =>
        refusal ? replayedOr(context, refusal) : saveRecord(context, resource, item),
      );
    });
  },
});

const explanation = (resource: Resource): string =>
  `The path has \`external_id:\` and the external id. If no live ${words(resource)} has it, the service creates one, as \
POST would, and answers 201. Otherwise it changes that one, as PATCH would. With \`If-None-Match: *\` it only creates, \
with \`If-Match\` it only changes. Of several requests at once, one creates the record.`;

const savedAnswer =
  (resource: Resource) =>
  (record: SavedRecord): Answer =>
    recordAnswer(resource, record.isNew ? 201 : 200)(record);

/** The body as that of a POST or a PATCH. A new record has the external id of the path. */
function itemToSave(
  dependencies: OperationDependencies,
  { resource, externalId }: NamedRecord,
  { found, ...request }: OperationRequest & { readonly found: FoundRecord | null },
): Item {
  const { singular } = resource;
  const key = withoutInvisible(externalId);
  const fields = unwrap(request.body, singular);
  const body = { [singular]: found ? fields : { external_id: key, ...fields } };
  const named = found ? { path: { id: found.id }, externalId: found.externalId } : { path: {} };
  const item = itemOf(dependencies, resource, found ? 'update' : 'create', { ...request, ...named, body });
  const problems = keyProblems(key, fields['external_id'], `/${singular}/external_id`);
  return { ...item, problems: [...item.problems, ...problems] };
}

/** The problems of an external id in the body beside the one in the path. */
function keyProblems(key: string, given: unknown, pointer: string): Problem[] {
  if (key.trim() === '') return [{ pointer, code: 'required', message: 'must not be blank in the path' }];
  if (given === undefined || (typeof given !== 'string' && given !== null)) return [];
  if (given !== null && withoutInvisible(given).toLowerCase() === key.toLowerCase()) return [];
  return [
    { pointer, code: 'not_allowed', message: 'must be the external_id of the path, or absent; PATCH changes it' },
  ];
}

/** @throws {Refusal} `invalid_query` if the condition `If-None-Match` is not `*`. */
function mustBeNew({ ifNoneMatch }: OperationRequest): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const problem = { parameter: 'If-None-Match', code: 'not_allowed', message: 'must be *' } as const;
  throw new Refusal('invalid_query', 'If-None-Match must be *: the request then only creates.', {
    problems: [problem],
  });
}

const taken = ({ resource, externalId }: NamedRecord, { id }: FoundRecord): Refusal =>
  new Refusal('stale', `The ${words(resource)} ${id} has the external_id ${JSON.stringify(externalId)} already.`, {
    members: { existing_id: id },
  });

const noVersion = (named: NamedRecord): Refusal => new Refusal('stale', noSuchRecord(named).message);

const onlyByExternalId = ({ plural }: Resource): Refusal =>
  new Refusal('not_found', `PUT names a record by its external id, as in /${plural}/${prefix}ERP-1; PATCH by its id.`);
