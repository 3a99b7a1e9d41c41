import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DeliveryMetrics, DueDeliveries } from '../../events/delivery-metrics.ts';

/** The metrics of webhook deliveries. */
export function deliveryMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  const inFlight = new Gauge({
    name: 'webhook_deliveries_in_flight',
    help: 'Deliveries that are being sent.',
    registers,
  });
  const attempts = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time of an attempt to deliver: received, failed, or given_up, which is failed for the last time.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const switchedOff = new Counter({
    name: 'webhooks_switched_off_total',
    help: 'Webhooks that were switched off because they failed for days (failing) or said that they are no more (gone).',
    labelNames: ['reason'],
    registers,
  });
  return {
    inFlight: (change) => inFlight.inc(change),
    onAttempt: (outcome, seconds) => attempts.observe({ outcome }, seconds),
    onSwitchedOff: (reason) => switchedOff.inc({ reason }),
    onAsked: dueDeliveries(registry),
  };
}

/** The counts from the database. Every process reports the same values, so they are not summed. */
function dueDeliveries(registry: Registry): DeliveryMetrics['onAsked'] {
  const shared = { aggregator: 'max' as const, registers: [registry] };
  let measure: () => Promise<DueDeliveries> = async () => ({ count: 0, oldestSeconds: 0 });
  let measuring: Promise<DueDeliveries> | undefined;
  const measured = (): Promise<DueDeliveries> =>
    (measuring ??= measure()
      // If the database is unavailable, the other metrics must still be reported.
      .catch(() => ({ count: NaN, oldestSeconds: NaN }))
      .finally(() => (measuring = undefined)));
  const oldest: Gauge = new Gauge({
    name: 'webhook_deliveries_oldest_due_seconds',
    help: 'For how long the oldest delivery that could be sent has been waiting.',
    collect: async () => oldest.set((await measured()).oldestSeconds),
    ...shared,
  });
  const due: Gauge = new Gauge({
    name: 'webhook_deliveries_due',
    help: 'Deliveries that could be sent and are not being sent.',
    collect: async () => due.set((await measured()).count),
    ...shared,
  });
  return (counting) => void (measure = counting);
}
