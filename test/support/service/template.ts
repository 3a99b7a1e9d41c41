import { randomBytes } from 'node:crypto';
import { createAccount } from '../../../src/records/access/accounts.ts';
import type { Queryable } from '../../../src/database/engine.ts';

/** The source of every suite's database. */
export type Template =
  | { readonly kind: 'embedded'; readonly source: string }
  | { readonly kind: 'postgres'; readonly source: string; readonly server: string };

/** The tokens of the admins of the two firms in the template. */
export const tokens = {
  first: 'first-firm-token-with-at-least-32-characters',
  second: 'second-firm-token-with-at-least-32-characters',
} as const;

/** The password of the admins of the two firms. */
export const adminPassword = 'correct horse battery';

const firms = {
  first: { name: 'Granite Builders', timeZone: 'America/Chicago' },
  second: { name: 'Harbor Construction', timeZone: 'Pacific/Auckland' },
};

const aToken = (): string => randomBytes(24).toString('base64url');

/** Makes two similar firms, so that every suite can try to reach the records of the other. */
export async function furnishFirms(transaction: Queryable, tokens = { first: aToken(), second: aToken() }) {
  const make = async (firm: { name: string; timeZone: string }, token: string): Promise<string> => {
    const adminEmail = `admin@${firm.name.split(' ')[0]?.toLowerCase() ?? ''}.example`;
    const account = { ...firm, token, adminEmail, adminPassword };
    return (await createAccount(transaction, account, new Date('2026-01-05T14:00:00Z'))).accountId;
  };
  const first = await make(firms.first, tokens.first);
  return { tokens, accounts: { first, second: await make(firms.second, tokens.second) } };
}
