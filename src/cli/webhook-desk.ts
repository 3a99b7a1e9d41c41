/** A webhook as the API shows it; its secret only where that was just made. */
export interface Webhook {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly url: string;
  readonly description: string | null;
  readonly filter_types: readonly string[];
  readonly rate_limit: number | null;
  readonly enabled: boolean;
  readonly disabled_at: string | null;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
  readonly secret?: string;
}

/** An attempt to deliver a message, as the API shows it. */
export interface Attempt {
  readonly webhook_id: string;
  readonly attempted_at: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  readonly response: string | null;
}

/** A message, as far as it is told of in words. */
interface Message {
  readonly id: string;
}

/** The webhooks of one account, in the database itself or behind a running service. Answers are those of the API. */
export interface WebhookDesk {
  /** Whether what is to be sent is only written down here, for the service to send. */
  readonly isStored: boolean;
  list(): Promise<Webhook[]>;
  create(fields: object): Promise<{ webhook: Webhook }>;
  show(id: string): Promise<{ webhook: Webhook }>;
  update(id: string, fields: object): Promise<{ webhook: Webhook }>;
  delete(id: string): Promise<unknown>;
  rotateSecret(id: string): Promise<{ webhook: Webhook }>;
  test(id: string): Promise<{ webhook_message: Message }>;
  replay(id: string, asked: object): Promise<{ replay: { since: string; until: string } }>;
  replayMessage(id: string): Promise<{ webhook_message: Message; webhook_ids: string[] }>;
  attempts(messageId: string): Promise<{ webhook_message: Message & { attempts: Attempt[] } }>;
}
