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
    .action((options: CreateOptions) => create(terminal, options));
  account
    .command('list')
    .description('list the accounts, the oldest first')
    .option('--json', 'answer with JSON')
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
      `Account ${made.accountId}, ${withoutControls(name)}, has been made.`,
      '',
      facts({ Admin: adminEmail, Password: password, 'API token': token }),
      ...(password === null && token === null ? [] : ['', 'The secrets above are shown this once.']),
    ].join('\n'),
  };
}

async function list(terminal: Terminal, { json }: { json?: true }): Promise<void> {
  const accounts = await withStore(terminal, ({ engine }) => listAccounts(engine));
  const rows = accounts.map((one) => [one.id, one.name, one.time_zone, one.currency, one.created_at]);
  print(terminal, { json, value: { accounts }, text: table(['ID', 'Name', 'Time zone', 'Currency', 'Created'], rows) });
}
