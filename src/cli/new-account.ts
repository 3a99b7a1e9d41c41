import type { NewAccount } from '../records/accounts.ts';
import { Refusal } from '../refusal.ts';
import { isCurrency, isEmailAddress, isTimeZone } from '../resources/formats.ts';
import { isOwnToken } from '../resources/secrets.ts';
import { StatementError } from '../store/statement-error.ts';
import { isName, refuseUnless } from './checks.ts';
import { passwordCheck } from './password-option.ts';

/** @throws {Refusal} that names all that is wrong with an account to be made, by its options. */
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

/** What is to be said of an account that could not be made: that its token is another's, or the error itself. */
export function refusalOfTakenToken(error: unknown): unknown {
  const isTaken = error instanceof StatementError && error.constraint?.startsWith('api_tokens_hash_key') === true;
  if (!isTaken) return error;
  return new Refusal('already_exists', 'The token of --token is in use already.', { cause: error });
}
