import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedFields } from '../../../src/resources/resource.ts';
import { shapes } from '../../support/data/registry.ts';
import { fullBody, make, postNew } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import type { Client } from '../../support/service/client.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

describe('a key that answers show and clients cannot set', () => {
  it('is named by the answer to a change if its value is not that of the record', async () => {
    const sent = { name: 'North Lab', stage_age: 27, created_at: '2020-01-01T00:00:00Z', version: 9, is_overdue: true };
    const made = await first.post('/projects', { project: sent });
    expect(made.headers.get('plumbline-ignored')).toBe('created_at, stage_age, is_overdue, version');
    const path = `/projects/${made.body.project.id}`;
    const changed = await first.patch(path, {
      project: { amount: 5, stage_age: 3, updated_at: '2020-01-01T00:00:00Z' },
    });
    expect(changed.headers.get('plumbline-ignored')).toBe('updated_at, stage_age');
    const { body, headers } = await first.patch(path, {
      project: { id: '999', created_by: { id: '999', name: 'Eve' } },
    });
    expect(headers.get('plumbline-ignored')).toBe('id, created_by');
    expect(body.project.created_by.name).not.toBe('Eve');
  });

  it('is not named if the client sends back what it read, or what the record has after the change', async () => {
    const made = await make(first, 'projects', { name: 'South Lab', amount: 100, square_feet: 10 });
    const path = `/projects/${String(made['id'])}`;
    service.clock.set('2026-03-09T15:00:00Z');
    const { project } = (await first.get(`${path}?include=version,deleted_at,submitted_at,is_overdue,tasks`)).body;
    const changed = await first.patch(path, { project: { ...project, amount: 200 } });
    expect([changed.status, changed.headers.get('plumbline-ignored')]).toEqual([200, null]);
    const same = await first.patch(path, { project: { amount: 300, price_per_square_foot: 30 } });
    expect(same.headers.get('plumbline-ignored')).toBeNull();
    const times = { created_at: String(made['created_at']).replace('Z', '.000Z') };
    expect((await first.patch(path, { project: times })).headers.get('plumbline-ignored')).toBeNull();
  });

  it('is named again to a repeated request with the same key, and in a group of concurrent changes', async () => {
    const key = { 'idempotency-key': 'ignored-once' };
    const send = () => first.post('/companies', { company: { name: 'Twice', created_at: null } }, key);
    const answers = [await send(), await send()];
    expect(answers.map(({ headers }) => headers.get('plumbline-ignored'))).toEqual(['created_at', 'created_at']);
    expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true');
    const many = await Promise.all(
      [1, 2, 3, 4, 5].map((number) =>
        first.post('/tasks', { task: { title: `T${number}`, id: String(9000 + number) } }),
      ),
    );
    expect(many.map(({ headers }) => headers.get('plumbline-ignored'))).toEqual(Array(5).fill('id'));
  });

  it('is named where a lead becomes a project, for a team and for the own user', async () => {
    const lead = await make(first, 'leads', { name: 'Lead' });
    const converted = await first.post(`/leads/${String(lead['id'])}/convert`, { project: { stage_age: 4 } });
    expect(converted.headers.get('plumbline-ignored')).toBe('stage_age');
    const { user } = (await first.get('/users/me')).body;
    const me = await first.patch('/users/me', { user: { ...user, role: 'viewer' } });
    expect([me.status, me.headers.get('plumbline-ignored')]).toEqual([200, 'role']);
    const member = { user_id: user.id, roles: ['estimator'], project: { id: '0' } };
    const path = `/project_team_memberships?project_id=${converted.body.project.id}`;
    const made = await first.post(path, { project_team_membership: member });
    expect([made.status, made.headers.get('plumbline-ignored')]).toEqual([201, 'project']);
  });
});

describe.each(shapes)('%s', (plural, resource) => {
  it('can be sent back as they were read, without a word about keys', async () => {
    const made = await postNew(first, resource, { [resource.singular]: await fullBody(first, resource) });
    const record = made.body[resource.singular];
    const given = acceptedFields(resource, 'update').map(([name]) => name);
    const body = Object.fromEntries(Object.entries(record).filter(([key]) => !given.includes(key)));
    const changed = await first.patch(`/${plural}/${record.id}`, { [resource.singular]: body });
    if (changed.status === 405) return;
    expect([changed.status, changed.headers.get('plumbline-ignored')]).toEqual([200, null]);
  });
});
