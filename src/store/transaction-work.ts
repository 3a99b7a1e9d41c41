import { setTimeout as pause } from 'node:timers/promises';
import type { Param, Transaction, TransactionOptions } from './engine.ts';
import { lostRace } from './statement-error.ts';
import { type Guarded, runGuarded } from './transaction-guard.ts';

export type TransactionWork<Result> = (transaction: Transaction) => Promise<Result>;

/** How an engine takes the statements of a transaction that it has begun. */
export interface TransactionSteps {
  readonly send: <Row extends object>(text: string, params: readonly Param[]) => Promise<Row[]>;
  readonly sendLast: (text: string, params: readonly Param[]) => Promise<unknown>;
  readonly commit: () => Promise<unknown>;
}

/**
 * Hands `work` a transaction that is open until `work` settles or has sent its last statement, and commits it. A
 * statement that failed makes the whole fail, also when `work` swallowed its error: Postgres would turn the commit
 * into a rollback.
 */
export async function carryOut<Result>(
  engine: object,
  { send, sendLast, commit }: TransactionSteps,
  work: TransactionWork<Result>,
): Promise<Result> {
  const current: Current = { engine, open: true, ending: false, failures: [] };
  const telling = <Answer>(sent: Promise<Answer>): Promise<Answer> =>
    sent.catch((error: unknown) => {
      current.failures.push(error);
      throw error;
    });
  const refuseOver = (): void => {
    if (current.ending || !current.open) throw new Error('this transaction is over');
  };
  const transaction: Transaction = {
    async query<Row extends object>(text: string, params: readonly Param[] = []) {
      refuseOver();
      return telling(send<Row>(text, params));
    },
    async queryLast(text, params) {
      refuseOver();
      current.ending = true;
      await telling(sendLast(text, params));
    },
  };
  try {
    const result = await runGuarded(current, () => work(transaction));
    if (current.failures.length > 0) throw current.failures[0];
    if (!current.ending) await commit();
    return result;
  } finally {
    current.open = false;
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
const changeSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
  // Says that a transaction is open, until it is over; Postgres itself makes nothing of it.
  'plumbline.transaction': 'open',
};

const applySettings = `select ${Object.entries(changeSettings)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

/** An expression that is 1 within a transaction of an engine, and fails outside. */
export const onlyWithin = `1 / (coalesce(current_setting('plumbline.transaction', true), '') = 'open')::integer`;

/** What a transaction that changes data begins with, statement by statement. */
export const beginningOf = ({ waitsForDisk = true }: TransactionOptions): readonly string[] => [
  begin,
  applySettings,
  ...(waitsForDisk ? [] : ['set local synchronous_commit = off']),
];

interface Current extends Guarded {
  readonly failures: unknown[];
  open: boolean;
  /** Whether its last statement has been sent. */
  ending: boolean;
}

const maxRepeats = 3;
