/** Neighbours in the alphabet, among the digits, on the keyboards of several countries and on the number pad. */
const lines = `01234567890123456789 02468 13579 abcdefghijklmnopqrstuvwxyz !@#$%^&*()_+ !"§$%&/()=
  qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn
  1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/ zse4 xdr5 cft6 vgy7 bhu8 nji9 mko0
  741 852 963 159 357`.split(/\s+/);

const bothWays = [...lines, ...lines.map((line) => [...line].toReversed().join(''))].join('\n');

/** A text in lower case, without its runs of three or more neighbours, such as `abc`, `4321`, `qwerty` and `1qaz`. */
export function withoutRuns(text: string): string {
  const beginsRun = (at: number): boolean =>
    at >= 0 && at <= text.length - 3 && bothWays.includes(text.slice(at, at + 3));
  const isInRun = (at: number): boolean => [at - 2, at - 1, at].some(beginsRun);
  return text
    .split('')
    .filter((_, at) => !isInRun(at))
    .join('');
}

/** The letters and digits of a text. */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Everything else in a text. */
export const signsOf = (text: string): string => text.replace(/[\p{L}\p{N}]/gu, '');

/** A password with fewer different characters outside its runs is predictable. */
const leastDifferent = 4;

/**
 * Whether a password has little but runs and repetitions. Runs can be interleaved, as in `1q2w3e4r`, or have signs
 * between them.
 * @param text in lower case.
 */
export function isPredictable(text: string): boolean {
  if (/^(.{1,7}?)\1+$/su.test(text)) return true;
  const readings = [
    [text],
    [0, 1].map((half) => [...text].filter((_, index) => index % 2 === half).join('')),
    [lettersOf(text), signsOf(text)],
  ];
  return readings.some((parts) => new Set(parts.map(withoutRuns).join('')).size < leastDifferent);
}
