import { createMembership, deleteMembership, restoreMembership } from '../records/project-team.ts';
import { notFound } from '../records/judge.ts';
import { readOne } from '../records/read.ts';
import { resourceOf } from '../resources/index.ts';
import type { Operation, QueryParameter } from './operation.ts';
import { bodiless, type Ground, itemOf, recordAnswer, recordOperations } from './record-operations.ts';

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
    query: [projectId('The project it must belong to; of another one it counts as not there.')],
    handle: async ({ call, path, query }) => {
      const id = path['id'] ?? '';
      const answer = await readOne(ground.store, call, memberships, id);
      const wanted = query['project_id'];
      if (wanted === undefined || ownerOf(answer.body ?? '') === wanted) return answer;
      throw notFound(memberships, id);
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

function ownerOf(body: string): string | undefined {
  const { project_team_membership: membership } = JSON.parse(body) as {
    project_team_membership: { project: { id: string } | null };
  };
  return membership.project?.id;
}
