import type { NumberForm } from '../../../resources/transfer/mapping.ts';
import { numberReader, plainNumber } from '../reading-text/numbers.ts';
import { isUnfit } from '../reading-text/unfit.ts';
import { type Form, mostFit } from './samples.ts';

const european: NumberForm = { decimal: ',', group: '.' };

interface Wanted {
  /** The factor, if the unit differs. */
  readonly times?: number | undefined;
  /** The numbers need no step if all are plain. */
  readonly isExport: boolean;
}

/** Numbers: the form that fits most of them. One that fits as many with a decimal point is read with it. */
export function numberForm(samples: readonly string[], { times, isExport }: Wanted): Form {
  if (isExport && times === undefined && samples.every((sample) => !isUnfit(plainNumber(sample)))) return [];
  const factor = times === undefined ? {} : { times };
  const countOf = (form: NumberForm) => {
    const read = numberReader(form, false);
    return samples.filter((sample) => !isUnfit(read(sample))).length;
  };
  const [us, other] = [countOf({}), countOf(european)];
  if (Math.max(us, other) * 2 < samples.length) return null;
  return [{ number: us >= other ? factor : { ...european, ...factor } }];
}

/** Fractions: `25%` and 0.25 are read as they are; numbers above 1 are percents. */
export function fractionForm(samples: readonly string[], { isExport }: Wanted): Form {
  const read = numberReader({}, true);
  if (!mostFit(samples, (sample) => !isUnfit(read(sample)))) return null;
  if (isExport && samples.every((sample) => !isUnfit(plainNumber(sample)))) return [];
  const isPercent = samples.some((sample) => {
    const value = read(sample);
    return typeof value === 'number' && value > 1;
  });
  return [{ number: isPercent ? { times: 0.01 } : {} }];
}
