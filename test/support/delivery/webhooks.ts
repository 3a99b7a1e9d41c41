import type { Resolve } from '../../../src/events/safe-address.ts';
import type { Client, Json, Reply } from '../service/client.ts';
import { next } from '../data/make.ts';
import type { TestService } from '../service/service.ts';

/** Names under example.com are of the internet, all others of the house. */
export const resolve: Resolve = async (host) => [
  { family: 4, address: /(^|\.)example\.com$/.test(host) ? '93.184.215.14' : '10.0.0.7' },
];

/** A secret of so many bytes, unlike any other of this suite. */
export const aSecret = (bytes: number): string => `whsec_${Buffer.alloc(bytes, next()).toString('base64')}`;

export const addressOf = (name: string | number): string => `https://hooks.example.com/${name}`;

export const webhookBody = (fields: object = {}) => ({ webhook: { url: addressOf(next()), ...fields } });

/** Makes a webhook of whoever asks; its secret is with it. */
export async function makeWebhook(by: Client, fields: object = {}): Promise<Json> {
  const answer = await by.post('/webhooks', webhookBody(fields));
  if (answer.status !== 201) throw new Error(`no webhook was made: ${answer.status} ${answer.text}`);
  return answer.body.webhook;
}

export const pathOf = ({ id }: Json): string => `/webhooks/${id}`;

export const change = async (by: Client, webhook: Json, fields: object): Promise<Reply> =>
  await by.patch(pathOf(webhook), { webhook: fields });

export interface KeptSecrets {
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: string | null;
  readonly deleted_at: string | null;
}

/** What the database alone knows of a webhook. */
export async function keptOf({ engine }: TestService, { id }: Json): Promise<KeptSecrets | undefined> {
  const [row] = await engine.query<KeptSecrets & Record<string, unknown>>(
    'select secret, old_secret, old_secret_until, deleted_at from webhooks where public_id = $1::uuid',
    [id],
  );
  return row;
}

/** Where an answer finds which fault, in order. */
export const faultsOf = (answer: Reply): string[] =>
  answer.body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).sort();

/** What the audit log has of one webhook, the latest first. */
export async function loggedOf(by: Client, { id }: Json): Promise<Json[]> {
  const { changes } = (await by.get('/audit_log?resource=webhooks&per_page=500')).body;
  return changes.filter((one: Json) => one.record_id === id);
}
