import { snakeCase } from '../domain/entry-key.ts';
import type { RequestContext } from '../records/request-context.ts';
import { Refusal } from '../refusal.ts';
import { words } from '../resources/in-words.ts';
import { directoryResources, resourceOf } from '../resources/index.ts';
import { startingStages } from '../resources/vocabulary/reference-data.ts';
import type { Directory } from '../store/rows/directory.ts';
import { type Name, pluralOf } from './deed.ts';

/** The ids of records, by name. */
export type Ids = ReadonlyMap<Name, string>;

/**
 * The ids of the account's list entries and of the user who acts as the firm's admin, by name. A stage that the account
 * has switched off is replaced by its neighbour.
 */
export function namedEntries({ directory, actor }: RequestContext): Ids {
  const live = directoryResources.flatMap(({ plural }) =>
    [...directory.entries(plural).values()]
      .filter((entry) => entry.deleted_at === null && 'key' in entry)
      .map((entry): [Name, string] => [`${plural}/${entry['key'] as string}`, entry.id]),
  );
  return new Map([...stages(directory), ...live, ['users/admin', actor.userId]]);
}

/** For each initial stage the last live stage of its category up to its place, otherwise the first one. */
function stages(directory: Directory): [Name, string][] {
  const live = [...directory.entries('project_stages').values()].filter((stage) => stage.deleted_at === null);
  live.sort((one, other) => one.position - other.position);
  return startingStages.flatMap(({ name, category }, index): [Name, string][] => {
    const alike = live.filter((stage) => stage.category === category);
    const stage = alike.findLast(({ position }) => position <= index + 1) ?? alike[0];
    return stage ? [[`project_stages/${snakeCase(name)}`, stage.id]] : [];
  });
}

/** The refusal of sample data whose list entries the account has deleted. It names them as the page does. */
export function entriesMissing(directory: Directory, names: readonly Name[]): Refusal {
  const missing = names.map((name) => {
    const plural = pluralOf(name);
    const key = name.slice(plural.length + 1);
    const entry = [...directory.entries(plural).values()].find((one) => 'key' in one && one['key'] === key);
    return `the ${words(resourceOf(plural))} ${JSON.stringify(entry?.['name'] ?? key)}`;
  });
  const pages = new Set(names.map((name) => `Settings > ${pluralOf(name) === 'project_stages' ? 'Stages' : 'Lists'}`));
  const where = [...pages].map((page) => JSON.stringify(page)).join(' and ');
  return new Refusal(
    'conflict',
    `Sample data needs entries that the account has deleted: ${missing.join(', ')}. Restore them in ${where}, under Deleted.`,
  );
}
