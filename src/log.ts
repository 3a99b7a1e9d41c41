import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './variable-kinds.ts';
import { withoutControlsInLines } from './control-characters.ts';

export type Log = Logger;

const secrets = ['authorization', 'cookie', 'password', 'token', 'secret', 'client_secret', 'access_token'];

/**
 * Logs one JSON object per line to standard error. Standard output is for the startup notice to the operator.
 * @param destination replaces standard error in tests.
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
      // JSON does not escape DEL, C1 and the characters that change the text direction.
      hooks: { streamWrite: withoutControlsInLines },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    destination,
  );
}

/** A database error: its members that hold no value of a record. */
interface Failure extends Error {
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
}

/** The limit of logged causes, because causes can form a cycle. */
const mostCauses = 5;

/** Logs only the members named here. Others can quote the record, such as a database's `detail`. */
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

/** The stack frames. Removes the message first, because a line of it can look like a frame. */
const stackOf = ({ stack = '', message }: Error): string =>
  (stack.replace(message, '').match(/^ {4}at .*$/gm) ?? []).join('\n');
