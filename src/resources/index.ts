import { calls } from './calls.ts';
import { companies } from './companies.ts';
import { contacts } from './contacts.ts';
import { customFieldDefinitions } from './custom-fields.ts';
import { files } from './files.ts';
import { goals } from './goals.ts';
import { leads } from './leads.ts';
import { imports, lists } from './lists.ts';
import { projectStages } from './project-stages.ts';
import { projectTeamMemberships, projectTeamRoles } from './project-team.ts';
import { projects } from './projects.ts';
import { notes } from './notes.ts';
import type { RecordOf } from './record-types.ts';
import type { Resource, Row } from './resource.ts';
import { savedViews } from './saved-views.ts';
import { taskLists } from './task-lists.ts';
import { tasks } from './tasks.ts';
import { importMappings } from './transfer/import-mappings.ts';
import { users } from './users.ts';

const declared = [
  calls,
  companies,
  contacts,
  customFieldDefinitions,
  files,
  goals,
  importMappings,
  imports,
  leads,
  ...lists,
  notes,
  projectStages,
  projectTeamMemberships,
  projectTeamRoles,
  projects,
  savedViews,
  taskLists,
  tasks,
  users,
] as const;

/** All resources of the product. Each resource in this list has operations, documentation and tests. */
export const resources: readonly Resource[] = declared;

/** The plural names of the declarations. */
export type DeclaredPlural = (typeof declared)[number]['plural'];

/** The declaration that has a plural name. */
export type DeclaredAs<Plural extends string> = Extract<(typeof declared)[number], { readonly plural: Plural }>;

/** A stored record of the resource with a plural name; a `Row` if the name is not known at compile time. */
export type RecordNamed<Plural extends string> = string extends Plural ? Row : RecordOf<DeclaredAs<Plural>>;

const byPlural = new Map(resources.map((resource) => [resource.plural, resource]));

/** The resource of a plural name. Throws if no declaration has the name. */
export function resourceOf(plural: string): Resource {
  const found = byPlural.get(plural);
  if (!found) throw new Error(`No resource is called ${plural}`);
  return found;
}

/** The small resources, which the process caches for each account. */
export const directoryResources = resources.filter((resource) => resource.kept === 'directory');

/** The small resources that have lists of their own. */
export const directoryLists = directoryResources.filter(({ embeddedOnly }) => !embeddedOnly);
