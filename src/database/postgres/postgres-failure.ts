import postgres from 'postgres';
import { Refusal } from '../../refusal.ts';
import { StatementError } from '../statement-error.ts';

/** Translates the driver's error to a `StatementError`, or to `unavailable` if the server cannot be reached. */
export function translatePostgresFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (unavailable(error)) {
    const detail = 'The database cannot be reached or is overloaded; try again.';
    return new Refusal('unavailable', detail, { cause: error });
  }
  if (!(error instanceof postgres.PostgresError)) return error;
  const { code, detail, constraint_name: constraint, table_name: table, column_name: column } = error;
  return new StatementError(error.message, { code, constraint, table, column, detail }, error);
}

function unavailable(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof postgres.PostgresError) return unavailableStates.test(code);
  return connectionCodes.test(code);
}

/** Connection exceptions, insufficient resources, cancellation or timeout, read-only, shutdown or startup. */
const unavailableStates = /^(?:08|53|57014|57P0[1-5]|25006)/;

const connectionCodes = /^(?:CONNECTION_|CONNECT_|E(?:CONN|HOST|NET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|NOENT$))/;
