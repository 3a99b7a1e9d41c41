import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import {
  claimDeliveries,
  type ClaimedDelivery,
  hasEndpoints,
  settleAttempts,
  type SettledAttempt,
  type SwitchedOff,
} from '../store/deliveries.ts';
import type { Engine } from '../store/engine.ts';
import { Gathering } from '../store/gathering.ts';
import { sign } from '../webhooks/signature.ts';
import { bellOf } from './bell.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { messageJson } from './message-json.ts';
import { outcomeOf } from './outcome.ts';
import { Rounds } from './rounds.ts';
import type { Sender } from './sender.ts';

/** What a deliverer works with. */
export interface DelivererParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Log;
  readonly sender: Sender;
  readonly metrics: DeliveryMetrics;
  /** The public base of the API with the version prefix. */
  readonly apiUrl: string;
  /** How often it looks for what is due without having been rung for. */
  readonly everyMs: number;
}

/** Longer than an attempt can take, and to keep what came of it: then its process is given up for dead. */
const leaseMs = 60_000;
/** Between two looks at what is due, however often it is rung for. */
const restMs = 20;
const mostSettledTogether = 200;
/** How many deliveries a process has in hand at once, to all endpoints together. */
const mostUnderWay = 500;
const settlingPauseMs = 1000;
/** What a crash of the machine takes back is sent again under the same id, as after every crash. */
const afterCrashAgain = { waitsForDisk: false };
/** A timer may go off a little before its time. */
const timerSlackMs = 2;

/**
 * Sends what is due to the endpoints. Takes deliveries under a lease and commits, then sends, then keeps what came of
 * it; so no transaction is open meanwhile, and whatever a killed process had in hand is taken up by another.
 */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #rounds: Rounds;
  readonly #attempts: Gathering<SettledAttempt, void>;
  readonly #inHand = new Map<string, { account_id: string; webhook_id: string; count: number }>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #stopHearing: () => void;
  /** As it was when last looked at. */
  #hasEndpoints = true;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    this.#attempts = new Gathering((attempts) => this.#keep(attempts), mostSettledTogether);
    const failed = (err: unknown): void => parts.log.warn({ err }, 'deliveries that are due could not be looked up');
    this.#rounds = new Rounds(() => this.#round(), { everyMs: parts.everyMs, restMs, failed });
    this.#stopHearing = bellOf(parts.engine).onRing(() => this.#hear());
  }

  /** Takes nothing more and lets what is under way come to its end, for so long at most. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopHearing();
    await this.#rounds[Symbol.asyncDispose]();
    const deadline = setTimeout(() => this.#stopping.abort(), timeoutMs);
    await Promise.all(this.#underWay);
    clearTimeout(deadline);
  }

  /** Where nobody is to be told, what is committed is no reason to look. */
  #hear(): void {
    if (this.#hasEndpoints) this.#rounds.ring();
  }

  async #round(): Promise<void> {
    const { engine, clock } = this.#parts;
    if (!this.#hasEndpoints) this.#hasEndpoints = await hasEndpoints(engine);
    const most = mostUnderWay - this.#underWay.size;
    if (!this.#hasEndpoints || most <= 0) return;
    const now = clock.now();
    const lease = new Date(now.getTime() + leaseMs);
    const inHand = [...this.#inHand.values()];
    const claimed = await engine.transaction(
      (transaction) => claimDeliveries(transaction, { now, lease, inHand, most }),
      afterCrashAgain,
    );
    if (claimed.length === 0) this.#hasEndpoints = await hasEndpoints(engine);
    for (const delivery of claimed) {
      this.#ringAt(delivery.next_at, now);
      const carried = this.#carry(delivery).finally(() => this.#underWay.delete(carried));
      this.#underWay.add(carried);
    }
  }

  /** Nobody rings when it is an endpoint's turn. */
  #ringAt(turn: string | null, now: Date): void {
    if (turn === null) return;
    const untilThen = Date.parse(turn) - now.getTime();
    setTimeout(() => this.#rounds.ring(), untilThen + timerSlackMs).unref();
  }

  /** Has a delivery in hand until what came of it is kept; then there is room for another. */
  async #carry(delivery: ClaimedDelivery): Promise<void> {
    const { metrics, log } = this.#parts;
    this.#count(delivery, 1);
    metrics.inFlight(1);
    try {
      await this.#deliver(delivery);
    } catch (err) {
      log.error(
        { err, message_id: delivery.message_id },
        'a delivery could not be carried out, or what came of it not kept; it will be sent again',
      );
    } finally {
      metrics.inFlight(-1);
      this.#count(delivery, -1);
      this.#rounds.ring();
    }
  }

  #count({ account_id, webhook_id }: ClaimedDelivery, change: 1 | -1): void {
    const key = `${account_id}/${webhook_id}`;
    const count = (this.#inHand.get(key)?.count ?? 0) + change;
    if (count === 0) this.#inHand.delete(key);
    else this.#inHand.set(key, { account_id, webhook_id, count });
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { clock, sender, metrics } = this.#parts;
    const attemptedAt = clock.now();
    const { signal } = this.#stopping;
    const reception = await sender.send({ ...requestOf(delivery, attemptedAt, this.#parts.apiUrl), signal });
    // Cut off by the end of this process, it says nothing of the receiver; it is sent again when its lease ends.
    if (reception.error === 'aborted') return;
    const settled = outcomeOf(delivery, { attemptedAt, endedAt: clock.now() }, reception, Math.random());
    const failed = settled.again_at === null ? 'given_up' : 'failed';
    metrics.onAttempt(settled.is_success ? 'received' : failed, reception.durationMs / 1000);
    await this.#settle(settled);
  }

  /** A database that is away for a while must not have a message sent twice; once the lease has ended, it will be. */
  async #settle(settled: SettledAttempt): Promise<void> {
    for (;;) {
      try {
        await this.#attempts.ask(settled);
        return;
      } catch (error) {
        const isOver = Date.parse(settled.lease) <= this.#parts.clock.now().getTime();
        if (isOver || this.#stopping.signal.aborted) throw error;
        await pause(settlingPauseMs, undefined, { ref: false });
      }
    }
  }

  async #keep(attempts: readonly SettledAttempt[]): Promise<ReadonlyMap<SettledAttempt, void>> {
    const off = await this.#parts.engine.transaction(
      (transaction) => settleAttempts(transaction, attempts),
      afterCrashAgain,
    );
    for (const endpoint of off) this.#tell(endpoint);
    return new Map();
  }

  #tell({ account_id, public_id, disabled_reason: reason }: SwitchedOff): void {
    this.#parts.metrics.onSwitchedOff(reason);
    this.#parts.log.warn({ account_id, webhook_id: public_id, reason }, 'a webhook has been switched off');
  }
}

/** A delivery as it is sent: Standard Webhooks 1.0. For a day after its rotation the old secret signs too. */
function requestOf(delivery: ClaimedDelivery, at: Date, apiUrl: string) {
  const { message_id: id, url, secret, old_secret: old, old_secret_until: until } = delivery;
  const body = messageJson({ ...delivery, id }, apiUrl);
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
