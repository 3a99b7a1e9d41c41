import { resourceOf } from '../../resources/index.ts';
import type { Row } from '../../resources/resource.ts';
import { rendererOf } from '../reading/renderer.ts';
import type { RequestContext } from '../request-context.ts';
import { joinedJson, type JsonText } from './exact-json.ts';

/** The keys of a project that an item of a report shows beside its name. */
const besideName = ['company', 'project_stage', 'assigned_to', 'amount'] as const;

/** The keys to read for the item of a project. */
export const itemKeys: readonly string[] = ['name', ...besideName];

/** Members of an item besides those of its project. */
interface OwnMembers {
  readonly before?: object;
  readonly after: object;
}

/**
 * Makes the items of projects from rows with `itemKeys`: `{"project": {"id", "name"}, "company", …}`, with own members
 * around them. @param keys those beside the name.
 */
export function projectItems(
  { directory, at }: RequestContext,
  keys: readonly (typeof besideName)[number][] = besideName,
): (row: Row, own: OwnMembers) => JsonText {
  const render = (shown: readonly string[]) =>
    rendererOf({ resource: resourceOf('projects'), keys: shown }, directory, at);
  const [project, beside] = [render(['id', 'name']), render(keys)];
  return (row, { before = {}, after }) =>
    joinedJson([before, { project: { jsonText: project(row) } }, { jsonText: beside(row) }, after]);
}
