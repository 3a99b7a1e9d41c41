import { teamRoles } from './vocabulary/choices.ts';
import { choice, parts, reference, text } from './fields.ts';
import type { Resource } from './resource.ts';

/** The membership of a user in the team of one project. */
export const projectTeamMemberships = {
  singular: 'project_team_membership',
  plural: 'project_team_memberships',
  kept: 'table',
  announced: true,
  embedded: [],
  uniqueWithin: 'project_id',
  fields: {
    user: reference('users', {
      required: true,
      unique: true,
      description: 'The user who is a member of the team. A user is in the team of a project once.',
    }),
    project: reference('projects', {
      required: true,
      byQuery: true,
      description:
        'The project of the team: the one that `project_id` in the query names when you create the membership. ' +
        'Read-only.',
    }),
    roles: parts(
      { of: 'project_team_roles', key: 'role', values: teamRoles },
      {
        description:
          'The roles of the member in the team, in the order in which they were added. A request gives their `role` ' +
          'values, such as `estimator`, when it creates the membership. You add and remove later roles as project team ' +
          'roles.',
      },
    ),
  },
} as const satisfies Resource;

/** A role of a member in a project team. */
export const projectTeamRoles = {
  singular: 'project_team_role',
  plural: 'project_team_roles',
  kept: 'table',
  announced: true,
  embedded: ['role', 'name'],
  uniqueWithin: 'project_team_membership_id',
  fields: {
    role: choice(teamRoles, {
      required: true,
      unique: true,
      description: 'The role of the member in the team. A member has each role once.',
    }),
    name: text({
      readOnly: true,
      description: 'The role in words, such as `Lead Estimator`. Set by the service; read-only.',
    }),
    project_team_membership: reference('project_team_memberships', {
      required: true,
      fixed: true,
      unlisted: true,
      description: 'The membership that has the role. It cannot change once the role is created.',
    }),
  },
} as const satisfies Resource;
