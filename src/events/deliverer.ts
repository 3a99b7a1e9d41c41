import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { settleAttempts, type SettledAttempt, type SwitchedOff } from '../store/outbox/attempts.ts';
import { accountsWithDueAfter, bringForward } from '../store/outbox/bring-forward.ts';
import {
  type Claim,
  claimDeliveries,
  type ClaimedDelivery,
  type DueEndpoint,
  type Endpoint,
  findDueEndpoints,
  hasEndpoints,
} from '../store/outbox/deliveries.ts';
import type { Engine } from '../database/engine.ts';
import { BatchLoader } from '../store/cache/batch-loader.ts';
import { sign } from '../webhooks/signature.ts';
import { onCommit } from '../jobs/notifier.ts';
import { planClaims } from './claims.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { DueAccounts } from './due-accounts.ts';
import { fewAtOnce } from '../jobs/few-at-once.ts';
import { messageJson } from './messages.ts';
import { longestDelays, outcomeOf } from './outcome.ts';
import { PollingLoop } from '../jobs/polling-loop.ts';
import type { Sender } from './sender.ts';

/** The dependencies of a deliverer. */
export interface DelivererParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Log;
  readonly sender: Sender;
  readonly metrics: DeliveryMetrics;
  /** The public base URL of the API with the version prefix. */
  readonly apiUrl: string;
  /** Reads the record of a message as JSON, as it is now. */
  readonly readRecord: (delivery: ClaimedDelivery) => Promise<string>;
  /** The polling interval for due deliveries without notifications. */
  readonly everyMs: number;
}

/** Longer than an attempt and storing its outcome can take. When it ends, the process counts as dead. */
const leaseMs = 60_000;
/** No delivery that has not failed is due later than this. */
const longestFirstWaitMs = 2 * leaseMs;
/** The minimum time between two polls, however many notifications arrive. */
const restMs = 20;
const mostSettledTogether = 200;
/** The limit of deliveries that a process has in hand at once, to all endpoints together. */
const mostUnderWay = 500;
/** The number of accounts claimed or settled at once, each in its own transaction. */
const mostAccountsAtOnce = 2;
const settlingPauseMs = 1000;
/** If a machine crash undoes the transaction, the delivery is sent again under the same id, as after every crash. */
const afterCrashAgain = { waitsForDisk: false };
/** A timer can fire slightly early. */
const timerSlackMs = 2;

