import type { NewAccount } from '../records/access/accounts.ts';
import { Refusal } from '../refusal.ts';
import { isCurrency, isEmailAddress, isTimeZone } from '../resources/vocabulary/formats.ts';
import { isOwnToken } from '../resources/vocabulary/secrets.ts';
import { StatementError } from '../database/statement-error.ts';
import { isName, refuseUnless } from './checks.ts';
import { passwordCheck } from './password-option.ts';

/** @throws {Refusal} with all problems of a new account, by option. */
export function refuseFaultyAccount(account: NewAccount): void {
  const { name, adminEmail, adminPassword, timeZone, currency = 'USD', token } = account;
  const isAddress = isEmailAddress(adminEmail) && [...adminEmail].length <= 320;
  const isToken = token === undefined || isOwnToken(token);
  refuseUnless([
    ['--name', isName(name), 'invalid_text', 'must have 1 to 255 characters, not only spaces'],
    ['--admin-email', isAddress, 'invalid_format', 'must be an e-mail address'],
    passwordCheck(adminPassword, '--admin-password'),
    ['--time-zone', isTimeZone(timeZone), 'not_allowed', 'must be an IANA time zone such as America/Chicago'],
    ['--currency', isCurrency(currency), 'not_allowed', 'must be an ISO 4217 code such as USD'],
    ['--token', isToken, 'invalid_format', 'must have 32 to 512 visible ASCII characters'],
  ]);
}

/** The error for an account that could not be made: a refusal if its token is in use, otherwise the error itself. */
export function refusalOfTakenToken(error: unknown): unknown {
  const isTaken = error instanceof StatementError && error.constraint?.startsWith('api_tokens_hash_key') === true;
  if (!isTaken) return error;
  return new Refusal('already_exists', 'The token of --token is already in use.', { cause: error });
}
