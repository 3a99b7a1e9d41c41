import { teamRoleNames } from '../resources/vocabulary/choices.ts';
import type { projectTeamRoles } from '../resources/project-team.ts';
import { differing, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

/** Sets the display name of a team role. */
export const nameTeamRole: Rule<typeof projectTeamRoles> = (change) => {
  const { role } = change.after;
  return isWritten(change) && role ? { set: differing(change, { name: teamRoleNames[role] }) } : {};
};
