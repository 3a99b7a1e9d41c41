import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import { withoutControls } from '../../control-characters.ts';
import { createAccount, type MadeAccount, type NewAccount } from '../../records/access/accounts.ts';
import { listAccounts } from '../../store/access/accounts.ts';
import { randomText } from '../../store/access/tokens.ts';
import { facts, print, table, type Terminal } from '../terminal.ts';
import { givenPassword, isName, refuseUnless, passwordCheck } from '../option-checks.ts';
import { withStore, withStoreMade } from './open-store.ts';
import { Refusal } from '../../refusal.ts';
import { isCurrency, isEmailAddress, isTimeZone } from '../../resources/vocabulary/formats.ts';
import { plainEmailAddress, withVisibleEnds } from '../../resources/vocabulary/invisible.ts';
import { isOwnToken } from '../../resources/vocabulary/secrets.ts';
import { StatementError } from '../../database/engine-errors.ts';

/** `account create` and `account list`: the firms of this installation. */
export function addAccountCommands(program: Command, terminal: Terminal): void {
  const account = program.command('account').description('manage the accounts of this installation');
  account
    .command('create')
    .description('create an account with its admin, an API token with all scopes, and the initial lists')
    .requiredOption('--name <name>', 'name of the firm')
    .requiredOption('--admin-email <address>', 'e-mail address of the first admin')
    .option('--admin-password <password>', 'password of the admin (default: generated, and shown once)')
    .option('--admin-password-stdin', 'read the password from standard input')
    .option('--time-zone <zone>', 'IANA time zone, such as America/Chicago (default: ACCOUNT_TIME_ZONE)')
    .option('--currency <code>', 'ISO 4217 currency code', 'USD')
    .option('--token <token>', 'your own API token, 32 or more characters (default: generated, and shown once)')
    .option('--json', 'print JSON')
    .action((options: CreateOptions) => create(terminal, options));
  account
    .command('list')
    .description('list the accounts, oldest first')
    .option('--json', 'print JSON')
    .action((options: { json?: true }) => list(terminal, options));
}

interface CreateOptions {
  readonly name: string;
  readonly adminEmail: string;
  readonly adminPassword?: string;
  readonly adminPasswordStdin?: true;
  readonly timeZone?: string;
  readonly currency: string;
  readonly token?: string;
  readonly json?: true;
}

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const config = readConfig(terminal.environment);
  const { adminPassword, adminPasswordStdin } = options;
  const chosen = { password: adminPassword, passwordStdin: adminPasswordStdin };
  const password = await givenPassword(terminal, chosen, '--admin-password');
  const account = newAccount(options, config, password);
  refuseFaultyAccount(account);
  const made = await withStoreMade(config, ({ engine }) =>
    engine.transaction((transaction) => createAccount(transaction, account, terminal.clock.now())),
  ).catch((error: unknown) => {
    throw refusalOfTakenToken(error);
  });
  const secrets = {
    password: password === undefined ? account.adminPassword : null,
    token: account.token === undefined ? made.token : null,
  };
  print(terminal, { json: options.json, ...told(account, made, secrets) });
}

function newAccount(options: CreateOptions, config: Config, password: string | undefined): NewAccount {
  return {
    name: withVisibleEnds(options.name),
    timeZone: options.timeZone ?? config.accountTimeZone,
    currency: options.currency,
    adminEmail: plainEmailAddress(options.adminEmail),
    adminPassword: password ?? randomText(20),
    token: options.token,
  };
}

interface Secrets {
  /** Null if the operator chose it; the same holds for the token. */
  readonly password: string | null;
  readonly token: string | null;
}

function told(account: NewAccount, made: MadeAccount, { password, token }: Secrets): { value: object; text: string } {
  const { name, timeZone, currency, adminEmail } = account;
  return {
    value: {
      account: { id: made.accountId, name, time_zone: timeZone, currency },
      admin: { id: made.userId, email: adminEmail, password },
      token_id: made.tokenId,
      token,
    },
    text: [
      `Created account ${made.accountId}, ${withoutControls(name)}.`,
      '',
      facts({ Admin: adminEmail, Password: password, 'API token': token }),
      ...(password === null && token === null ? [] : ['', 'The secrets above are shown only once.']),
    ].join('\n'),
  };
}

async function list(terminal: Terminal, { json }: { json?: true }): Promise<void> {
  const accounts = await withStore(terminal, ({ engine }) => listAccounts(engine));
  const rows = accounts.map((one) => [one.id, one.name, one.time_zone, one.currency, one.created_at]);
  print(terminal, { json, value: { accounts }, text: table(['ID', 'Name', 'Time zone', 'Currency', 'Created'], rows) });
}

/** @throws {Refusal} with all problems of a new account, by option. */
function refuseFaultyAccount(account: NewAccount): void {
  const { name, adminEmail, adminPassword, timeZone, currency = 'USD', token } = account;
  const isAddress = isEmailAddress(adminEmail) && [...adminEmail].length <= 320;
  const isToken = token === undefined || isOwnToken(token);
  refuseUnless([
    ['--name', isName(name), 'invalid_text', 'must have 1 to 255 characters, not only spaces'],
    ['--admin-email', isAddress, 'invalid_format', 'must be an e-mail address'],
    passwordCheck(adminPassword, '--admin-password', [adminEmail, name]),
    ['--time-zone', isTimeZone(timeZone), 'not_allowed', 'must be an IANA time zone such as America/Chicago'],
    ['--currency', isCurrency(currency), 'not_allowed', 'must be an ISO 4217 code such as USD'],
    ['--token', isToken, 'invalid_format', 'must have 32 to 512 visible ASCII characters'],
  ]);
}

/** The error for an account that could not be made: a refusal if its token is in use, otherwise the error itself. */
function refusalOfTakenToken(error: unknown): unknown {
  const isTaken = error instanceof StatementError && error.constraint?.startsWith('api_tokens_hash_key') === true;
  if (!isTaken) return error;
  return new Refusal('already_exists', 'The token of --token is already in use.', { cause: error });
}
