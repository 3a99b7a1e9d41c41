import type { Command } from 'commander';
import { facts, print, table, type Terminal } from '../terminal.ts';
import type { Webhook } from '../../resources/managed/webhooks.ts';
import { type AccountOptions, reaching } from './reach.ts';
import { addDeliveryCommands } from './webhook-deliveries.ts';
import { atWebhooks, typesOf, withTypes } from './webhook-reach.ts';

/** `webhooks …`: the webhooks of an account, in the database itself or through the running service. */
export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhooks = program.command('webhooks').description('manage the webhooks of an account and their deliveries');
  const command = (name: string, description: string) => reaching(webhooks.command(name).description(description));
  const settings = (of: Command): Command =>
    withTypes(of)
      .option('--description <text>', 'purpose of the webhook; "" clears it')
      .option('--include <what>', 'record: messages contain the record; none: only the event')
      .option('--rate-limit <number>', 'maximum of deliveries a minute; none: no limit');
  settings(command('create', 'create a webhook; its secret is shown only once'))
    .argument('<address>', 'http or https URL that receives the messages')
    .option('--secret <secret>', 'your own secret, whsec_ and 24 to 64 bytes in base64 (default: generated)')
    .action((address: string, options: Settings) => create(terminal, address, options));
  command('list', 'list the webhooks, newest first').action((reach: AccountOptions) => list(terminal, reach));
  const ofOne = (name: string, description: string, work: (id: string, options: Settings) => Promise<void>): Command =>
    command(name, description).argument('<id>', 'id of the webhook').action(work);
  ofOne('show', 'show a webhook, without its secret', (id, reach) => show(terminal, id, reach));
  settings(
    ofOne('update', 'change a webhook; settings that are not given stay', (id, options) =>
      update(terminal, id, options),
    ),
  ).option('--address <address>', 'new URL that receives the messages');
  ofOne('enable', 'enable a webhook; its pending deliveries are sent', (id, reach) =>
    update(terminal, id, reach, { enabled: true }),
  );
  ofOne('disable', 'disable a webhook; nothing is sent until you enable it', (id, reach) =>
    update(terminal, id, reach, { enabled: false }),
  );
  ofOne('delete', 'delete a webhook; nothing more is sent to it', (id, reach) => remove(terminal, id, reach));
  ofOne(
    'rotate-secret',
    'generate a new secret, shown only once; the previous one also signs for 24 hours',
    (id, reach) => rotateSecret(terminal, id, reach),
  );
  addDeliveryCommands(webhooks, terminal);
}

/** The settings of a webhook. */
interface Settings extends AccountOptions {
  readonly address?: string;
  readonly description?: string;
  readonly types?: string;
  readonly include?: string;
  readonly rateLimit?: string;
  readonly secret?: string;
}

/** The fields of a body, without the options that are not given. */
const fieldsOf = ({ address, description, types, include, rateLimit, secret }: Settings): object => ({
  ...(address !== undefined && { url: address }),
  ...(description !== undefined && { description }),
  ...(types !== undefined && { filter_types: typesOf(types) }),
  ...(include !== undefined && { include: include === 'none' ? [] : include.split(',') }),
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
    text: `Created webhook ${id}.\n\n${facts({ Secret: secret })}\n\nThe secret is shown only once.`,
  });
}

async function list(terminal: Terminal, reach: AccountOptions): Promise<void> {
  const webhooks = await atWebhooks(terminal, reach, (desk) => desk.list());
  const rows = webhooks.map((webhook) => [
    ...[webhook.id, webhook.url, stateOf(webhook), webhook.rate_limit?.toString() ?? null],
    ...[webhook.description, typesIn(webhook)],
  ]);
  const heads = ['ID', 'Address', 'State', 'Per minute', 'Description', 'Types'];
  print(terminal, { json: reach.json, value: { webhooks }, text: table(heads, rows) });
}

const typesIn = ({ filter_types: types }: Webhook): string => (types.length === 0 ? 'all' : types.join(','));

function stateOf({ enabled, disabled_reason: reason, failing_since: failing }: Webhook): string {
  if (!enabled) return `off (${reason})`;
  return failing === null ? 'on' : 'on, failing';
}

async function show(terminal: Terminal, id: string, reach: AccountOptions): Promise<void> {
  const shown = await atWebhooks(terminal, reach, (desk) => desk.show(id));
  print(terminal, { json: reach.json, value: shown, text: described(shown.webhook) });
}

const described = (webhook: Webhook): string =>
  `Webhook ${webhook.id}\n\n${facts({
    Address: webhook.url,
    Description: webhook.description,
    Types: typesIn(webhook),
    Include: webhook.include.join(',') || null,
    'Per minute': webhook.rate_limit?.toString() ?? 'no limit',
    State: stateOf(webhook),
    'Failing since': webhook.failing_since,
    'Disabled since': webhook.disabled_at,
    Made: webhook.created_at,
    Changed: webhook.updated_at,
  })}`;

async function update(terminal: Terminal, id: string, options: Settings, switching: object = {}): Promise<void> {
  const fields = { ...fieldsOf(options), ...switching };
  const changed = await atWebhooks(terminal, options, (desk) => desk.update(id, fields));
  print(terminal, { json: options.json, value: changed, text: described(changed.webhook) });
}

async function remove(terminal: Terminal, id: string, reach: AccountOptions): Promise<void> {
  await atWebhooks(terminal, reach, (desk) => desk.delete(id));
  print(terminal, { json: reach.json, value: { deleted: id }, text: `Deleted webhook ${id}.` });
}

async function rotateSecret(terminal: Terminal, id: string, reach: AccountOptions): Promise<void> {
  const rotated = await atWebhooks(terminal, reach, (desk) => desk.rotateSecret(id));
  const secret = facts({ Secret: rotated.webhook.secret });
  const hint = 'It is shown only once. The previous secret also signs for another 24 hours.';
  print(terminal, {
    json: reach.json,
    value: rotated,
    text: `Webhook ${id} has a new secret.\n\n${secret}\n\n${hint}`,
  });
}
