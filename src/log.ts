import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger;

const secrets = ['authorization', 'cookie', 'password', 'token', 'secret', 'client_secret', 'access_token'];

/**
 * One JSON object a line, to standard error: standard output is for what the operator is told at the start.
 * @param destination where the lines go instead, in tests.
 */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (thrown: unknown) => told(thrown) },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    destination,
  );
}

/** An error of the database, as far as it holds no value of a record. */
interface Failure extends Error {
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
}

/** Causes may go round in a circle. */
const mostCauses = 5;

/** Only what is named here is written: a database's `detail`, say, quotes the record. */
function told(thrown: unknown, depth = 0): object {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const { name, code, constraint, table, cause } = thrown as Failure;
  const facts = { type: name, message: messageOf(thrown), code, constraint, table, stack: stackOf(thrown) };
  return cause === undefined || depth === mostCauses ? facts : { ...facts, cause: told(cause, depth + 1) };
}

/** A data exception (SQLSTATE class 22) quotes the value in its message. */
function messageOf({ message, code }: Failure): string {
  return /^22...$/.test(code ?? '') ? message.replace(/".*"/s, '"…"') : message;
}

/** Where the error was made; a line of the message may look like a call, so the message is taken out first. */
const stackOf = ({ stack = '', message }: Error): string =>
  (stack.replace(message, '').match(/^ {4}at .*$/gm) ?? []).join('\n');
