import { teamRoles } from './choices.ts';
import { choice, parts, reference, text } from './fields.ts';
import type { Resource } from './resource.ts';

/** A user's place in the team of one project. */
export const projectTeamMemberships: Resource = {
  singular: 'project_team_membership',
  plural: 'project_team_memberships',
  kept: 'table',
  announced: true,
  embedded: [],
  uniqueWithin: 'project_id',
  fields: {
    user: reference('users', { required: true, unique: true }),
    project: reference('projects', { required: true, byQuery: true }),
    roles: parts('project_team_roles', 'role', teamRoles),
  },
};

/** What a member of a team does there. */
export const projectTeamRoles: Resource = {
  singular: 'project_team_role',
  plural: 'project_team_roles',
  kept: 'table',
  announced: true,
  embedded: ['role', 'name'],
  uniqueWithin: 'project_team_membership_id',
  fields: {
    role: choice(teamRoles, { required: true, unique: true }),
    name: text({ readOnly: true }),
    project_team_membership: reference('project_team_memberships', { required: true, fixed: true, unlisted: true }),
  },
};
