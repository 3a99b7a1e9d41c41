import type { Command } from 'commander';
import { systemClock } from '../../clock.ts';
import { type Config, readConfig } from '../../config.ts';
import { isTimeZone } from '../../domain/calendar.ts';
import { createAccount, type MadeAccount, type NewAccount } from '../../records/accounts.ts';
import { Refusal } from '../../refusal.ts';
import { isEmailAddress } from '../../resources/formats.ts';
import { StatementError } from '../../store/statement-error.ts';
import { randomText } from '../../store/token-text.ts';
import { listAccounts } from '../accounts.ts';
import { type Check, isName, refuseUnless } from '../checks.ts';
import { facts, print, table } from '../output.ts';
import { givenPassword, passwordCheck } from '../password-option.ts';
import { withStore, withStoreMade } from './open-store.ts';

/** `account create` and `account list`: the firms of this installation. */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('the firms that share this installation');
  account
    .command('create')
    .description('make an account with its admin, an API token of every scope and the lists it starts with')
    .requiredOption('--name <name>', 'of the firm')
    .requiredOption('--admin-email <address>', 'of its first admin')
    .option('--admin-password <password>', 'else one is made and shown this once')
    .option('--admin-password-stdin', 'read it from standard input')
    .option('--time-zone <zone>', 'by its IANA name, such as America/Chicago; else the one of the environment')
    .option('--currency <code>', 'by its ISO 4217 code', 'USD')
    .option('--token <token>', 'a token of your own, 32 or more characters; else one is made and shown this once')
    .option('--json', 'answer with JSON')
    .action(create);
  account
    .command('list')
    .description('list the accounts, the oldest first')
    .option('--json', 'answer with JSON')
    .action(list);
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

async function create(options: CreateOptions): Promise<void> {
  const config = readConfig(process.env);
  const password = await givenPassword(passwordOptions(options), '--admin-password');
  const account = newAccount(options, config, password);
  refuseUnless(checksOf(account));
  const made = await withStoreMade(config, ({ engine }) =>
    engine.transaction((transaction) => createAccount(transaction, account, systemClock.now())),
  ).catch((error: unknown) => {
    throw isTakenToken(error) ? new Refusal('already_exists', 'The token of --token is in use already.') : error;
  });
  tell(account, made, { json: options.json, isPasswordChosen: password !== undefined });
}

const passwordOptions = ({ adminPassword, adminPasswordStdin }: CreateOptions) => ({
  ...(adminPassword !== undefined && { password: adminPassword }),
  ...(adminPasswordStdin && { passwordStdin: adminPasswordStdin }),
});

function newAccount(options: CreateOptions, config: Config, password: string | undefined): NewAccount {
  return {
    name: options.name,
    timeZone: options.timeZone ?? config.accountTimeZone,
    currency: options.currency,
    adminEmail: options.adminEmail,
    adminPassword: password ?? randomText(20),
    token: options.token,
  };
}

const checksOf = ({ name, adminEmail, adminPassword, timeZone, currency = '', token }: NewAccount): Check[] => [
  ['--name', isName(name), 'invalid_text', 'must have 1 to 255 characters, not only spaces'],
  [
    '--admin-email',
    isEmailAddress(adminEmail) && adminEmail.length <= 320,
    'invalid_format',
    'must be an e-mail address',
  ],
  passwordCheck(adminPassword, '--admin-password'),
  ['--time-zone', isTimeZone(timeZone), 'not_allowed', 'must be an IANA time zone such as America/Chicago'],
  ['--currency', isCurrency(currency), 'not_allowed', 'must be an ISO 4217 code such as USD'],
  ['--token', isToken(token), 'invalid_format', 'must have 32 to 512 visible ASCII characters'],
];

const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

const isToken = (token: string | undefined): boolean => token === undefined || /^[\x21-\x7e]{32,512}$/.test(token);

const isTakenToken = (error: unknown): boolean =>
  error instanceof StatementError && error.constraint?.startsWith('api_tokens_hash_key') === true;

function tell(
  account: NewAccount,
  made: MadeAccount,
  how: { json: true | undefined; isPasswordChosen: boolean },
): void {
  const password = how.isPasswordChosen ? null : account.adminPassword;
  const token = account.token === undefined ? made.token : null;
  print({
    json: how.json,
    value: {
      account: { id: made.accountId, name: account.name, time_zone: account.timeZone, currency: account.currency },
      admin: { id: made.userId, email: account.adminEmail, password },
      token_id: made.tokenId,
      token,
    },
    text: [
      `Account ${made.accountId}, ${account.name}, has been made.`,
      '',
      facts({ Admin: account.adminEmail, Password: password, 'API token': token }),
      ...(password === null && token === null ? [] : ['', 'The secrets above are shown this once.']),
    ].join('\n'),
  });
}

async function list({ json }: { json?: true }): Promise<void> {
  const accounts = await withStore(({ engine }) => listAccounts(engine));
  const rows = accounts.map((one) => [one.id, one.name, one.time_zone, one.currency, one.created_at]);
  print({ json, value: { accounts }, text: table(['ID', 'Name', 'Time zone', 'Currency', 'Created'], rows) });
}
