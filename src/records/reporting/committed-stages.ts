import type { RequestContext } from '../request-context.ts';

/** The ids of the stages in which the firm has committed, live or deleted. */
export const committedStages = ({ directory }: Pick<RequestContext, 'directory'>): string[] =>
  [...directory.entries('project_stages').values()]
    .filter(({ milestone }) => milestone === 'committed')
    .map(({ id }) => id);
