import { shortestPassword } from '../records/passwords.ts';
import { Refusal } from '../refusal.ts';
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

/** The one rule for passwords. */
export function passwordCheck(password: string | undefined, option = '--password'): Check {
  const isLong = password === undefined || [...password].length >= shortestPassword;
  return [option, isLong, 'too_short', `must have at least ${shortestPassword} characters`];
}
