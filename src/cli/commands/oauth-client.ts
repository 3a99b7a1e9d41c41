import type { Command } from 'commander';
import type { NewOauthClient, OauthClient } from '../../records/access/oauth-clients.ts';
import { credentialDesk } from '../credential-desk.ts';
import type { Service } from '../running-service.ts';
import { facts, print, table, type Terminal } from '../terminal.ts';
import { atService, type AccountOptions, reaching } from './reach.ts';
import { scopesHelp, scopesOf } from './token.ts';

/** `oauth-client …`: programs that get their own access tokens, in the database or through the running service. */
export function addOauthClientCommands(program: Command, terminal: Terminal): void {
  const client = program.command('oauth-client').description('manage the OAuth clients of an account');
  reaching(client.command('create').description('create a client; its secret is shown only once'))
    .requiredOption('--name <name>', 'name of the client')
    .requiredOption('--scopes <scopes>', scopesHelp)
    .action((options: CreateOptions) => create(terminal, options));
  reaching(client.command('list').description('list the clients, newest first')).action((reach: AccountOptions) =>
    list(terminal, reach),
  );
  reaching(client.command('revoke').description('revoke a client and its access tokens; their next request is refused'))
    .argument('<id>', 'id of the client')
    .action((id: string, reach: AccountOptions) => revoke(terminal, id, reach));
}

interface CreateOptions extends AccountOptions {
  readonly name: string;
  readonly scopes: string;
}

const clientDesk = (service: Service) => credentialDesk<OauthClient, NewOauthClient>(service, 'oauth_client');

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const { name, json } = options;
  const fields = { name, scopes: scopesOf(options.scopes) };
  const made = await atService(terminal, options, (service) => clientDesk(service).create(fields));
  const secrets = facts({ 'Client id': made.client_id, 'Client secret': made.client_secret });
  print(terminal, {
    json,
    value: { oauth_client: made },
    text: `Created OAuth client ${made.id}.\n\n${secrets}\n\nThe secret is shown only once.`,
  });
}

async function list(terminal: Terminal, reach: AccountOptions): Promise<void> {
  const clients = await atService(terminal, reach, (service) => clientDesk(service).list());
  const rows = clients.map(({ id, name, client_id: clientId, user, scopes, last_used_at: used, expires_at: ends }) => [
    ...[id, name, clientId, user.email],
    ...[scopes.join(','), used, ends],
  ]);
  const heads = ['ID', 'Name', 'Client id', 'User', 'Scopes', 'Last used', 'Ends'];
  print(terminal, { json: reach.json, value: { oauth_clients: clients }, text: table(heads, rows) });
}

async function revoke(terminal: Terminal, id: string, reach: AccountOptions): Promise<void> {
  await atService(terminal, reach, (service) => clientDesk(service).revoke(id));
  print(terminal, { json: reach.json, value: { revoked: id }, text: `Revoked OAuth client ${id}.` });
}
