/** Of an API token, in characters: more is not read from an `Authorization` header. */
export const longestToken = 512;

/** Of a password, in code points (NIST SP 800-63B). */
export const passwordLength = { minLength: 8, maxLength: 255 } as const;

/** What is wrong with a password. */
export interface PasswordProblem {
  readonly code: 'too_short' | 'too_long';
  readonly message: string;
}

/** The one rule for passwords, wherever one is chosen; `null` for a good one. */
export function passwordProblem(text: string): PasswordProblem | null {
  const { minLength, maxLength } = passwordLength;
  const length = [...text].length;
  if (length < minLength) return { code: 'too_short', message: `must have at least ${minLength} characters` };
  if (length > maxLength) return { code: 'too_long', message: `must have at most ${maxLength} characters` };
  return null;
}

/** Whether the text may be a token of the operator's own choice: visible ASCII, so many characters at least. */
export const isOwnToken = (text: string, least = 32): boolean =>
  /^[\x21-\x7e]+$/.test(text) && text.length >= least && text.length <= longestToken;
