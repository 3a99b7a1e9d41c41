/** What is measured of deliveries. */
export interface DeliveryMetrics {
  /** @param change of how many are under way. */
  inFlight(change: 1 | -1): void;
  onAttempt(outcome: AttemptOutcome, seconds: number): void;
  /** An endpoint has been switched off by itself. */
  onSwitchedOff(reason: string): void;
  /** Names who counts what is due when somebody asks. */
  onAsked(measure: () => Promise<DueDeliveries>): void;
}

/** `given_up`: failed for the last time. */
export type AttemptOutcome = 'received' | 'failed' | 'given_up';

/** What could be sent and is not under way. */
export interface DueDeliveries {
  readonly count: number;
  /** For how long the oldest of them has been due; 0 when there is none. */
  readonly oldestSeconds: number;
}
