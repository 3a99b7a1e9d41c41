import { Refusal } from '../refusal.ts';
import { passwordProblem } from '../resources/vocabulary/secrets.ts';
import type { Check } from './checks.ts';
import type { Terminal } from './terminal.ts';

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

/** The rule for passwords, as a check of the option. */
export function passwordCheck(password: string, option: string): Check {
  const { code, message } = passwordProblem(password) ?? { code: 'too_short', message: '' };
  return [option, message === '', code, message];
}
