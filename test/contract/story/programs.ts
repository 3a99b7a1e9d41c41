import type { Client, Json } from '../../support/service/client.ts';
import { attemptsOf, eventually } from '../../support/delivery/delivering.ts';
import { follow } from '../../support/delivery/event-stream.ts';
import { startReceiver } from '../../support/delivery/receiver.ts';
import { tokens } from '../../support/service/template.ts';
import type { Part, Player } from './player.ts';

/** Plays how programs sign in: with API tokens and with OAuth clients. */
export async function signIn(player: Player): Promise<void> {
  const token = await player.play('createApiToken', {
    name: 'narrow',
    summary: 'A program that reads and writes',
    body: { api_token: { name: 'Estimating sync', scopes: ['read', 'write'], expires_at: '2027-01-01T00:00:00Z' } },
  });
  const path = { id: token.api_token.id };
  await player.play('showApiToken', { path });
  await player.play('listApiTokens', { query: { per_page: '1', page: '2' } });
  await player.play('revokeApiToken', { path });
  await useClient(player);
}

async function useClient(player: Player): Promise<void> {
  const made = await player.play('createOauthClient', {
    name: 'narrow',
    summary: 'A program that reads and writes',
    body: { oauth_client: { name: 'Takeoff import', scopes: ['read', 'write'] } },
  });
  const { id, client_id, client_secret } = made.oauth_client;
  const grant = { grant_type: 'client_credentials', client_id, client_secret };
  const body = new URLSearchParams({ ...grant, scope: 'read' }).toString();
  await player.play('createAccessToken', { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  const refused = (code: string, status: number, part: Part): Promise<void> =>
    player.refuse(code, { id: 'createAccessToken', as: `oauth.${status}`, ...part });
  await refused('invalid_request', 400, { body: {} });
  await refused('invalid_client', 401, { body: { ...grant, client_secret: 'plbs_of_another' } });
  await refused('invalid_request', 413, { body: { ...grant, scope: 'read '.repeat(20_000) } });
  await refused('invalid_request', 415, { body: 'grant_type', headers: { 'content-type': 'text/plain' } });
  const path = { id };
  await player.play('updateOauthClient', { path, body: { oauth_client: { name: 'Takeoff import, nightly' } } });
  await player.play('showOauthClient', { path });
  await player.play('listOauthClients', { query: { per_page: '2' } });
  await player.play('deleteOauthClient', { path });
}

/** Plays the delivery of events by a webhook. @returns the receiver's address, and the address to show instead. */
export async function tell(player: Player): Promise<Readonly<Record<string, string>>> {
  const { first } = player.service;
  await using receiver = await startReceiver();
  const url = `${receiver.url}/plumbline`;
  const made = await player.play('createWebhook', {
    name: 'some',
    summary: 'Won and lost bids, at most one message a second',
    body: {
      webhook: { url, description: 'Award letters', filter_types: ['project.won', 'project.lost'], rate_limit: 60 },
    },
  });
  const path = { id: made.webhook.id };
  const test = (await player.play('testWebhook', { path })).webhook_message;
  await eventually(async () => {
    if ((await attemptsOf(first, test.id)).length === 0) throw new Error('nothing has been sent yet');
  });
  await player.play('showWebhookMessage', { path: { id: test.id }, query: { include: 'attempts' } });
  await player.play('showWebhook', { path });
  await player.play('listWebhooks', { query: { per_page: '2' } });
  await player.play('listWebhookMessages', { query: { per_page: '2' } });
  await player.play('replayWebhookMessage', { path: { id: await someMessage(first) } });
  await player.play('replayToWebhook', {
    path,
    body: { since: '2026-03-02T15:00:00Z', until: '2026-03-02T15:01:00Z', event_types: ['project.won'] },
  });
  await player.play('rotateWebhookSecret', { path });
  const off = { webhook: { enabled: false } };
  await player.play('updateWebhook', { path, name: 'off', summary: 'Disable the webhook', body: off });
  const on = { webhook: { enabled: true } };
  await player.play('updateWebhook', { path, name: 'on', summary: 'Enable it again', body: on });
  await player.play('deleteWebhook', { path });
  player.messages['webhook.test'] = test;
  return { [url]: 'https://hooks.granite.example/plumbline' };
}

const someMessage = async (client: Client): Promise<string> =>
  (await client.get('/webhook_messages?event_type=project.won')).body.webhook_messages[0].id;

/** Records a message of each type that has no example yet. */
export async function collectMessages(player: Player): Promise<void> {
  const messages: Json[] = (await player.service.first.get('/webhook_messages?per_page=500')).body.webhook_messages;
  for (const message of messages) player.messages[message.event_type] ??= message;
}

/** Plays the delivery of events by the event stream. */
export async function followAlong(player: Player): Promise<void> {
  const { first } = player.service;
  const stream = await follow(first, { query: '?event_type=task.create', token: tokens.first });
  const body = { task: { title: 'Call the school board' } };
  await first.post('/tasks', body);
  await stream.next(1);
  player.keep('followEvents', { query: { event_type: 'task.create' } }, stream.text());
  stream.close();
}
