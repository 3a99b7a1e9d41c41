import { Refusal } from '../refusal.ts';
import { passwordProblem } from '../resources/secrets.ts';
import type { Check } from './checks.ts';
import type { Terminal } from './terminal.ts';

/** The two ways to give a password; without either there is none. */
export interface PasswordOptions {
  readonly password?: string | undefined;
  /** Keeps it out of the list of processes and the shell's history. */
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

/** The rule for passwords, told of the option. */
export function passwordCheck(password: string, option: string): Check {
  const { code, message } = passwordProblem(password) ?? { code: 'too_short', message: '' };
  return [option, message === '', code, message];
}
