import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable, Transaction, TransactionOptions } from './engine.ts';
import { lostRace } from './engine-errors.ts';
import { type OpenTransaction, transactionGuard } from './transaction-guard.ts';

export type TransactionWork<Result> = (transaction: Transaction) => Promise<Result>;

/** The functions of an engine that run the statements of an open transaction. */
export interface TransactionSteps {
  readonly send: Queryable['query'];
  readonly script: Transaction['script'];
  readonly commit: () => Promise<unknown>;
}

/**
 * Runs `work` with a transaction that is open until `work` settles, and commits it. A failed statement makes the whole
 * transaction fail, even if `work` catches the error, because Postgres would turn the commit into a rollback.
 */
export async function carryOut<Result>(
  engine: object,
  { send, script, commit }: TransactionSteps,
  work: TransactionWork<Result>,
): Promise<Result> {
  const current: Current = { engine, open: true, failures: [] };
  const watched = async <Answer>(statement: () => Promise<Answer>): Promise<Answer> => {
    if (!current.open) throw new Error('this transaction is over');
    try {
      return await statement();
    } catch (error) {
      current.failures.push(error);
      throw error;
    }
  };
  const transaction: Transaction = {
    query: (text, params) => watched(() => send(text, params)),
    script: (text) => watched(() => script(text)),
  };
  try {
    const result = await (transactionGuard
      ? transactionGuard.run(current, () => work(transaction))
      : work(transaction));
    if (current.failures.length > 0) throw current.failures[0];
    await commit();
    return result;
  } finally {
    current.open = false;
  }
}

/** Runs `attempt`, and retries it up to three times if it loses a race to another transaction. */
export async function repeatLostRaces<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await attempt();
    } catch (error) {
      if (repeats === maxRepeats || !lostRace(error)) throw error;
      // The random pause keeps two transactions from repeating the same deadlock.
      await pause(Math.random() * 10 * 2 ** repeats);
    }
  }
}

export const begin = 'begin isolation level read committed';

/** Without these settings, a plan made for a small table would scan the whole table as long as the plan is kept. */
const changeSettings = {
  enable_seqscan: 'off',
  jit: 'off',
};

/**
 * The statements of changes find rows by keys and are large, so planning one takes longer than running it. Postgres
 * would plan each one anew, because a list of ids in a parameter looks cheaper than the ten ids of a generic plan.
 */
const genericPlanSetting = { plan_cache_mode: 'force_generic_plan' };

const applied = (settings: Readonly<Record<string, string>>): string =>
  `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`;

const applySettings = {
  generic: applied({ ...genericPlanSetting, ...changeSettings }),
  planned: applied(changeSettings),
};

/**
 * The first statements of a transaction.
 * @param genericPlans whether one plan of a statement serves all values.
 */
export const beginningOf = (
  { waitsForDisk = true, isSnapshot = false, isLong = false }: TransactionOptions,
  genericPlans = true,
): readonly string[] => [
  isSnapshot ? 'begin isolation level repeatable read read only' : begin,
  ...(isLong ? patience : [genericPlans ? applySettings.generic : applySettings.planned]),
  ...(waitsForDisk ? [] : ['set local synchronous_commit = off']),
];

/** Building an index of a large table may take long, and so may waiting for another process. */
const patience = ['set local statement_timeout = 0', 'set local lock_timeout = 0'];

interface Current extends OpenTransaction {
  readonly failures: unknown[];
  open: boolean;
}

const maxRepeats = 3;
