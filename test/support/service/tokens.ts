import type { TokenScope } from '../../../src/resources/vocabulary/choices.ts';
import { createToken } from '../../../src/store/access/tokens.ts';
import { expect } from 'vitest';
import { next } from '../data/make.ts';
import type { Client, Json } from './client.ts';
import type { TestService } from './service.ts';

/** Returns a client with a new token of a user. */
export async function clientOf(
  service: TestService,
  {
    userId,
    scopes = ['read', 'write', 'admin'],
    expiresAt,
  }: { userId: string; scopes?: readonly TokenScope[]; expiresAt?: Date },
): Promise<{ client: Client; id: string; text: string }> {
  const [owner] = await service.engine.query<{ account_id: string }>(
    'select account_id from users where id = $1::bigint',
    [userId],
  );
  const fields = { user_id: userId, name: 'For a test', scopes, expires_at: expiresAt?.toISOString() ?? null };
  const inAccount = { accountId: owner?.account_id ?? '', token: fields };
  const { token, text } = await createToken(service.engine, inAccount, service.clock.now());
  return { client: service.client(text), id: token.id, text };
}

/** The body of a request for a new API token. */
export const tokenBody = (fields: object = {}) => ({
  api_token: { name: `Sync ${next()}`, scopes: ['read', 'write'], ...fields },
});

/** Creates an API token through the API, and returns it with its text. */
export async function makeToken(client: Client, fields: object = {}): Promise<Json> {
  const answer = await client.post('/api_tokens', tokenBody(fields));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.api_token;
}
