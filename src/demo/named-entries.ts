import { snakeCase } from '../domain/entry-key.ts';
import type { RequestContext } from '../records/request-context.ts';
import { directoryResources } from '../resources/index.ts';
import { startingStages } from '../resources/vocabulary/reference-data.ts';
import type { Directory } from '../store/rows/directory.ts';
import type { Name } from './deed.ts';

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
