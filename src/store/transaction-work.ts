import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Param, Queryable } from './engine.ts';
import { encodeParams } from './engine-values.ts';
import { abortedTransaction, lostRace, StatementError } from './statement-error.ts';

export type SendStatement = <Row extends object>(text: string, params: readonly Param[]) => Promise<Row[]>;
export type TransactionWork<Result> = (transaction: Queryable) => Promise<Result>;

/** A session in which a transaction can be carried out. */
export interface TransactionSession {
  /** Carries statements out in the order in which they are sent, whether or not one waits for the others. */
  readonly send: SendStatement;
  readonly begin: () => Promise<unknown>;
  /** Rejects when nothing was committed. */
  readonly commit: () => Promise<unknown>;
  readonly rollBack: () => Promise<void>;
}

/**
 * Hands `work` a transaction that is open until `work` settles, and commits it when all of its statements have
 * succeeded, those too that `work` has not waited for. Nothing is sent before the answer to `begin`, and no commit before
 * all others: a driver may send again, on its own, what has failed, and would do so outside of the transaction.
 */
export async function carryOut<Result>(
  engine: object,
  session: TransactionSession,
  work: TransactionWork<Result>,
): Promise<Result> {
  const current: Current = { engine, open: true, failures: [], unsettled: new Set() };
  try {
    await session.begin();
    const result = await running.run(current, () => work(transactionOf(current, session)));
    current.open = false;
    await Promise.allSettled(current.unsettled);
    throwFailure(current);
    await session.commit();
    return result;
  } catch (error) {
    current.open = false;
    await session.rollBack();
    throw causeOf(error, current);
  }
}

const transactionOf = (current: Current, { send }: TransactionSession): Queryable => ({
  async query<Row extends object>(text: string, params: readonly Param[] = []) {
    if (!current.open) throw new Error('this transaction is over');
    const rows = await track(current, send<Row>(text, encoded(current, params)));
    throwFailure(current);
    return rows;
  },
});

/** What cannot be sent fails the whole before the commit goes. */
function encoded(current: Current, params: readonly Param[]): (string | null)[] {
  try {
    return encodeParams(params);
  } catch (error) {
    current.failures.push(error);
    throw error;
  }
}

function track<Result>({ failures, unsettled }: Current, sent: Promise<Result>): Promise<Result> {
  const settled = sent.then(
    () => void unsettled.delete(settled),
    (error: unknown) => {
      failures.push(error);
      unsettled.delete(settled);
    },
  );
  unsettled.add(settled);
  return sent;
}

function throwFailure({ failures }: Current): void {
  if (failures.length > 0) throw failures[0];
}

/** A statement that follows a failed one is told of the failure alone, not of its cause. */
const causeOf = (error: unknown, { failures }: Current): unknown =>
  error instanceof StatementError && error.code === abortedTransaction ? (failures[0] ?? error) : error;

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

interface Current {
  readonly engine: object;
  readonly failures: unknown[];
  /** Statements under way. */
  readonly unsettled: Set<Promise<void>>;
  open: boolean;
}

const maxRepeats = 3;
const running = new AsyncLocalStorage<Current>();
