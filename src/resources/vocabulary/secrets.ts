/** The limit of an API token, in characters. The service does not read more of an `Authorization` header. */
export const longestToken = 512;

/** The length limits of a password, in code points (NIST SP 800-63B). */
export const passwordLength = { minLength: 8, maxLength: 255 } as const;

/** The problem of a password. */
export interface PasswordProblem {
  readonly code: 'too_short' | 'too_long';
  readonly message: string;
}

/** The one rule for every new password; `null` for a valid one. */
export function passwordProblem(text: string): PasswordProblem | null {
  const { minLength, maxLength } = passwordLength;
  const length = [...text].length;
  if (length < minLength) return { code: 'too_short', message: `must have at least ${minLength} characters` };
  if (length > maxLength) return { code: 'too_long', message: `must have at most ${maxLength} characters` };
  return null;
}

/** Whether the operator can choose the text as a token: visible ASCII, at least `least` characters. */
export const isOwnToken = (text: string, least = 32): boolean =>
  /^[\x21-\x7e]+$/.test(text) && text.length >= least && text.length <= longestToken;
