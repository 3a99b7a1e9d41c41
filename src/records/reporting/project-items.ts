import { resourceOf } from '../../resources/index.ts';
import type { Row } from '../../resources/resource.ts';
import { rendererOf } from '../reading/renderer.ts';
import type { RequestContext } from '../request-context.ts';
import { parsed } from '../results.ts';

/** The keys of a project that an item of a report shows beside its name. */
const besideName = ['company', 'project_stage', 'assigned_to', 'amount'] as const;

/** The keys to read for the item of a project. */
export const itemKeys: readonly string[] = ['name', ...besideName];

/** A project in a list of a report. */
export interface ProjectItem {
  readonly project: { readonly id: string; readonly name: string };
  readonly company: object | null;
  readonly project_stage: object;
  readonly assigned_to: object | null;
  readonly amount: number | null;
}

/** Makes the items of projects from rows with `itemKeys`. */
export function projectItems({ directory, at }: RequestContext): (row: Row) => ProjectItem {
  const render = rendererOf({ resource: resourceOf('projects'), keys: ['id', ...itemKeys] }, directory, at);
  return (row) => {
    const { id, name, ...beside } = parsed<Omit<ProjectItem, 'project'> & ProjectItem['project']>(render(row));
    return { project: { id, name }, ...beside };
  };
}
