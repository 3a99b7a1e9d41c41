import type { Command } from 'commander';
import { scopes as allScopes } from '../../resources/vocabulary/choices.ts';
import { servedCredentials, storedTokens, type TokenCredentials } from '../credential-desk.ts';
import { facts, print, table, type Terminal } from '../terminal.ts';
import { servedUsers, storedUsers, userByEmail, type UserDesk } from '../user-desk.ts';
import { atDesk, type Reach, reaching, type Ways } from './reach.ts';

/** `token …`: the credentials of programs, in the database or through the running service. */
export function addTokenCommands(program: Command, terminal: Terminal): void {
  const token = program.command('token').description('manage the API tokens of an account');
  reaching(token.command('create').description('create a token; it is shown only once'))
    .requiredOption('--name <name>', 'name of the token')
    .requiredOption('--scopes <scopes>', scopesHelp)
    .option('--user <email>', 'e-mail address of its user (default: the first admin, or the owner of --token)')
    .option('--expires-at <date-time>', 'time with an offset, such as 2027-01-01T00:00:00Z (default: never)')
    .action((options: CreateOptions) => create(terminal, options));
  reaching(token.command('list').description('list the tokens, newest first')).action((reach: Reach) =>
    list(terminal, reach),
  );
  reaching(token.command('revoke').description('revoke a token; its next request is refused'))
    .argument('<id>', 'id of the token')
    .action((id: string, reach: Reach) => revoke(terminal, id, reach));
}

/** The help text of every option `--scopes`. */
export const scopesHelp = `${allScopes.join(', ')}, separated by commas; no scope implies another`;

/** The scopes of an option, each once. */
export const scopesOf = (option: string): string[] => [...new Set(option.split(',').map((scope) => scope.trim()))];

interface CreateOptions extends Reach {
  readonly name: string;
  readonly scopes: string;
  readonly user?: string;
  readonly expiresAt?: string;
}

interface TokenDesk {
  readonly users: UserDesk;
  readonly tokens: TokenCredentials;
}

const ways: Ways<TokenDesk> = {
  stored: (context, config) => ({ users: storedUsers(context, config), tokens: storedTokens(context) }),
  served: (service) => ({ users: servedUsers(service), tokens: servedCredentials(service, 'api_token') }),
};

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const { name, user: email, expiresAt, json } = options;
  const made = await atDesk(terminal, options, ways, async ({ users, tokens }) => {
    const owner = email === undefined ? {} : { user_id: (await userByEmail(users, email)).id };
    const expiry = expiresAt === undefined ? {} : { expires_at: expiresAt };
    return await tokens.create({ name, scopes: scopesOf(options.scopes), ...owner, ...expiry });
  });
  const secret = facts({ 'API token': made.token });
  print(terminal, {
    json,
    value: { api_token: made },
    text: `Created token ${made.id}.\n\n${secret}\n\nIt is shown only once.`,
  });
}

async function list(terminal: Terminal, reach: Reach): Promise<void> {
  const tokens = await atDesk(terminal, reach, ways, (desk) => desk.tokens.list());
  const rows = tokens.map(({ id, name, user, scopes, last_used_at: used, expires_at: ends }) => [
    ...[id, name, user.email, scopes.join(',')],
    ...[used, ends],
  ]);
  const heads = ['ID', 'Name', 'User', 'Scopes', 'Last used', 'Ends'];
  print(terminal, { json: reach.json, value: { api_tokens: tokens }, text: table(heads, rows) });
}

async function revoke(terminal: Terminal, id: string, reach: Reach): Promise<void> {
  await atDesk(terminal, reach, ways, (desk) => desk.tokens.revoke(id));
  print(terminal, { json: reach.json, value: { revoked: id }, text: `Revoked token ${id}.` });
}
