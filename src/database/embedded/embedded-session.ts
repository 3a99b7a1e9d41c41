import { messages, protocol } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import type { ResultColumn, Param, Table } from '../engine.ts';
import type { EmbeddedThread } from './embedded-thread.ts';
import { type BackendMessage, parseMessages } from './backend-messages.ts';
import { joinBytes } from './join-bytes.ts';
import { encodeParams, parseValue } from '../engine-values.ts';
import { StatementError } from '../engine-errors.ts';

/**
 * The only session of the embedded Postgres. It runs one statement at a time. It speaks the wire protocol itself, so
 * a statement takes one call instead of five, keeps its plan, and returns the same text as a server.
 */
export class EmbeddedSession {
  readonly #thread: EmbeddedThread;
  readonly #names = new StatementNames(200);
  #shapesChanged = false;

  constructor(thread: EmbeddedThread) {
    this.#thread = thread;
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

  /** Drops the kept plans after a statement that may change a table's shape, and after a rollback that reverts it. */
  #forgetChanged(text: string): void {
    const mayChange = !harmless.test(text);
    if (!mayChange && !(this.#shapesChanged && rollback.test(text))) return;
    this.#names.forgetAll();
    this.#shapesChanged = mayChange;
  }

  /** Runs several statements without parameters, and discards their results. */
  async script(text: string): Promise<void> {
    const answers = await this.#exchange([serialize.query(text)]);
    this.#names.forgetAll();
    tableOf(answers);
  }

  async #exchange(requests: readonly Uint8Array[]): Promise<BackendMessage[]> {
    const closes = this.#names.takeForgotten().map((name) => serialize.close({ type: 'S', name }));
    const answers = await this.#answers(joinBytes([...closes, ...requests, serialize.sync()]));
    if (answers.at(-1)?.name === 'readyForQuery' && !answers.some(fatal)) return answers;
    throw new SessionLost(answers.find((answer) => answer instanceof messages.DatabaseError));
  }

  async #answers(batch: Uint8Array<ArrayBuffer>): Promise<BackendMessage[]> {
    try {
      const { buffer } = await this.#thread.exchange(batch);
      return parseMessages(Buffer.from(buffer));
    } catch (error) {
      throw new SessionLost(error);
    }
  }
}

/** The embedded Postgres stopped during a statement. Only a new start shows which writes it kept. */
export class SessionLost extends Error {
  constructor(cause: unknown) {
    super(`the embedded database stopped: ${cause instanceof Error ? cause.message : 'it did not answer'}`, { cause });
    this.name = 'SessionLost';
  }
}

const { serialize } = protocol;

/** Statements that are sent repeatedly and cannot change a table's shape. */
const worthKeeping = /^\s*(?:select|insert|update|delete|with)\b/i;

/** Other statements that cannot change a table's shape. */
const harmless = /^\s*(?:begin|commit|rollback|set|show|lock|checkpoint|analyze|declare|fetch|close)\b/i;
const rollback = /^\s*rollback\b/i;

const fatal = (answer: BackendMessage): boolean =>
  answer instanceof messages.DatabaseError && (answer.severity === 'FATAL' || answer.severity === 'PANIC');

function tableOf(answers: readonly BackendMessage[]): Table {
  const rows: Record<string, unknown>[] = [];
  let columns: readonly ResultColumn[] = [];
  for (const answer of answers) {
    if (answer instanceof messages.DatabaseError) throw statementError(answer);
    if (answer instanceof messages.RowDescriptionMessage) {
      columns = answer.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
    }
    if (answer instanceof messages.DataRowMessage) rows.push(readRow(answer.fields, columns));
  }
  return { columns, rows };
}

function readRow(values: readonly (string | null)[], columns: readonly ResultColumn[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, { name, type }] of columns.entries()) row[name] = parseValue(type, values[index] ?? null);
  return row;
}

function statementError(report: messages.DatabaseError): StatementError {
  const { constraint, table, column, detail, where: context } = report;
  return new StatementError(
    report.message,
    { code: report.code ?? 'XX000', constraint, table, column, detail, context },
    report,
  );
}

/** The names under which a session keeps parsed statements. The least recently used one makes room for a new one. */
class StatementNames {
  readonly #names: LRUCache<string, string>;
  #forgotten: string[] = [];
  #count = 0;

  constructor(limit: number) {
    this.#names = new LRUCache({ max: limit, dispose: (name) => this.#forgotten.push(name) });
  }

  /** The name of a statement. The caller must first parse a new statement under its name. */
  of(text: string): { name: string; isNew: boolean } {
    const known = this.#names.get(text);
    if (known !== undefined) return { name: known, isNew: false };
    const name = `s${++this.#count}`;
    this.#names.set(text, name);
    return { name, isNew: true };
  }

  forget(text: string): void {
    this.#names.delete(text);
  }

  forgetAll(): void {
    this.#names.clear();
  }

  /** Names that the session can close now. */
  takeForgotten(): string[] {
    const names = this.#forgotten;
    this.#forgotten = [];
    return names;
  }
}
