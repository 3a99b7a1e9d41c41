import type { BacklogLayer } from '../../resources/vocabulary/choices.ts';

/** The layers of the work to be earned, in words. */
export const layerNames: Readonly<Record<BacklogLayer, string>> = {
  backlog: 'Won',
  committed: 'Committed',
  pursuit: 'Pursuits, weighted',
};
