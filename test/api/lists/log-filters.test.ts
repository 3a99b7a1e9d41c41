import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let company: Json;
let project: Json;
let midway: string;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  company = await make(first, 'companies');
  project = await make(first, 'projects', { company_id: company.id });
  service.clock.advance(60_000);
  midway = service.clock.now().toISOString();
  await first.patch(`/companies/${company.id}`, { company: { phone: '1' } });
  await first.delete(`/projects/${project.id}`);
});
afterAll(() => service.stop());

const messages = async (query: string): Promise<string[]> =>
  (await first.get(`/webhook_messages?${query}`)).body.webhook_messages.map(
    ({ event_type: type, payload }: Json) => `${type} ${payload.id}`,
  );

const changes = async (query: string): Promise<string[]> =>
  (await first.get(`/audit_log?${query}`)).body.changes.map(
    ({ resource, record_id: id, action }: Json) => `${resource} ${id} ${action}`,
  );

describe('the log of webhook messages', () => {
  it('can be filtered by event type, time and record', async () => {
    const [about, made] = [project.id, company.id];
    expect(await messages('event_type=project.create,project.delete')).toEqual([
      `project.delete ${about}`,
      `project.create ${about}`,
    ]);
    expect(await messages('event_type[starts_with]=company.')).toEqual([
      `company.update ${made}`,
      `company.create ${made}`,
    ]);
    expect(await messages(`timestamp[gte]=${midway}`)).toEqual([`project.delete ${about}`, `company.update ${made}`]);
    expect(await messages(`filters[timestamp][lt]=${midway}&event_type[ne]=project.create`)).toEqual([
      `project.stage_change ${about}`,
      `company.create ${made}`,
    ]);
    expect(await messages(`payload.id=${about}&event_type=project.delete`)).toEqual([`project.delete ${about}`]);
  });

  it('keeps its filters in the link to the next page', async () => {
    const page = await first.get('/webhook_messages?event_type[starts_with]=project.&per_page=1');
    const next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await first.get(next)).body.webhook_messages[0].event_type).toBe('project.stage_change');
  });

  it('shows a single message, and none of another account', async () => {
    const [message] = (await first.get('/webhook_messages?per_page=1')).body.webhook_messages;
    const shown = await first.get(`/webhook_messages/${message.id}`);
    expect([shown.status, shown.body]).toEqual([200, { webhook_message: message }]);
    for (const answer of [
      await service.second.get(`/webhook_messages/${message.id}`),
      await first.get('/webhook_messages/msg_000000000000000000000000000'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });

  it.each([
    ['evnt_type=project.create', 'evnt_type', 'unknown_parameter'],
    ['timestamp[gte]=yesterday', 'timestamp[gte]', 'invalid_format'],
    ['payload.id=x', 'payload.id', 'invalid_format'],
    ['event_type[gtt]=x', 'event_type[gtt]', 'not_allowed'],
    ['resource=projects', 'resource', 'unknown_parameter'],
  ])('refuses %s', async (query, parameter, code) => {
    const { status, body } = await first.get(`/webhook_messages?${query}`);
    expect([status, body.code, body.errors]).toMatchObject([400, 'invalid_query', [{ parameter, code }]]);
  });
});

describe('the audit log', () => {
  it('can be filtered by record, action, user and time', async () => {
    expect(await changes(`resource=projects&record_id=${project.id}`)).toEqual([
      `projects ${project.id} delete`,
      `projects ${project.id} create`,
    ]);
    expect(await changes(`at[gte]=${midway}&action=update`)).toEqual([`companies ${company.id} update`]);
    const { id } = (await first.get('/users/me')).body.user;
    expect(await changes(`user_id=${id}&resource[ne]=projects&at[gte]=${midway}`)).toHaveLength(1);
    expect((await first.get('/audit_log?action=burn')).body.errors).toMatchObject([{ parameter: 'action' }]);
  });
});
