import { messages, type PGlite, protocol } from '@electric-sql/pglite';
import type { Column, Param, Table } from './engine.ts';
import { encodeParams, parseValue } from './engine-values.ts';
import { StatementError } from './statement-error.ts';
import { StatementNames } from './statement-names.ts';

/**
 * The one session of the embedded Postgres, one statement at a time. It speaks the wire protocol
 * itself: a statement is one call instead of five, keeps its plan, and yields the same text as a server.
 */
export class EmbeddedSession {
  readonly #pglite: PGlite;
  readonly #names = new StatementNames(200);
  #shapesChanged = false;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
    throwWhatStops(pglite.Module);
  }

  async run(text: string, params: readonly Param[] = []): Promise<Table> {
    const keep = worthKeeping.test(text);
    const { name, isNew } = keep ? this.#names.of(text) : { name: '', isNew: true };
    const answers = await this.#exchange([
      ...(isNew ? [serialize.parse({ name, text })] : []),
      serialize.bind({ statement: name, values: encodeParams(params) }),
      serialize.describe({ type: 'P' }),
      serialize.execute(),
    ]);
    if (isNew && !answers.some((answer) => answer.name === 'parseComplete')) this.#names.forget(text);
    if (!keep) this.#forgetChanged(text);
    return tableOf(answers);
  }

  /** What is not harmless may have changed what the kept plans are about; a rollback then changes it back. */
  #forgetChanged(text: string): void {
    const mayChange = !harmless.test(text);
    if (!mayChange && !(this.#shapesChanged && rollback.test(text))) return;
    this.#names.forgetAll();
    this.#shapesChanged = mayChange;
  }

  /** Several statements without parameters and without their results. */
  async script(text: string): Promise<void> {
    const answers = await this.#exchange([serialize.query(text)]);
    this.#names.forgetAll();
    tableOf(answers);
  }

  async #exchange(requests: readonly Uint8Array[]): Promise<Answer[]> {
    const closes = this.#names.takeForgotten().map((name) => serialize.close({ type: 'S', name }));
    const batch = Buffer.concat([...closes, ...requests, serialize.sync()]);
    const answers = await this.#answers(batch);
    if (answers.at(-1)?.name === 'readyForQuery' && !answers.some(fatal)) return answers;
    throw new SessionLost(answers.find((answer) => answer instanceof messages.DatabaseError));
  }

  async #answers(batch: Uint8Array): Promise<Answer[]> {
    try {
      return await this.#pglite.execProtocolStream(batch, { syncToFs: false, throwOnError: false });
    } catch (error) {
      throw new SessionLost(error);
    }
  }
}

/** The embedded Postgres has stopped in the middle: only a new start can tell what it kept. */
export class SessionLost extends Error {
  constructor(cause: unknown) {
    super(`the embedded database stopped: ${cause instanceof Error ? cause.message : 'it did not answer'}`, { cause });
    this.name = 'SessionLost';
  }
}

type Answer = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

/** The part of PGlite's module that `execProtocolStream` goes round in. */
interface MainLoop {
  _PostgresMainLoopOnce: () => void;
  stackRestore: (pointer: number) => void;
}

/**
 * PGlite swallows whatever its main loop throws and goes on. That is right for the jump with which
 * Postgres reports an error; after a panic it goes round for ever, so that has to get out of the loop.
 */
function throwWhatStops(module: MainLoop): void {
  const { _PostgresMainLoopOnce: runOnce, stackRestore } = module;
  let stop: { readonly cause: unknown } | undefined;
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      const jump = error instanceof Object && 'status' in error && error.status === errorJump;
      if (!jump) stop = { cause: error };
      throw error;
    }
  };
  module.stackRestore = (pointer) => {
    if (stop !== undefined) throw stop.cause;
    stackRestore(pointer);
  };
}

/** The status with which PGlite leaves its main loop to handle an error. */
const errorJump = 100;

const { serialize } = protocol;

/** What is sent again and again, and cannot change a table's shape. */
const worthKeeping = /^\s*(?:select|insert|update|delete|with)\b/i;

/** What cannot change a table's shape either. */
const harmless = /^\s*(?:begin|commit|rollback|set|show|lock|checkpoint|analyze)\b/i;
const rollback = /^\s*rollback\b/i;

const fatal = (answer: Answer): boolean =>
  answer instanceof messages.DatabaseError && (answer.severity === 'FATAL' || answer.severity === 'PANIC');

function tableOf(answers: readonly Answer[]): Table {
  const rows: Record<string, unknown>[] = [];
  let columns: readonly Column[] = [];
  for (const answer of answers) {
    if (answer instanceof messages.DatabaseError) throw statementError(answer);
    if (answer instanceof messages.RowDescriptionMessage) {
      columns = answer.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
    }
    if (answer instanceof messages.DataRowMessage) rows.push(readRow(answer.fields, columns));
  }
  return { columns, rows };
}

function readRow(values: readonly (string | null)[], columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, { name, type }] of columns.entries()) row[name] = parseValue(type, values[index] ?? null);
  return row;
}

function statementError(report: messages.DatabaseError): StatementError {
  const { constraint, table, column, detail } = report;
  return new StatementError(
    report.message,
    { code: report.code ?? 'XX000', constraint, table, column, detail },
    report,
  );
}
