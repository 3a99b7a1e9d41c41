import type { Scope } from '../../../src/resources/vocabulary/choices.ts';
import { createToken } from '../../../src/store/access/tokens.ts';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

/** Returns a client with a new token of a user. */
export async function clientOf(
  service: TestService,
  token: { userId: string; scopes?: readonly Scope[]; expiresAt?: Date },
): Promise<{ client: Client; id: string; text: string }> {
  const [owner] = await service.engine.query<{ account_id: string }>(
    'select account_id from users where id = $1::bigint',
    [token.userId],
  );
  const made = await createToken(
    service.engine,
    { accountId: owner?.account_id ?? '', name: 'For a test', scopes: ['read', 'write', 'admin'], ...token },
    service.clock.now(),
  );
  return { client: service.client(made.text), ...made };
}
