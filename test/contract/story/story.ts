import type { Client as TypedClient } from '../../../src/client/client.ts';
import type { Client } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';
import { attach, attachContents, lookBack, recordActivity } from './activity.ts';
import { subscribe } from './feeds.ts';
import { settleIn } from './firm.ts';
import { importFiles } from './imports.ts';
import { Player } from './player.ts';
import { plan } from './plan.ts';
import { report } from './reports.ts';
import { collectMessages, followAlong, signIn, tell } from './programs.ts';
import { useBrowser } from './people.ts';
import { pursue } from './pursuit.ts';
import { runIntoRefusals } from './refusals.ts';
import { steady } from './steady.ts';
import { workTogether } from './teamwork.ts';

/** The address of the installation in the examples. */
export const storyUrl = 'https://plumbline.example.com';

/** The examples of the document. */
export type Examples = Pick<Player, 'operations' | 'problems' | 'messages'>;

/** Plays every operation of the service: a general contractor bids for the fit-out of a school in San Antonio. */
export async function tellStory(service: TestService, hurried: Client, crm?: TypedClient): Promise<Examples> {
  const player = await Player.of(service, crm);
  const { ria, tom } = await settleIn(player);
  const job = await pursue(player, ria);
  await workTogether(player, { ...job, estimatorId: tom, managerId: ria });
  await followAlong(player);
  await signIn(player);
  await useBrowser(player, ria);
  const places = await tell(player);
  await player.play('listAuditLog', { query: { per_page: '2' } });
  await lookAround(player);
  await importFiles(player);
  await runIntoRefusals(player, await viewerOf(service), hurried);
  await collectMessages(player);
  // The job of the sample data takes ids beside the story.
  await plan(player);
  await report(player);
  await subscribe(player);
  await recordActivity(player, { ...job, estimatorId: tom });
  await collectMessages(player);
  await lookBack(player, job);
  await attach(player, job);
  await collectMessages(player);
  await fillOther(player);
  await attachContents(player);
  const { operations, problems, messages } = player;
  return steady({ operations, problems, messages }, { ...places, [service.url]: storyUrl });
}

/** The account of the story has projects of its own, so the sample data fills the other one, after everything else. */
async function fillOther(player: Player): Promise<void> {
  await player.play('showDemo');
  await player.play('showBackupStatus');
  const body = { demo: { projects: 500 } };
  const { demo } = (await player.service.second.post('/account/demo', body)).body;
  player.keep('startDemo', { body }, { demo });
  // The filling takes its time.
  const records = { users: 12, companies: 67, contacts: 250, projects: 500 };
  const removal = { status: 'removing', done: 0, total: 829, records };
  player.keep('removeDemo', {}, { demo: { ...demo, ...removal } });
  keepArchive(player);
}

/** An archive has bytes, and its restore ends the credentials of the account. */
function keepArchive(player: Player): void {
  const admin = { id: '1', name: 'Gail Granite', email: 'admin@granite.example' };
  const url = `${storyUrl}/set-password#plbl_0000000000000000000000000000000000000000000`;
  const restored = {
    ...{ from: { id: '1', name: 'Granite Builders' }, made_at: '2026-03-11T20:00:00Z' },
    ...{ rows: { projects: 418, companies: 96, users: 12 }, admin },
    password_link: { url, expires_at: '2026-03-14T20:00:00Z' },
  };
  player.keep('downloadAccountArchive', { name: 'archive' }, undefined);
  const form = { name: 'form', summary: 'The archive in a form', body: { file: 'the bytes of the archive' } };
  player.keep('restoreAccountArchive', form, undefined);
  // The schema is that of a line; this is the last one.
  player.keep('restoreAccountArchive', { name: 'ndjson' }, { restored });
}

async function viewerOf(service: TestService): Promise<Client> {
  const user = { first_name: 'Vic', email: 'vic@granite.example', role: 'viewer' };
  const { first } = service;
  const user_id = (await first.post('/users', { user })).body.user.id;
  const token = { name: 'Dashboard', scopes: ['read', 'write'], user_id };
  return service.client((await first.post('/api_tokens', { api_token: token })).body.api_token.token);
}

/** Plays the operations outside the versioned interface, and shortens their long responses. */
async function lookAround(player: Player): Promise<void> {
  const { url } = player.service;
  for (const [id, path] of [
    ['showService', '/'],
    ['showHealth', '/health'],
    ['showReadiness', '/ready'],
  ] as const) {
    const answer = await fetch(url + path);
    player.keep(id, {}, await answer.json());
  }
  const metrics = await fetch(`${url}/metrics`).then((answer) => answer.text());
  player.keep('showMetrics', {}, (/^# HELP webhook_deliveries_in_flight .*\n.*\n.*\n/m.exec(metrics) ?? [''])[0]);
  const { openapi, info } = (await player.service.document()) as { openapi: string; info: object };
  player.keep('showDocument', {}, { openapi, info: { ...info, description: '…' }, paths: {} });
}
