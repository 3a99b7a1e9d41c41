import type { Command } from 'commander';
import { printedCommand } from '../printed-command.ts';
import { print, table, type Terminal } from '../terminal.ts';
import type { DeliveryAttempt } from '../../resources/delivery-attempts.ts';
import type { WebhookDesk } from '../webhook-desk.ts';
import { type AccountOptions, reaching } from './reach.ts';
import { atWebhooks, typesOf, withTypes } from './webhook-reach.ts';

/** `webhooks test`, `replay`, `replay-message`, `attempts`: deliveries and their outcomes. */
export function addDeliveryCommands(webhooks: Command, terminal: Terminal): void {
  const command = (name: string, description: string) => reaching(webhooks.command(name).description(description));
  command('test', 'send a test message to a webhook')
    .argument('<id>', 'id of the webhook')
    .action((id: string, reach: AccountOptions) => test(terminal, id, reach));
  withTypes(command('replay', 'send the messages of a period to a webhook again'))
    .argument('<id>', 'id of the webhook')
    .requiredOption('--since <date-time>', 'start of the period with an offset, such as 2026-03-01T08:00:00-06:00')
    .option('--until <date-time>', 'end of the period, inclusive (default: now)')
    .action((id: string, options: ReplayOptions) => replay(terminal, id, options));
  command('replay-message', 'send a message again to every webhook that takes its type')
    .argument('<message-id>', messageHelp)
    .action((id: string, reach: AccountOptions) => replayMessage(terminal, id, reach));
  command('attempts', 'list the attempts to deliver a message, oldest first')
    .argument('<message-id>', messageHelp)
    .action((id: string, reach: AccountOptions) => attempts(terminal, id, reach));
}

const messageHelp = 'id of the message, msg_…';

interface ReplayOptions extends AccountOptions {
  readonly since: string;
  readonly until?: string;
  readonly types?: string;
}

/** Says when the message is sent. A desk that only stores deliveries leaves the sending to the service. */
const sentence = (sent: string, { isStored }: WebhookDesk): string =>
  isStored
    ? `${sent} once the service runs: this command only queues the delivery.`
    : `${sent} now, after those that wait already.`;

async function test(terminal: Terminal, id: string, reach: AccountOptions): Promise<void> {
  const [value, text] = await atWebhooks(terminal, reach, async (desk) => {
    const sent = await desk.test(id);
    const next = printedCommand(terminal.environment, `webhooks attempts ${sent.webhook_message.id}`, reach);
    const see = `To see the result, run: ${next}`;
    return [sent, `${sentence(`The message ${sent.webhook_message.id} is sent`, desk)}\n${see}`] as const;
  });
  print(terminal, { json: reach.json, value, text });
}

async function replay(terminal: Terminal, id: string, options: ReplayOptions): Promise<void> {
  const { since, until, types, json } = options;
  const asked = {
    since,
    ...(until !== undefined && { until }),
    ...(types !== undefined && { event_types: typesOf(types) }),
  };
  const [value, text] = await atWebhooks(terminal, options, async (desk) => {
    const replayed = await desk.replay(id, asked);
    const { since: from, until: to } = replayed.replay;
    return [replayed, sentence(`The messages from ${from} to ${to} are sent again`, desk)] as const;
  });
  print(terminal, { json, value, text });
}

async function replayMessage(terminal: Terminal, id: string, reach: AccountOptions): Promise<void> {
  const [value, text] = await atWebhooks(terminal, reach, async (desk) => {
    const replayed = await desk.replayMessage(id);
    const to = replayed.webhook_ids.join(', ');
    const nobody = 'No enabled webhook takes this message: it is not sent.';
    return [replayed, to === '' ? nobody : sentence(`The message is sent again to ${to}`, desk)] as const;
  });
  print(terminal, { json: reach.json, value, text });
}

async function attempts(terminal: Terminal, id: string, reach: AccountOptions): Promise<void> {
  const value = await atWebhooks(terminal, reach, (desk) => desk.attempts(id));
  const made = value.webhook_message.attempts;
  const text = made.length === 0 ? 'There are no attempts yet.' : table(heads, made.map(cells));
  print(terminal, { json: reach.json, value, text });
}

const heads = ['At', 'Webhook', 'Status', 'ms', 'Error', 'Response'];

const cells = ({
  attempted_at: at,
  webhook_id: webhook,
  status,
  duration_ms: ms,
  error,
  response,
}: DeliveryAttempt) => [
  ...[at, webhook, status?.toString() ?? null],
  ...[String(ms), error, response === null ? null : line(response)],
];

const longest = 60;

/** The start of a receiver's text on one line, without anything that a terminal would obey. */
function line(text: string): string {
  const characters = [...text.replace(/[\s\p{C}]+/gu, ' ').trim()];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : characters.join('');
}
