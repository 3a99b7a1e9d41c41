/** An attempt to deliver a message to a webhook, as the service stores it and the API shows it. */
export interface DeliveryAttempt {
  readonly id: string;
  readonly webhook_id: string;
  readonly attempted_at: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  readonly response: string | null;
}
