import { type TeamRole, teamRoleNames } from '../resources/choices.ts';
import { differing, isWritten } from './given.ts';
import type { Rule } from './rule.ts';

/** A role in a team is shown by its name in words. */
export const nameTeamRole: Rule = (change) => {
  const role = change.after['role'] as TeamRole | undefined;
  return isWritten(change) && role ? { set: differing(change, { name: teamRoleNames[role] }) } : {};
};
