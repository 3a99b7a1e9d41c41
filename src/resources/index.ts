import { calls } from './calls.ts';
import { companies } from './companies.ts';
import { contacts } from './contacts.ts';
import { customFieldDefinitions } from './custom-fields.ts';
import { leads } from './leads.ts';
import { imports, lists } from './lists.ts';
import { projectStages } from './project-stages.ts';
import { projectTeamMemberships, projectTeamRoles } from './project-team.ts';
import { projects } from './projects.ts';
import type { Resource } from './resource.ts';
import { savedViews } from './saved-views.ts';
import { taskLists } from './task-lists.ts';
import { tasks } from './tasks.ts';
import { users } from './users.ts';

/** Every noun of the product. A resource that stands here has its operations, its document and its tests. */
export const resources: readonly Resource[] = [
  calls,
  companies,
  contacts,
  customFieldDefinitions,
  imports,
  leads,
  ...lists,
  projectStages,
  projectTeamMemberships,
  projectTeamRoles,
  projects,
  savedViews,
  taskLists,
  tasks,
  users,
];

const byPlural = new Map(resources.map((resource) => [resource.plural, resource]));

/** The resource of a plural name. Throws on a name that no declaration has. */
export function resourceOf(plural: string): Resource {
  const found = byPlural.get(plural);
  if (!found) throw new Error(`No resource is called ${plural}`);
  return found;
}

/** The small resources: each account's are held in the process. */
export const directoryResources = resources.filter((resource) => resource.kept === 'directory');
