import type { Schemas } from '../../../client/operations.ts';
import { queryOptions } from '@tanstack/react-query';
import type { TeamRole } from '../../../resources/vocabulary/choices.ts';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';

/** A person in the team of a project. */
export type Member = Schemas['ProjectTeamMembershipRead'];

const queryKey = ['project_team_memberships', 'of'] as const;

/** The people in the team of a project. */
export const teamQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...queryKey, projectId],
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, per_page: 500 };
      const { body } = await api.send('GET /project_team_memberships', { query, signal });
      return body.project_team_memberships;
    },
  });

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey });

/** Adds a person to the team of a project. @throws {Refused} @throws {Unreachable} */
export async function addMember(projectId: string, userId: string, roles: readonly TeamRole[]): Promise<void> {
  const body = { project_team_membership: { user_id: userId, roles } };
  await api.send('POST /project_team_memberships', { query: { project_id: projectId }, body });
  await readAgain();
}

/** Gives a person other roles. Each role is a record of its own. @throws {Refused} @throws {Unreachable} */
export async function changeRoles({ id, roles }: Member, wanted: readonly TeamRole[]): Promise<void> {
  try {
    for (const role of wanted.filter((one) => !roles.some((has) => has.role === one))) {
      const body = { project_team_role: { project_team_membership_id: id, role } };
      await api.send('POST /project_team_roles', { body });
    }
    for (const left of roles.filter(({ role }) => !wanted.includes(role))) {
      await api.send('DELETE /project_team_roles/{id}', { path: { id: left.id } });
    }
  } finally {
    await readAgain();
  }
}
