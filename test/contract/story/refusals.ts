import type { Client } from '../../support/service/client.ts';
import { type RequestFault, faultOf, problemDetails } from '../../../src/http/errors/problem-details.ts';
import { Refusal } from '../../../src/refusal.ts';
import type { Player } from './player.ts';

/** Plays each refusal. @param viewer has only the right to read. @param hurried has a low rate limit. */
export async function runIntoRefusals(player: Player, viewer: Client, hurried: Client): Promise<void> {
  await refuseRequests(player, viewer);
  await refuseChanges(player);
  const hurry = await Promise.all(Array.from({ length: 20 }, () => hurried.get('/projects')));
  player.problems['rate_limit_exceeded'] = hurry.find(({ status }) => status === 429)?.body;
  for (const fault of mishaps) {
    const occurrence = { serviceUrl: player.service.url, instance: '/api/2023-01/projects', requestId };
    player.problems[fault.code] = JSON.parse(problemDetails(fault, occurrence));
  }
}

const requestId = `req_${'0'.repeat(22)}`;

/** The story cannot play a slow network, a lost database or a bug, so it builds these problems as the service does. */
const mishaps: readonly RequestFault[] = [
  { code: 'request_timeout', detail: 'The request did not arrive in time.' },
  faultOf(new Error('a mistake')),
  faultOf(new Refusal('unavailable', 'The database does not answer.')),
];

async function refuseRequests(player: Player, viewer: Client): Promise<void> {
  const { service } = player;
  await player.refuse('malformed_request', { at: '/projects/%FF' });
  await player.refuse('malformed_json', { id: 'createProject', body: '{"project": {"name": "Riverside"' });
  await player.refuse('invalid_query', { id: 'listProjects', query: { sort: 'bid_date', 'amount[gte]': 'ten' } });
  await player.refuse('missing_parameter', { id: 'summarizeProjects' });
  await player.refuse('unauthenticated', { id: 'listProjects', by: service.client(null) });
  await player.refuse('forbidden', { id: 'createProject', by: viewer, body: { project: { name: 'Riverside' } } });
  await player.refuse('not_found', { id: 'showProject', path: { id: '404' } });
  await player.refuse('unknown_version', { at: `${service.url}/api/2022-01/projects` });
  await player.refuse('unsupported_media_type', {
    id: 'createProject',
    body: '<project/>',
    headers: { 'content-type': 'application/xml' },
  });
  await player.refuse('too_large', { id: 'createProject', body: { project: { name: 'R'.repeat(1_100_000) } } });
  await player.refuse('headers_too_large', { at: '/projects', headers: { 'x-note': 'R'.repeat(20_000) } });
}

async function refuseChanges(player: Player): Promise<void> {
  const key = { 'idempotency-key': 'erp-j-1' };
  await player.refuse('validation_failed', {
    id: 'createProject',
    body: { project: { amount: 'ten', work_scope: 'school', square_foot: 86_000 } },
  });
  await player.service.first.post('/projects', { project: { name: 'Harbor Annex' } }, key);
  const another = { project: { name: 'Harbor Annex East' } };
  await player.refuse('idempotency_key_reused', { id: 'createProject', body: another, headers: key });
  const row = { project: { name: 'Harbor Tower', external_id: 'ERP-J-1' } };
  await player.refuse('already_exists', { id: 'createProject', body: row });
  await player.refuse('in_use', { id: 'deleteProjectStage', path: { id: '1' } });
  await player.refuse('conflict', { id: 'restoreProject', path: { id: '1' } });
  const stale = { path: { id: '2' }, body: { project: { units: 12 } }, headers: { 'if-match': '"1"' } };
  await player.refuse('stale', { id: 'updateProject', ...stale });
}
