import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { StatementObserver } from '../store/engine.ts';

/** What one process measures of itself; each server has its own registry. */
export interface Metrics {
  readonly registry: Registry;
  /** Handed to the engine when it is opened. */
  readonly onStatement: StatementObserver;
  onAnswer(answer: { operation: string; method: string; status: number; seconds: number }): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const statements = new Counter({
    name: 'database_statements_total',
    help: 'Statements sent to the database, begin and commit included.',
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    registry,
    onStatement: () => statements.inc(),
    onAnswer: ({ operation, method, status, seconds }) => durations.observe({ operation, method, status }, seconds),
  };
}
