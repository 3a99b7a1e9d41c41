import { resourceOf, resources } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import { choiceName } from '../../resources/labels.ts';

/** The records that people work with, in the order of the trash. */
const records: readonly Resource[] = [
  ...['projects', 'companies', 'contacts', 'leads', 'tasks', 'calls', 'notes', 'files'],
  ...['task_lists', 'project_team_memberships', 'saved_views', 'import_mappings'],
].map(resourceOf);

/** The lists of the settings. A user who has left is among the users. */
const lists = resources.filter(
  ({ adminOnly, embeddedOnly, plural }) => adminOnly && !embeddedOnly && plural !== 'users',
);

/** The kinds of records whose deleted ones a person can restore. */
export const trashedFamilies = (isAdmin: boolean): { records: readonly Resource[]; lists: readonly Resource[] } => ({
  records,
  lists: isAdmin ? lists : [],
});

/** `Project stages`. */
export const familyName = ({ plural }: Resource): string => names[plural] ?? choiceName(plural);

const names: Readonly<Record<string, string>> = { project_team_memberships: 'Team members' };
