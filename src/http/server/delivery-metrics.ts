import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DeliveryMetrics, DueDeliveries } from '../../events/delivery-metrics.ts';

/** The metrics of webhook deliveries. */
export function deliveryMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  const inFlight = new Gauge({
    name: 'webhook_deliveries_in_flight',
    help: 'Deliveries in flight.',
    registers,
  });
  const attempts = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Duration of a delivery attempt by outcome: received, failed, or given_up (the last failure).',
    labelNames: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const switchedOff = new Counter({
    name: 'webhooks_switched_off_total',
    help: 'Webhooks that the service disabled: failing (failed for days) or gone (answered 410).',
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
    help: 'How long the oldest due delivery has been waiting.',
    collect: async () => oldest.set((await measured()).oldestSeconds),
    ...shared,
  });
  const due: Gauge = new Gauge({
    name: 'webhook_deliveries_due',
    help: 'Deliveries that are due but not in flight.',
    collect: async () => due.set((await measured()).count),
    ...shared,
  });
  return (counting) => void (measure = counting);
}
