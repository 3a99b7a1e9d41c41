import { createMembership, deleteMembership, restoreMembership } from '../records/project-team.ts';
import { readOne } from '../records/read.ts';
import { resourceOf } from '../resources/index.ts';
import { shapeParameters } from './list-parameters.ts';
import type { Operation, QueryParameter } from './operation.ts';
import { bodiless, type Ground, itemOf, recordAnswer, recordOperations, shapeOf } from './record-operations.ts';

const memberships = resourceOf('project_team_memberships');

const projectId = (description: string): QueryParameter => ({
  name: 'project_id',
  schema: { type: 'string' },
  description,
});

/** Members of a project's team: made for the project that the query names, with their roles. */
export const teamOperations = (ground: Ground): Operation[] =>
  recordOperations(ground, memberships).map((operation) => ({ ...operation, ...special(ground)[operation.id] }));

const special = (ground: Ground): Readonly<Record<string, Partial<Operation>>> => ({
  createProjectTeamMembership: {
    query: [{ ...projectId('The project whose team it is.'), required: true, namesRecord: true }],
    handle: (request) => {
      const item = itemOf(ground, memberships, 'create', request);
      const given = { ...item.given, project_id: request.query['project_id'] ?? '' };
      return createMembership(ground.store, request.call, { ...item, given }, recordAnswer(memberships, 201));
    },
  },
  showProjectTeamMembership: {
    query: [
      ...shapeParameters(memberships),
      projectId('The project it must belong to; of another one it counts as not there.'),
    ],
    handle: (request) => {
      const { project_id: project } = request.query;
      const where = project === undefined ? {} : { project_id: project };
      const wanted = { id: request.path['id'] ?? '', where };
      return readOne(ground.store, request.call, shapeOf(memberships, request), wanted);
    },
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
