import { type NumberForm, numberCharacters } from '../../../resources/transfer/mapping.ts';
import { longestNumber, writtenNumbers } from '../../../resources/written-numbers/written-numbers.ts';
import { type Unfit, unfit } from './unfit.ts';

/** A number as text without a transform: digits, a sign and one decimal point. */
export function plainNumber(text: string): number | Unfit {
  return text.length <= longestNumber && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)
    ? Number(text)
    : unfit('a number of digits and one decimal point');
}

/** Reads numbers as `writtenNumbers` does, and says what it expects instead of another value. */
export function numberReader(form: NumberForm, takesPercent: boolean): (value: unknown) => number | null | Unfit {
  const read = writtenNumbers(form, takesPercent);
  const { decimal, group } = numberCharacters(form);
  const expected = unfit(`a number such as 1${group}234${decimal}50`);
  return (value) => {
    const number = read(value);
    if (number === 'percent') return notPercent;
    return number === 'no_number' ? expected : number;
  };
}

const notPercent = unfit('a number without a percent sign');
