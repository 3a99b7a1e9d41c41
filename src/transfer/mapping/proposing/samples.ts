import type { Transform } from '../../../resources/transfer/mapping.ts';
import { blankWords } from '../../../resources/transfer/words/value-words.ts';
import type { FileColumn } from '../../../resources/transfer/imports.ts';
import { foldName } from '../reading-text/folding.ts';

/** The transforms by which the samples of a column become values; `null` if they are none. */
export type Form = readonly Transform[] | null;

const folded: ReadonlySet<string> = new Set(blankWords.map(foldName));

/** Whether a text stands for a value that is not there yet, such as `TBD`. */
export const isBlankWord = (text: string): boolean => folded.has(foldName(text));

/** Whether at least half of the samples fit. The dry run tells of the others. */
export const mostFit = (samples: readonly string[], fits: (sample: string) => boolean): boolean =>
  samples.filter(fits).length * 2 >= samples.length;

/** Whether the samples are objects, as NDJSON holds a whole address, and the records that it refers to. */
export const areObjects = (samples: readonly string[]): boolean =>
  samples.length > 0 && samples.every((sample) => /^\[?\{/.test(sample));

/** Whether a column has the name of the id of a reference. */
export const isReferenceId = (name: string, column: Pick<FileColumn, 'name'>): boolean => column.name === `${name}_id`;
