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
  if (error.code === 'ENOENT' && error.path !== undefined) return `There is no file or folder ${error.path}.`;
  return error.code === 'EISDIR' ? 'The command needs a file, not a folder.' : error.message;
}
