/** The metrics of deliveries. */
export interface DeliveryMetrics {
  /** @param change of the number of running deliveries. */
  inFlight(change: 1 | -1): void;
  onAttempt(outcome: AttemptOutcome, seconds: number): void;
  /** Counts an endpoint that the service has switched off. */
  onSwitchedOff(reason: string): void;
  /** Registers the function that counts due deliveries when the metrics are read. */
  onAsked(measure: () => Promise<DueDeliveries>): void;
}

/** `given_up`: failed for the last time. */
export type AttemptOutcome = 'received' | 'failed' | 'given_up';

/** The deliveries that are due and not under way. */
export interface DueDeliveries {
  readonly count: number;
  /** How long the oldest of them has been due; 0 if there is none. */
  readonly oldestSeconds: number;
}
