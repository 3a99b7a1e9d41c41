import { companies } from './companies.ts';
import { contacts } from './contacts.ts';
import { customFieldDefinitions } from './custom-fields.ts';
import { imports, lists } from './lists.ts';
import { projectStages } from './project-stages.ts';
import { projects } from './projects.ts';
import type { Resource } from './resource.ts';
import { users } from './users.ts';

/** Every noun of the product. A resource that stands here has its operations, its document and its tests. */
export const resources: readonly Resource[] = [
  companies,
  contacts,
  customFieldDefinitions,
  imports,
  ...lists,
  projectStages,
  projects,
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
