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
