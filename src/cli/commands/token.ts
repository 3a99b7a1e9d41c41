import type { Command } from 'commander';
import { scopes as allScopes } from '../../resources/vocabulary/choices.ts';
import type { ApiToken, NewApiToken } from '../../records/access/api-tokens.ts';
import { credentialDesk } from '../credential-desk.ts';
import type { Service } from '../running-service.ts';
import { facts, print, table, type Terminal } from '../terminal.ts';
import { userByEmail, userDesk } from '../user-desk.ts';
import { atService, type AccountOptions, reaching } from './reach.ts';

/** `token …`: the credentials of programs, in the database or through the running service. */
export function addTokenCommands(program: Command, terminal: Terminal): void {
  const token = program.command('token').description('manage the API tokens of an account');
  reaching(token.command('create').description('create a token; it is shown only once'))
    .requiredOption('--name <name>', 'name of the token')
    .requiredOption('--scopes <scopes>', scopesHelp)
    .option('--user <email>', 'e-mail address of its user (default: the first admin, or the owner of --token)')
    .option('--expires-at <date-time>', 'time with an offset, such as 2027-01-01T00:00:00Z (default: never)')
    .action((options: CreateOptions) => create(terminal, options));
  reaching(token.command('list').description('list the tokens, newest first')).action((reach: AccountOptions) =>
    list(terminal, reach),
  );
  reaching(token.command('revoke').description('revoke a token; its next request is refused'))
    .argument('<id>', 'id of the token')
    .action((id: string, reach: AccountOptions) => revoke(terminal, id, reach));
}

/** The help text of every option `--scopes`. */
export const scopesHelp = `${allScopes.join(', ')}, separated by commas; no scope implies another`;

/** The scopes of an option, each once. */
export const scopesOf = (option: string): string[] => [...new Set(option.split(',').map((scope) => scope.trim()))];

interface CreateOptions extends AccountOptions {
  readonly name: string;
  readonly scopes: string;
  readonly user?: string;
  readonly expiresAt?: string;
}

const tokenDesk = (service: Service) => credentialDesk<ApiToken, NewApiToken>(service, 'api_token');

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const { name, user: email, expiresAt, json } = options;
  const made = await atService(terminal, options, async (service) => {
    const owner = email === undefined ? {} : { user_id: (await userByEmail(userDesk(service), email)).id };
    const expiry = expiresAt === undefined ? {} : { expires_at: expiresAt };
    return await tokenDesk(service).create({ name, scopes: scopesOf(options.scopes), ...owner, ...expiry });
  });
  const secret = facts({ 'API token': made.token });
  print(terminal, {
    json,
    value: { api_token: made },
    text: `Created token ${made.id}.\n\n${secret}\n\nIt is shown only once.`,
  });
}

async function list(terminal: Terminal, reach: AccountOptions): Promise<void> {
  const tokens = await atService(terminal, reach, (service) => tokenDesk(service).list());
  const rows = tokens.map(({ id, name, user, scopes, last_used_at: used, expires_at: ends }) => [
    ...[id, name, user.email, scopes.join(',')],
    ...[used, ends],
  ]);
  const heads = ['ID', 'Name', 'User', 'Scopes', 'Last used', 'Ends'];
  print(terminal, { json: reach.json, value: { api_tokens: tokens }, text: table(heads, rows) });
}

async function revoke(terminal: Terminal, id: string, reach: AccountOptions): Promise<void> {
  await atService(terminal, reach, (service) => tokenDesk(service).revoke(id));
  print(terminal, { json: reach.json, value: { revoked: id }, text: `Revoked token ${id}.` });
}
