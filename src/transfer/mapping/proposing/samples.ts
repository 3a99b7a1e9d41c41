import type { Transform } from '../../../resources/transfer/mapping.ts';
import { blankWords } from '../../../resources/transfer/words/value-words.ts';
import { foldName } from '../reading-text/folding.ts';

/** The transforms by which the samples of a column become values; `null` if they are none. */
export type Form = readonly Transform[] | null;

const folded: ReadonlySet<string> = new Set(blankWords.map(foldName));

/** Whether a text stands for a value that is not there yet, such as `TBD`. */
export const isBlankWord = (text: string): boolean => folded.has(foldName(text));

/** Whether at least half of the samples fit. The dry run tells of the others. */
export const mostFit = (samples: readonly string[], fits: (sample: string) => boolean): boolean =>
  samples.filter(fits).length * 2 >= samples.length;