/**
 * Sends due deliveries to the endpoints. Claims deliveries under a lease and commits, sends them, then stores the
 * outcomes. So no transaction is open while it sends, and another process takes over the deliveries of a killed
 * process. Each transaction belongs to one account, so that a sharded Postgres sends its statements to one node.
 */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #loop: PollingLoop;
  /** Returns the error of each attempt whose outcome could not be stored. */
  readonly #attempts: BatchLoader<SettledAttempt, Error>;
  /** The number of deliveries in hand for each endpoint, by `keyOf`. */
  readonly #inHand = new Map<string, number>();
  /** The number of messages with records in hand for each account. */
  readonly #recordsInHand = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #stopHearing: () => void;
  readonly #accounts: DueAccounts;
  /** The result of the last check. */
  #hasEndpoints = true;
  /** The time of the last poll, in milliseconds since 1970; `Infinity` before the first. */
  #polledAt = Infinity;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    this.#accounts = new DueAccounts(parts.engine);
    this.#attempts = new BatchLoader((attempts) => this.#keep(attempts), mostSettledTogether);
    const failed = (err: unknown): void => parts.log.warn({ err }, 'due deliveries could not be leased');
    this.#loop = new PollingLoop((isRegular) => this.#poll(isRegular), { everyMs: parts.everyMs, restMs, failed });
    this.#stopHearing = onCommit(parts.engine, (accountId) => this.#hear(accountId));
  }

  /** Takes no more deliveries and waits for running ones to finish; aborts them after the timeout. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopHearing();
    await this.#loop[Symbol.asyncDispose]();
    const deadline = setTimeout(() => this.#stopping.abort(), timeoutMs);
    await Promise.all(this.#underWay);
    clearTimeout(deadline);
  }

  /** Ignores notifications if there is no endpoint to deliver to. */
  #hear(accountId: string): void {
    if (!this.#hasEndpoints) return;
    this.#accounts.noteChange(accountId);
    this.#loop.wake();
  }

  async #poll(isRegular: boolean): Promise<void> {
    const { engine, clock } = this.#parts;
    if (!this.#hasEndpoints) this.#hasEndpoints = await hasEndpoints(engine);
    const most = mostUnderWay - this.#underWay.size;
    if (!this.#hasEndpoints || most <= 0) return;
    await this.#allowForClock(clock.now());
    if (isRegular) await this.#look();
    const asked = this.#accounts.take();
    const due = await this.#dueEndpoints(asked.accountIds);
    const inHand = (endpoint: Endpoint): number => this.#inHand.get(keyOf(endpoint)) ?? 0;
    const recordsInHand = (accountId: string): number => this.#recordsInHand.get(accountId) ?? 0;
    const { claims, isPartial } = planClaims(due, { inHand, recordsInHand, most, random: Math.random });
    await fewAtOnce(claims, mostAccountsAtOnce, (claim) => this.#claim(claim));
    const isMoving = claims.length > 0 && (isPartial || asked.isPartial);
    if (isMoving || this.#accounts.hasChanged) this.#loop.wake();
  }

  /** Looks for accounts with due deliveries that no commit of this process has named. */
  async #look(): Promise<void> {
    const { engine, clock } = this.#parts;
    const isNothingDue = await this.#accounts.look(clock.now());
    if (isNothingDue) this.#hasEndpoints = await hasEndpoints(engine);
  }

  /** The endpoints of these accounts. An account comes back to the list until it has nothing due. */
  async #dueEndpoints(asked: readonly string[]): Promise<DueEndpoint[]> {
    if (asked.length === 0) return [];
    const { engine, clock } = this.#parts;
    try {
      const due = await findDueEndpoints(engine, asked, clock.now());
      this.#accounts.add(due.map(({ account_id: accountId }) => accountId));
      return due;
    } catch (error) {
      this.#accounts.add(asked);
      throw error;
    }
  }

  /** After the clock has gone back, times that were stored before would come hours late. */
  async #allowForClock(now: Date): Promise<void> {
    if (this.#polledAt - now.getTime() >= leaseMs) await this.#bringForward(now);
    this.#polledAt = now.getTime();
  }

  async #bringForward(now: Date): Promise<void> {
    const { engine } = this.#parts;
    // After a start, a pause that a receiver has asked for cannot be told from a wrong time.
    const delays = this.#polledAt === Infinity ? longestDelays.map(() => Math.max(...longestDelays)) : longestDelays;
    const waits = { now, longest: [longestFirstWaitMs, ...delays] };
    for (const accountId of await accountsWithDueAfter(engine, new Date(now.getTime() + Math.min(...waits.longest)))) {
      await engine.transaction((transaction) => bringForward(transaction, accountId, waits), { flow: { accountId } });
    }
  }

  /** Claims deliveries of one account and starts sending them without waiting for the other claims. */
  async #claim(claim: Claim): Promise<void> {
    const { engine, clock } = this.#parts;
    const now = clock.now();
    const lease = new Date(now.getTime() + leaseMs);
    const claimed = await engine.transaction((transaction) => claimDeliveries(transaction, claim, { now, lease }), {
      ...afterCrashAgain,
      flow: { accountId: claim.accountId },
    });
    for (const delivery of claimed) {
      this.#ringAt(delivery, now);
      const carried = this.#carry(delivery).finally(() => this.#underWay.delete(carried));
      this.#underWay.add(carried);
    }
  }

  /** Sets a timer for the endpoint's next turn, because nothing notifies the process then. */
  #ringAt({ account_id: accountId, next_at: turn }: ClaimedDelivery, now: Date): void {
    if (turn === null) return;
    const untilThen = Date.parse(turn) - now.getTime();
    setTimeout(() => this.#hear(accountId), untilThen + timerSlackMs).unref();
  }

  /** Keeps a delivery in hand until its outcome is stored; then there is room for another. */
  async #carry(delivery: ClaimedDelivery): Promise<void> {
    const { metrics, log } = this.#parts;
    this.#count(delivery, 1);
    metrics.inFlight(1);
    try {
      await this.#deliver(delivery);
    } catch (err) {
      log.error(
        { err, message_id: delivery.message_id },
        'a delivery could not be sent, or its outcome not stored; the message will be sent again',
      );
    } finally {
      metrics.inFlight(-1);
      this.#count(delivery, -1);
      this.#loop.wake();
    }
  }

  #count(delivery: ClaimedDelivery, change: 1 | -1): void {
    addTo(this.#inHand, keyOf(delivery), change);
    if (hasRecord(delivery)) addTo(this.#recordsInHand, delivery.account_id, change);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { clock, sender, metrics, apiUrl, readRecord } = this.#parts;
    const record = hasRecord(delivery) ? await readRecord(delivery) : undefined;
    const body = messageJson({ ...delivery, id: delivery.message_id }, apiUrl, record);
    const attemptedAt = clock.now();
    const { signal } = this.#stopping;
    const reception = await sender.send({ ...requestOf(delivery, attemptedAt, body), signal });
    // An attempt aborted by the shutdown says nothing about the receiver. It is sent again when its lease ends.
    if (reception.error === 'aborted') return;
    const settled = outcomeOf(delivery, { attemptedAt, endedAt: clock.now() }, reception, Math.random());
    const failed = settled.again_at === null ? 'given_up' : 'failed';
    metrics.onAttempt(settled.is_success ? 'received' : failed, reception.durationMs / 1000);
    await this.#settle(settled);
  }

  /** Retries until the lease ends, so that a short database outage does not cause a second delivery. */
  async #settle(settled: SettledAttempt): Promise<void> {
    for (;;) {
      try {
        const failure = await this.#attempts.load(settled);
        if (failure === undefined) return;
        throw failure;
      } catch (error) {
        const isOver = Date.parse(settled.lease) <= this.#parts.clock.now().getTime();
        if (isOver || this.#stopping.signal.aborted) throw error;
        await pause(settlingPauseMs, undefined, { ref: false });
      }
    }
  }

  async #keep(attempts: readonly SettledAttempt[]): Promise<ReadonlyMap<SettledAttempt, Error>> {
    const failures = new Map<SettledAttempt, Error>();
    const accountIds = [...new Set(attempts.map(({ account_id: accountId }) => accountId))];
    await fewAtOnce(accountIds, mostAccountsAtOnce, async (accountId) => {
      const own = attempts.filter((attempt) => attempt.account_id === accountId);
      await this.#keepOf(accountId, own).catch((cause: unknown) => {
        const failure = new Error(`outcomes of attempts of account ${accountId} could not be stored`, { cause });
        for (const attempt of own) failures.set(attempt, failure);
      });
    });
    return failures;
  }

  async #keepOf(accountId: string, attempts: readonly SettledAttempt[]): Promise<void> {
    const off = await this.#parts.engine.transaction(
      (transaction) => settleAttempts(transaction, accountId, attempts),
      { ...afterCrashAgain, flow: { accountId } },
    );
    for (const endpoint of off) this.#tell(endpoint);
  }

  #tell({ account_id, public_id, disabled_reason: reason }: SwitchedOff): void {
    this.#parts.metrics.onSwitchedOff(reason);
    this.#parts.log.warn({ account_id, webhook_id: public_id, reason }, 'the service disabled a webhook');
  }
}

const hasRecord = ({ include }: ClaimedDelivery): boolean => include.includes('record');

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

const keyOf = ({ account_id: accountId, webhook_id: webhookId }: Endpoint): string => `${accountId}/${webhookId}`;

/** The request of a delivery (Standard Webhooks 1.0). The old secret also signs for a day after its rotation. */
function requestOf(delivery: ClaimedDelivery, at: Date, body: string) {
  const { message_id: id, url, secret, old_secret: old, old_secret_until: until } = delivery;
  const timestamp = Math.floor(at.getTime() / 1000);
  const secrets = old !== null && until !== null && at.getTime() < Date.parse(until) ? [secret, old] : [secret];
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((one) => sign(one, { id, timestamp, body })).join(' '),
  };
  return { url, headers, body };
}
