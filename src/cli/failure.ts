import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { WorkersFailed } from '../cluster/workers.ts';
import { ConfigurationMistakes } from '../config.ts';
import { type Problem, Refusal } from '../refusal.ts';
import { EngineMistake } from '../database/engine-errors.ts';

/** The message for an error that the operator can fix; undefined for a fault of the program. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof ConfigurationMistakes || error instanceof EngineMistake) return error.message;
  if (error instanceof WorkersFailed) return error.message;
  if (error instanceof Refusal) return refusalText(error);
  return isSystemError(error) ? systemErrorText(error) : undefined;
}

function refusalText({ code, message, problems }: Refusal): string {
  if (code !== 'validation_failed' || problems.length === 0) return message;
  return problems.map((problem) => `${subject(problem)} ${problem.message}`).join('; ');
}

/** The name of the option for a field of the body. */
function subject({ parameter, pointer }: Problem): string {
  const [, , field = ''] = pointer?.split('/') ?? [];
  return parameter ?? `--${field.replaceAll('_', '-')}`;
}

/** An error of a system call, as Node reports it. */
interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly address?: string;
  readonly path?: string;
  readonly port?: number;
}

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'syscall' in error && 'code' in error;

function systemErrorText(error: SystemError): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} on ${error.address} is in use: stop the program that listens there, or set another PORT.`;
  }
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') {
    return `The service cannot listen on HOST and PORT: ${error.message}`;
  }
  if (error.syscall === 'mkdir' && error.code === 'ENOENT') return `The system creates no folder ${error.path}.`;
  const reason = error.path === undefined ? undefined : onPath[error.code]?.(error.path);
  return reason ?? (error.code === 'EISDIR' ? 'The command needs a file, not a folder.' : error.message);
}

/** What is wrong with a path, by the code of the error. */
const onPath: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) =>
    existsSync(dirname(path)) ? `There is no file or folder ${path}.` : `There is no folder ${dirname(path)}.`,
  EEXIST: (path) => `${path} is a file, not a folder.`,
  ENOTDIR: (path) => `${fileOn(dirname(path))} is a file, not a folder.`,
};

/** The file on a path that goes on below it. */
const fileOn = (path: string): string => (existsSync(path) ? path : fileOn(dirname(path)));
