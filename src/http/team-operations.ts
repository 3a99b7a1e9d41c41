import { createMembership, deleteMembership, restoreMembership } from '../records/project-team.ts';
import type { Wanted } from '../records/read.ts';
import type { Item } from '../records/work.ts';
import type { Problem } from '../refusal.ts';
import { resourceOf } from '../resources/index.ts';
import { shapeParameters } from './list-parameters.ts';
import type { Operation, OperationRequest, QueryParameter } from './operation.ts';
import type { Ground } from './ground.ts';
import {
  bodiless,
  itemOf,
  recordAnswer,
  recordOperations,
  showOperation,
  updateOperation,
} from './record-operations.ts';

const memberships = resourceOf('project_team_memberships');

const projectId = (description: string): QueryParameter => ({
  name: 'project_id',
  schema: { type: 'string', minLength: 1 },
  description,
});

/** Members of a project's team: made for the project that the query names, with their roles. */
export function teamOperations(ground: Ground): Operation[] {
  const own = special(ground);
  return recordOperations(ground, memberships).map((operation) => ({ ...operation, ...own[operation.id] }));
}

const special = (ground: Ground): Readonly<Record<string, Partial<Operation>>> => ({
  createProjectTeamMembership: {
    query: [{ ...projectId('The project whose team it is.'), required: true, namesRecord: true }],
    handle: (request) => {
      const item = sayingOfProject(itemOf(ground, memberships, 'create', request), namedByQuery);
      const given = { ...item.given, project_id: request.query['project_id'] ?? '' };
      return createMembership(ground.store, request.call, { ...item, given }, recordAnswer(memberships, 201));
    },
  },
  updateProjectTeamMembership: updateOperation(ground, memberships, async (item) => sayingOfProject(item, staysThere)),
  showProjectTeamMembership: {
    ...showOperation(ground, memberships, wantedOf),
    query: [
      ...shapeParameters(memberships),
      projectId('The project it must belong to; of another one it counts as not there.'),
    ],
  },
  deleteProjectTeamMembership: {
    handle: (request) => deleteMembership(ground.store, request.call, bodiless(memberships, request)),
  },
  restoreProjectTeamMembership: {
    handle: (request) => {
      const item = bodiless(memberships, request);
      return restoreMembership(ground.store, request.call, item, recordAnswer(memberships, 200));
    },
  },
});

function wantedOf({ path, query: { project_id: project } }: OperationRequest): Wanted {
  return { id: path['id'] ?? '', where: project === undefined ? {} : { project_id: project } };
}

const namedByQuery = 'is no field: the project is named in the query, ?project_id=<id>';
const staysThere = 'is no field: a membership stays in the team of the project for which it was made';

/** A project in the body is looked for there by many; the nearest field would lead them astray. */
function sayingOfProject(item: Item, message: string): Item {
  const pointer = `${item.pointer}/project_id`;
  const problems = item.problems.map(
    (problem): Problem => (problem.pointer === pointer ? { pointer, code: 'unknown_field', message } : problem),
  );
  return { ...item, problems };
}
