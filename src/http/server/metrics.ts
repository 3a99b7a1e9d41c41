import { AggregatorRegistry, collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Peers } from '../../cluster/peers.ts';
import { Refusal } from '../../refusal.ts';
import type { DeliveryMetrics } from '../../events/delivery-metrics.ts';
import type { StatementObserver } from '../../database/engine.ts';
import { deliveryMetrics } from './delivery-metrics.ts';

/** The metrics of the service across all its processes. */
export interface Metrics {
  readonly contentType: string;
  /** The metrics in the Prometheus text format. */
  readonly text: () => Promise<string>;
  /** The observer that the engine receives when it opens. */
  readonly onStatement: StatementObserver;
  readonly deliveries: DeliveryMetrics;
  onAnswer(answer: { operation: string; method: string; status: number; seconds: number }): void;
}

/** Each server has its own registry. */
export function createMetrics(peers?: Peers): Metrics {
  const registry = new Registry();
  peers?.onAsked(() => registry.getMetricsAsJSON());
  collectDefaultMetrics({ register: registry });
  const statements = new Counter({
    name: 'database_statements_total',
    help: 'Statements sent to the database, begin and commit included.',
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of a request, from its head to the end of the answer.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    text: async () => (peers ? await textOfAll(registry, peers) : await registry.metrics()),
    onStatement: () => statements.inc(),
    deliveries: deliveryMetrics(registry),
    onAnswer: ({ operation, method, status, seconds }) => durations.observe({ operation, method, status }, seconds),
  };
}

/** Combines the metrics of all processes. The library defines the aggregation of each metric: usually the sum. */
async function textOfAll(registry: Registry, peers: Peers): Promise<string> {
  const others = await peers.measured().catch((cause: unknown) => {
    throw new Refusal('unavailable', 'A process of the service does not report its metrics.', { cause });
  });
  return await AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]).metrics();
}
