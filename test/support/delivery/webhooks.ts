import type { Resolve } from '../../../src/events/safe-address.ts';
import type { Client, Json, Reply } from '../service/client.ts';
import { next } from '../data/make.ts';
import type { TestService } from '../service/service.ts';

/** Resolves names under example.com to a public address, and all others to a private one. */
export const resolve: Resolve = async (host) => [
  { family: 4, address: /(^|\.)example\.com$/.test(host) ? '93.184.215.14' : '10.0.0.7' },
];

/** Returns a secret of this length that no other test of the suite uses. */
export const aSecret = (bytes: number): string => `whsec_${Buffer.alloc(bytes, next()).toString('base64')}`;

export const addressOf = (name: string | number): string => `https://hooks.example.com/${name}`;

export const webhookBody = (fields: object = {}) => ({ webhook: { url: addressOf(next()), ...fields } });

/** Makes a webhook for the client. Returns the webhook with its secret. */
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

/** Returns the columns of a webhook that no response shows. */
export async function keptOf({ engine }: TestService, { id }: Json): Promise<KeptSecrets | undefined> {
  const [row] = await engine.query<KeptSecrets & Record<string, unknown>>(
    'select secret, old_secret, old_secret_until, deleted_at from webhooks where public_id = $1::uuid',
    [id],
  );
  return row;
}

/** Returns the pointer and the code of each fault in a response, sorted. */
export const faultsOf = (answer: Reply): string[] =>
  answer.body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).sort();

/** Returns the entries of the audit log about one webhook, the latest first. */
export async function loggedOf(by: Client, { id }: Json): Promise<Json[]> {
  const { changes } = (await by.get('/audit_log?resource=webhooks&per_page=500')).body;
  return changes.filter((one: Json) => one.record_id === id);
}
