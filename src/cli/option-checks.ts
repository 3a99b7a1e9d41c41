import { refuseFaulty, type Problem, type ProblemCode, Refusal } from '../refusal.ts';
import { guessableProblem } from '../resources/vocabulary/common-passwords.ts';
import { passwordProblem } from '../resources/vocabulary/secrets.ts';
import type { Terminal } from './terminal.ts';

/** A condition on an option, and the problem to report if it does not hold. */
type Check = readonly [option: string, holds: boolean, code: ProblemCode, message: string];

/** @throws {Refusal} with every check that does not hold. */
export function refuseUnless(checks: readonly Check[]): void {
  refuseFaulty(
    checks.flatMap(([parameter, holds, code, message]): Problem[] => (holds ? [] : [{ parameter, code, message }])),
  );
}

/** One line of text that is not blank. */
export const isName = (text: string): boolean => text.trim() !== '' && [...text].length <= 255;

/** The two options for a password; without either there is none. */
export interface PasswordOptions {
  readonly password?: string | undefined;
  /** Keeps the password out of the process list and the shell's history. */
  readonly passwordStdin?: true | undefined;
}

/** @param option the name of the option, for messages. */
export async function givenPassword(
  terminal: Terminal,
  { password, passwordStdin }: PasswordOptions,
  option = '--password',
): Promise<string | undefined> {
  if (passwordStdin && password !== undefined) {
    throw new Refusal('validation_failed', `Give either ${option} or ${option}-stdin.`);
  }
  return passwordStdin ? (await terminal.input()).replace(/\r?\n$/, '') : password;
}

/**
 * The rules for a new password, as a check of the option.
 * @param own texts that others know of the user.
 */
export function passwordCheck(password: string, option: string, own: readonly string[]): Check {
  const guessable = { code: 'not_allowed', message: guessableProblem(password, own) ?? '' } as const;
  const { code, message } = passwordProblem(password) ?? guessable;
  return [option, message === '', code, message];
}
