import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import { withoutControls } from '../../control-characters.ts';
import { createAccount, type MadeAccount, type NewAccount } from '../../records/access/accounts.ts';
import { listAccounts } from '../../store/access/accounts.ts';
import { randomText } from '../../store/access/token-text.ts';
import { refusalOfTakenToken, refuseFaultyAccount } from '../new-account.ts';
import { facts, print, table } from '../output.ts';
import { givenPassword } from '../password-option.ts';
import type { Terminal } from '../terminal.ts';
import { withStore, withStoreMade } from './open-store.ts';

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
    name: options.name,
    timeZone: options.timeZone ?? config.accountTimeZone,
    currency: options.currency,
    adminEmail: options.adminEmail,
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
