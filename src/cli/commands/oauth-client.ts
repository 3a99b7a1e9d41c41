import type { Command } from 'commander';
import { type ClientCredentials, servedCredentials, storedClients } from '../credential-desk.ts';
import { facts, print, table } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { atDesk, type Reach, reaching, type Ways } from './reach.ts';
import { scopesHelp, scopesOf } from './token.ts';

/** `oauth-client …`: programs that get their own access tokens, in the database or through the running service. */
export function addOauthClientCommands(program: Command, terminal: Terminal): void {
  const client = program.command('oauth-client').description('the OAuth clients of an account');
  reaching(client.command('create').description('make a client; its secret is shown this once'))
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scopes <scopes>', scopesHelp)
    .action((options: CreateOptions) => create(terminal, options));
  reaching(client.command('list').description('list the clients, the newest first')).action((reach: Reach) =>
    list(terminal, reach),
  );
  reaching(client.command('revoke').description('end a client and its access tokens: the next request is refused'))
    .argument('<id>', 'of the client, as listed')
    .action((id: string, reach: Reach) => revoke(terminal, id, reach));
}

interface CreateOptions extends Reach {
  readonly name: string;
  readonly scopes: string;
}

const ways: Ways<ClientCredentials> = {
  stored: storedClients,
  served: (service) => servedCredentials(service, 'oauth_client'),
};

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const { name, json } = options;
  const fields = { name, scopes: scopesOf(options.scopes) };
  const made = await atDesk(terminal, options, ways, (desk) => desk.create(fields));
  const secrets = facts({ 'Client id': made.client_id, 'Client secret': made.client_secret });
  print(terminal, {
    json,
    value: { oauth_client: made },
    text: `OAuth client ${made.id} has been made.\n\n${secrets}\n\nThe secret is shown this once.`,
  });
}

async function list(terminal: Terminal, reach: Reach): Promise<void> {
  const clients = await atDesk(terminal, reach, ways, (desk) => desk.list());
  const rows = clients.map(({ id, name, client_id: clientId, user, scopes, last_used_at: used, expires_at: ends }) => [
    ...[id, name, clientId, user.email],
    ...[scopes.join(','), used, ends],
  ]);
  const heads = ['ID', 'Name', 'Client id', 'User', 'Scopes', 'Last used', 'Ends'];
  print(terminal, { json: reach.json, value: { oauth_clients: clients }, text: table(heads, rows) });
}

async function revoke(terminal: Terminal, id: string, reach: Reach): Promise<void> {
  await atDesk(terminal, reach, ways, (desk) => desk.revoke(id));
  print(terminal, { json: reach.json, value: { revoked: id }, text: `OAuth client ${id} is revoked.` });
}
