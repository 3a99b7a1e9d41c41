import type { ChangeLine } from '../../resources/vocabulary/choices.ts';

/** The lines of the change of the pipeline, in words. */
export const changeNames: Readonly<Record<ChangeLine, string>> = {
  opening: 'Opening',
  added: 'Added',
  repriced: 'Repriced',
  moved: 'Moved',
  won: 'Won',
  lost: 'Lost',
  dropped: 'Dropped',
  closing: 'Closing',
};

/** Which projects a line lists. */
export const changeTexts: Readonly<Record<ChangeLine, string>> = {
  opening: 'Open projects at the beginning.',
  added: 'Projects that came into the pipeline: created, restored, reopened, or found by the filters since.',
  repriced: 'Open projects whose amount or probability changed.',
  moved: 'Projects that went to another group: out of the old one, below 0, and into the new one.',
  won: 'Projects that were won, with their final amounts.',
  lost: 'Projects that were lost, with their final amounts.',
  dropped: 'Projects that left in another way: cancelled, not pursued, deleted, or no longer found by the filters.',
  closing: 'Open projects at the end.',
};
