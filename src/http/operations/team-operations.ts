import { change } from '../../records/changing/change.ts';
import { createMembership, deleteMembership, restoreMembership } from '../../records/operations/project-team.ts';
import type { RecordQuery } from '../../records/reading/read.ts';
import type { Item } from '../../records/changing/change-set.ts';
import type { Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { shapeParameters } from './list-parameters.ts';
import { answerChange } from '../request/answer-change.ts';
import { noContent } from '../contract/answer.ts';
import type { Operation, OperationRequest, QueryParameter, OperationDependencies } from '../contract/operation.ts';
import { recordAnswer } from './record-answer.ts';
import { bodiless, itemOf, recordOperations, showOperation, updateOperation } from './record-operations.ts';

const memberships = resourceOf('project_team_memberships');

const projectId = (description: string): QueryParameter => ({
  name: 'project_id',
  schema: { type: 'string', minLength: 1 },
  description,
});

/** The members of a project's team, with their roles. A client creates one for the project named in the query. */
export function teamOperations(dependencies: OperationDependencies): Operation[] {
  const own = special(dependencies);
  return recordOperations(dependencies, memberships).map((operation) => ({ ...operation, ...own[operation.id] }));
}

const special = (dependencies: OperationDependencies): Readonly<Record<string, Partial<Operation>>> => ({
  createProjectTeamMembership: {
    query: [{ ...projectId('The project of the team.'), required: true, namesRecord: true }],
    handle: (request) => {
      const item = sayingOfProject(itemOf(dependencies, memberships, 'create', request), namedByQuery);
      const input = { ...item.input, project_id: request.query['project_id'] ?? '' };
      const codec = recordAnswer(memberships, 201);
      return answerChange(request, codec, (context) => createMembership(context, { ...item, input }));
    },
  },
  updateProjectTeamMembership: updateOperation(dependencies, memberships, () => changeThere),
  showProjectTeamMembership: {
    ...showOperation(memberships, wantedOf),
    query: [
      ...shapeParameters(memberships),
      projectId('The project of the membership. If it belongs to another project, the answer is 404.'),
    ],
  },
  deleteProjectTeamMembership: {
    handle: (request) =>
      answerChange(request, noContent, (context) => deleteMembership(context, bodiless(memberships, request))),
  },
  restoreProjectTeamMembership: {
    handle: (request) => {
      const item = bodiless(memberships, request);
      return answerChange(request, recordAnswer(memberships, 200), (context) => restoreMembership(context, item));
    },
  },
});

function wantedOf({ path, query: { project_id: project } }: OperationRequest): RecordQuery {
  return { id: path['id'] ?? '', where: project === undefined ? {} : { project_id: project } };
}

const namedByQuery = 'is not a field: name the project in the query, ?project_id=<id>';
const staysThere = 'is not a field: a membership cannot move to another project';

const changeThere: typeof change = (context, single) =>
  change(context, { ...single, item: sayingOfProject(single.item, staysThere) });

/** Many clients send `project_id` in the body. A hint at the nearest field name would mislead them. */
function sayingOfProject(item: Item, message: string): Item {
  const pointer = `${item.pointer}/project_id`;
  const problems = item.problems.map(
    (problem): Problem => (problem.pointer === pointer ? { pointer, code: 'unknown_field', message } : problem),
  );
  return { ...item, problems };
}
