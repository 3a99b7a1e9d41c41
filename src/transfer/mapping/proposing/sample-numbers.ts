import { numberReader, plainNumber } from '../reading-text/numbers.ts';
import { isUnfit } from '../reading-text/unfit.ts';
import { countRead, type DecimalSign, type DecimalSigns, isUnclear, numberForms } from './decimal-signs.ts';
import { type Form, mostFit } from './samples.ts';

interface Wanted {
  /** The factor, if the unit differs. */
  readonly times?: number | undefined;
  /** The numbers need no step if all are plain. */
  readonly isExport: boolean;
  /** Whether the numbers are amounts or counts, which have no three decimals. */
  readonly isGrouped: boolean;
  readonly decimals: DecimalSigns | undefined;
}

/** Numbers: the form that fits most of them. */
export function numberForm(samples: readonly string[], wanted: Wanted): Form {
  const { times, isExport } = wanted;
  if (isExport && times === undefined && samples.every((sample) => !isUnfit(plainNumber(sample)))) return [];
  const [points, commas] = [countRead('.', samples), countRead(',', samples)];
  if (Math.max(points, commas) * 2 < samples.length) return null;
  const plainSign = commas > points ? ',' : '.';
  const sign = points === commas ? unclearSign(samples, wanted) : plainSign;
  return [{ number: { ...numberForms[sign], ...(times === undefined ? {} : { times }) } }];
}

/** The sign for numbers that fit both: that of the file, or the one by which `850.000` is an amount or a count. */
function unclearSign(samples: readonly string[], { decimals, isGrouped }: Wanted): DecimalSign {
  const unclear = samples.filter(isUnclear);
  const sign = decimals?.told ?? null;
  if (unclear.length === 0) return sign ?? '.';
  if (sign !== null) return sign;
  const dots = unclear.filter((sample) => sample.includes('.')).length;
  if (isGrouped) return dots * 2 > unclear.length ? ',' : '.';
  return decimals?.likely ?? '.';
}

/** Fractions: `25%` and 0.25 are read as they are; numbers above 1 are percents. */
export function fractionForm(samples: readonly string[], { isExport }: Pick<Wanted, 'isExport'>): Form {
  if (isExport && samples.every((sample) => !isUnfit(plainNumber(sample)))) return [];
  const [points, commas] = [countRead('.', samples), countRead(',', samples)];
  const form = numberForms[commas > points ? ',' : '.'];
  const read = numberReader(form, true);
  if (!mostFit(samples, (sample) => !isUnfit(read(sample)))) return null;
  const isPercent = samples.some((sample) => {
    const value = read(sample);
    return typeof value === 'number' && value > 1;
  });
  return [{ number: { ...form, ...(isPercent ? { times: 0.01 } : {}) } }];
}
