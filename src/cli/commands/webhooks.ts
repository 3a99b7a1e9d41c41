import type { Command } from 'commander';
import { facts, print, table } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import type { Webhook } from '../../records/webhooks/webhooks.ts';
import { type Reach, reaching } from './reach.ts';
import { addDeliveryCommands } from './webhook-deliveries.ts';
import { atWebhooks, typesOf, withTypes } from './webhook-reach.ts';

/** `webhooks …`: the webhooks of an account, in the database itself or through the running service. */
export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhooks = program.command('webhooks').description('the webhooks of an account, and what is sent to them');
  const command = (name: string, description: string) => reaching(webhooks.command(name).description(description));
  const settings = (of: Command): Command =>
    withTypes(of)
      .option('--description <text>', 'what it is for; "" for nothing')
      .option('--rate-limit <number>', 'so many deliveries a minute at most; none: no limit');
  settings(command('create', 'make a webhook; its secret is shown this once'))
    .argument('<address>', 'an http or https address, to which messages are sent')
    .option('--secret <secret>', 'one of your own, whsec_ and 24 to 64 bytes in base64; else one is made')
    .action((address: string, options: Settings) => create(terminal, address, options));
  command('list', 'list the webhooks, the newest first').action((reach: Reach) => list(terminal, reach));
  const ofOne = (name: string, description: string, work: (id: string, options: Settings) => Promise<void>): Command =>
    command(name, description).argument('<id>', 'of the webhook, as listed').action(work);
  ofOne('show', 'show a webhook, without its secret', (id, reach) => show(terminal, id, reach));
  settings(
    ofOne('update', 'change a webhook; what is not named stays', (id, options) => update(terminal, id, options)),
  ).option('--address <address>', 'to which messages are sent from now on');
  ofOne('enable', 'switch a webhook on again: what waits for it is sent', (id, reach) =>
    update(terminal, id, reach, { enabled: true }),
  );
  ofOne('disable', 'switch a webhook off: nothing is sent until it is on again', (id, reach) =>
    update(terminal, id, reach, { enabled: false }),
  );
  ofOne('delete', 'delete a webhook: nothing more is sent to it', (id, reach) => remove(terminal, id, reach));
  ofOne('rotate-secret', 'make a new secret, shown this once; the old one signs too for another day', (id, reach) =>
    rotateSecret(terminal, id, reach),
  );
  addDeliveryCommands(webhooks, terminal);
}

/** The settings of a webhook. */
interface Settings extends Reach {
  readonly address?: string;
  readonly description?: string;
  readonly types?: string;
  readonly rateLimit?: string;
  readonly secret?: string;
}

/** The fields of a body, without the options that are not given. */
const fieldsOf = ({ address, description, types, rateLimit, secret }: Settings): object => ({
  ...(address !== undefined && { url: address }),
  ...(description !== undefined && { description }),
  ...(types !== undefined && { filter_types: typesOf(types) }),
  ...(rateLimit !== undefined && { rate_limit: limitOf(rateLimit) }),
  ...(secret !== undefined && { secret }),
});

/** Converts numbers and keeps other text, so that the service reports the problem. */
function limitOf(option: string): number | string | null {
  if (option === 'none') return null;
  return /^-?\d+(\.\d+)?$/.test(option) ? Number(option) : option;
}

async function create(terminal: Terminal, address: string, options: Settings): Promise<void> {
  const fields = fieldsOf({ ...options, address });
  const made = await atWebhooks(terminal, options, (desk) => desk.create(fields), '<address>');
  const { id, secret } = made.webhook;
  print(terminal, {
    json: options.json,
    value: made,
    text: `Webhook ${id} has been made.\n\n${facts({ Secret: secret })}\n\nThe secret is shown this once.`,
  });
}

async function list(terminal: Terminal, reach: Reach): Promise<void> {
  const webhooks = await atWebhooks(terminal, reach, (desk) => desk.list());
  const rows = webhooks.map((webhook) => [
    ...[webhook.id, webhook.url, stateOf(webhook), webhook.rate_limit?.toString() ?? null],
    ...[webhook.description, typesIn(webhook)],
  ]);
  const heads = ['ID', 'Address', 'State', 'A minute', 'Description', 'Types'];
  print(terminal, { json: reach.json, value: { webhooks }, text: table(heads, rows) });
}

const typesIn = ({ filter_types: types }: Webhook): string => (types.length === 0 ? 'all' : types.join(','));

function stateOf({ enabled, disabled_reason: reason, failing_since: failing }: Webhook): string {
  if (!enabled) return `off (${reason})`;
  return failing === null ? 'on' : 'on, failing';
}

async function show(terminal: Terminal, id: string, reach: Reach): Promise<void> {
  const shown = await atWebhooks(terminal, reach, (desk) => desk.show(id));
  print(terminal, { json: reach.json, value: shown, text: described(shown.webhook) });
}

const described = (webhook: Webhook): string =>
  `Webhook ${webhook.id}\n\n${facts({
    Address: webhook.url,
    Description: webhook.description,
    Types: typesIn(webhook),
    'A minute': webhook.rate_limit?.toString() ?? 'no limit',
    State: stateOf(webhook),
    'Fails since': webhook.failing_since,
    'Off since': webhook.disabled_at,
    Made: webhook.created_at,
    Changed: webhook.updated_at,
  })}`;

async function update(terminal: Terminal, id: string, options: Settings, switching: object = {}): Promise<void> {
  const fields = { ...fieldsOf(options), ...switching };
  const changed = await atWebhooks(terminal, options, (desk) => desk.update(id, fields));
  print(terminal, { json: options.json, value: changed, text: described(changed.webhook) });
}

async function remove(terminal: Terminal, id: string, reach: Reach): Promise<void> {
  await atWebhooks(terminal, reach, (desk) => desk.delete(id));
  print(terminal, { json: reach.json, value: { deleted: id }, text: `Webhook ${id} is deleted.` });
}

async function rotateSecret(terminal: Terminal, id: string, reach: Reach): Promise<void> {
  const rotated = await atWebhooks(terminal, reach, (desk) => desk.rotateSecret(id));
  const secret = facts({ Secret: rotated.webhook.secret });
  const hint = 'It is shown this once. The one before it signs too for another 24 hours.';
  print(terminal, {
    json: reach.json,
    value: rotated,
    text: `Webhook ${id} has a new secret.\n\n${secret}\n\n${hint}`,
  });
}
