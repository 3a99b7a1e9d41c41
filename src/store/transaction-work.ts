import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Param, Queryable, TransactionOptions } from './engine.ts';
import { lostRace } from './statement-error.ts';

export type SendStatement = <Row extends object>(text: string, params: readonly Param[]) => Promise<Row[]>;
export type TransactionWork<Result> = (transaction: Queryable) => Promise<Result>;

/**
 * Hands `work` a transaction that is open until `work` settles. A statement that failed makes the
 * whole fail, also when `work` swallowed its error: Postgres would turn the commit into a rollback.
 */
export async function carryOut<Result>(
  engine: object,
  send: SendStatement,
  work: TransactionWork<Result>,
): Promise<Result> {
  const current: Current = { engine, open: true, failures: [] };
  const transaction: Queryable = {
    async query<Row extends object>(text: string, params: readonly Param[] = []) {
      if (!current.open) throw new Error('this transaction is over');
      return send<Row>(text, params).catch((error: unknown) => {
        current.failures.push(error);
        throw error;
      });
    },
  };
  try {
    const result = await running.run(current, () => work(transaction));
    if (current.failures.length > 0) throw current.failures[0];
    return result;
  } finally {
    current.open = false;
  }
}

/**
 * Throws within the work of an open transaction of `engine`: waiting there for the engine would
 * wait forever on the embedded one, and on a server see none of the transaction's own writes.
 */
export function refuseWithinTransaction(engine: object): void {
  const current = running.getStore();
  if (current?.engine === engine && current.open) {
    throw new Error('inside a transaction, send statements to the transaction that was passed');
  }
}

/** Runs `attempt` again, up to three times, as long as it loses a race to another transaction. */
export async function repeatLostRaces<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await attempt();
    } catch (error) {
      if (repeats === maxRepeats || !lostRace(error)) throw error;
      // Two that met in a deadlock must not meet again in step.
      await pause(Math.random() * 10 * 2 ** repeats);
    }
  }
}

export const begin = 'begin isolation level read committed';

/**
 * The statements of changes find rows by keys, and are large: to plan one takes
 * longer than to carry it out. Postgres would plan each anew, since a list of ids in a parameter looks cheaper than the
 * ten that a plan for all reckons with; and a plan made while a table was small would read all of it for as long as it
 * is kept.
 */
const planOnceByKeys = `select set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;

/** What a transaction that changes data begins with, statement by statement. */
export const beginningOf = ({ waitsForDisk = true }: TransactionOptions): readonly string[] => [
  begin,
  planOnceByKeys,
  ...(waitsForDisk ? [] : ['set local synchronous_commit = off']),
];

interface Current {
  readonly engine: object;
  readonly failures: unknown[];
  open: boolean;
}

const maxRepeats = 3;
const running = new AsyncLocalStorage<Current>();
