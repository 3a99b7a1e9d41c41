import { type Problem, type ProblemCode, Refusal, type RowCode } from '../../refusal.ts';
import type { Value } from '../../resources/resource.ts';
import type { Draft } from '../changing/draft.ts';
import type { Action } from '../changing/change-set.ts';

/** A row of a bulk request, as its result needs it. */
export interface ResultRow {
  /** Its JSON pointer in the body: `/projects/3`. */
  readonly pointer: string;
  /** The JSON pointer of its id, unless the row is its id. */
  readonly idPointer?: string;
  /** As given. */
  readonly externalId?: string | null;
}

const rowCodes: Readonly<Partial<Record<string, RowCode>>> = {
  not_found: 'not_found',
  in_use: 'in_use',
  conflict: 'conflict',
};

/**
 * The problems of one row, from the refusal that it caused.
 * @throws the given error if it concerns the request and not one row.
 */
export function problemsOf(thrown: unknown, { pointer, idPointer = pointer }: ResultRow): readonly Problem[] {
  if (!(thrown instanceof Refusal)) throw thrown;
  if (thrown.problems.length > 0) return thrown.problems;
  const code: ProblemCode | undefined = rowCodes[thrown.code];
  if (code === undefined) throw thrown;
  const at = code === 'not_found' ? idPointer : pointer;
  return [{ ...thrown.members, pointer: at, code, message: thrown.message }];
}

/** The limit of listed problems of one row. */
export const mostOfRow = 50;

/** The limit of listed problems of all rows; beyond it, only the first problem of each row. */
export const mostListed = 10_000;

/** The limit of all problems in characters; beyond it, only the first of each row, without its further members. */
const longestListed = 4 * 2 ** 20;

/** The limits of a problem beyond that, in characters. */
const longest = { pointer: 255, message: 200 } as const;

/** The result of one row. */
export interface BulkResult {
  /** The id of the record; null for one that was not created. */
  readonly id: string | null;
  /** The version of the record after the row; null for one that was refused. */
  readonly version: number | null;
  readonly externalId: Value;
  readonly result: 'created' | 'updated' | 'unchanged' | 'deleted' | 'restored' | 'failed';
  /** The problems of a failed row that the answer lists. */
  readonly errors?: readonly Problem[];
}

const resultOf = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
} as const satisfies Record<Action, BulkResult['result']>;

/** The results of the rows, in order. It keeps only the problems that the answer lists: they may be many and long. */
export class BulkResults {
  readonly #rows: BulkResult[] = [];
  #left = { problems: mostListed, characters: longestListed };
  #changed = 0;

  /** @param before the results of the rows that an earlier request has done. */
  constructor(before: readonly BulkResult[] = []) {
    for (const result of before) {
      this.#rows.push(result);
      if (result.result !== 'failed' && result.result !== 'unchanged') this.#changed += 1;
      this.#left.problems -= result.errors?.length ?? 0;
      for (const problem of result.errors ?? []) this.#left.characters -= JSON.stringify(problem).length;
    }
  }

  /** Results of the next rows, for `add`. Until then they can be dropped. */
  next(): BulkResults {
    const next = new BulkResults();
    next.#left = { ...this.#left };
    return next;
  }

  /** Adds the results of the next rows. */
  add(next: BulkResults): void {
    for (const row of next.#rows) this.#rows.push(row);
    this.#left = next.#left;
    this.#changed += next.#changed;
  }

  get rows(): readonly BulkResult[] {
    return this.#rows;
  }

  /** The number of rows that changed a record. */
  get changed(): number {
    return this.#changed;
  }

  /** Adds the result of a successful row. */
  enterDone({ action, changed, row }: Draft): void {
    if (changed) this.#changed += 1;
    const result = changed ? resultOf[action] : 'unchanged';
    this.#rows.push({ id: row.id, version: row.version, externalId: row['external_id'] ?? null, result });
  }

  /** Adds the result of a refused row. @param id of the record that it would have changed. */
  enterFailed(row: ResultRow, id: string | null, problems: readonly Problem[]): void {
    const errors = this.#listed(row, problems);
    this.#rows.push({ id, version: null, externalId: row.externalId ?? null, result: 'failed', errors });
  }

  /** Adds the result of a row that the service could not apply. The service has stored no part of it. */
  enterNotApplied(row: ResultRow, id: string | null, { message }: Refusal): void {
    const problem = { pointer: row.pointer, code: 'unavailable', message: `was not applied: ${message}` } as const;
    this.enterFailed(row, id, [problem]);
  }

  #listed({ pointer }: ResultRow, problems: readonly Problem[]): Problem[] {
    const listed: Problem[] = [];
    for (const problem of problems.slice(0, Math.max(1, Math.min(this.#left.problems, mostOfRow)))) {
      const { length } = JSON.stringify(problem);
      if (length > this.#left.characters) {
        if (listed.length === 0) listed.push(shortened(problem, pointer));
        break;
      }
      listed.push(problem);
      this.#left.characters -= length;
    }
    this.#left.problems -= listed.length;
    return listed;
  }
}

/** @param pointer of the row, which replaces a very long one. */
const shortened = (problem: Problem, pointer: string): Problem => ({
  pointer: problem.pointer !== undefined && problem.pointer.length <= longest.pointer ? problem.pointer : pointer,
  code: problem.code,
  // Half a surrogate pair is not valid text.
  message: problem.message.slice(0, longest.message).replace(/[\ud800-\udbff]$/, ''),
});
