import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A request to create a project, whose body ends later. */
async function begun() {
  const body = new PassThrough();
  const headers = { authorization: `Bearer ${service.tokens.first}`, 'content-type': 'application/json' };
  const before = service.statements.length;
  const answer = new Promise<Json>((resolve, reject) => {
    const sent = request(`${service.url}/api/2023-01/projects`, { method: 'POST', headers }, (response) => {
      text(response).then((read) => resolve(JSON.parse(read)), reject);
    });
    sent.on('error', reject);
    body.pipe(sent);
    body.write(' ');
  });
  const isAdmitted = () =>
    service.statements.slice(before).some((statement) => statement.includes('from api_tokens t'));
  await expect.poll(isAdmitted).toBe(true);
  const end = async (name: string): Promise<Json> => {
    body.end(JSON.stringify({ project: { name } }));
    return (await answer).project;
  };
  return { end };
}

describe('the moment of a change', () => {
  it('is the arrival of its request', async () => {
    service.clock.set('2026-05-05T10:00:00Z');
    const late = await begun();
    service.clock.advance(59_000);
    expect(await late.end('Soon')).toMatchObject({ created_at: '2026-05-05T10:00:00Z' });
  });

  it('is the end of its body, if that takes more than a minute', async () => {
    service.clock.set('2026-05-05T11:00:00Z');
    const late = await begun();
    service.clock.advance(61_000);
    expect(await late.end('Late')).toMatchObject({ created_at: '2026-05-05T11:01:01Z' });
  });

  it('is not before the record last changed, in all that the change writes', async () => {
    const { first, clock } = service;
    clock.set('2026-05-05T12:00:00Z');
    const stages = (await first.get('/project_stages')).body.project_stages as Json[];
    const won = stages.find(({ category }) => category === 'won')?.id;
    const { id } = await make(first, 'projects', { name: 'Ahead' });
    clock.set('2026-05-05T11:59:55Z');
    const { body } = await first.patch(`/projects/${id}`, { project: { project_stage_id: won } });
    expect(body.project.updated_at).toBe('2026-05-05T12:00:00Z');
    const shown = await first.get(`/projects/${id}?include=closed_at,submitted_at,stage_changes`);
    expect(shown.body.project).toMatchObject({
      closed_at: '2026-05-05T12:00:00Z',
      submitted_at: '2026-05-05T12:00:00Z',
      stage_changes: [{ at: '2026-05-05T12:00:00Z' }, { at: '2026-05-05T12:00:00Z' }],
    });
    const { changes } = (await first.get(`/projects/${id}/history`)).body;
    expect(changes.map(({ at }: Json) => at)).toEqual(['2026-05-05T12:00:00Z', '2026-05-05T12:00:00Z']);
  });
});
