const expectedKey: unique symbol = Symbol('expected');

/** The outcome for a value that cannot be converted: what was expected, in words that end the sentence "… is not …". */
export interface Unfit {
  readonly [expectedKey]: string;
  readonly code: string;
}

/** @param expected such as `a whole number`. */
export const unfit = (expected: string, code = 'invalid_format'): Unfit => ({ [expectedKey]: expected, code });

export const isUnfit = (value: unknown): value is Unfit =>
  typeof value === 'object' && value !== null && expectedKey in value;

export const expectedOf = (value: Unfit): string => value[expectedKey];

/** A function that answers soon-repeated questions about short texts from memory. */
export function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    if (text.length > longest) return work(text);
    const last = known.get(text);
    if (last !== undefined) return last;
    if (known.size >= most) known.clear();
    const result = work(text);
    known.set(text, result);
    return result;
  };
}

/** A function that keeps the answer to the last question, for a text of which many ask the same. */
export function rememberedLast<Result>(work: (text: string) => Result): (text: string) => Result {
  let last: { readonly text: string; readonly result: Result } | null = null;
  return (text) => {
    last = last?.text === text ? last : { text, result: work(text) };
    return last.result;
  };
}

const longest = 200;
const most = 1000;
