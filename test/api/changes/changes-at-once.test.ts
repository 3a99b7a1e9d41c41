import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { hold } from '../../support/service/hold.ts';
import { make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { historyOf, told } from '../../support/service/told.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const numbers = Array.from({ length: 24 }, (_, index) => index);
const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status);
const count = (status: number, replies: readonly Reply[]): number =>
  statuses(replies).filter((one) => one === status).length;

const create = (project: object, key?: string): Promise<Reply> =>
  first.post('/projects', { project }, key === undefined ? {} : { 'idempotency-key': key });

const named = async (name: string): Promise<Json[]> =>
  (await first.get(`/projects?name=${encodeURIComponent(name)}&per_page=500`)).body.projects;

const begun = (): number => service.statements.filter((text) => text === 'begin').length;

describe('records created by parallel requests', () => {
  it('have their own values, history and messages, and share transactions', async () => {
    const company = await make(first, 'companies');
    // Open connections send their requests at the same time.
    await Promise.all(numbers.map(() => first.get('/users/me')));
    service.statements.length = 0;
    const run = next();
    const keys = numbers.map((number) => `at once ${run} ${number}`);
    const bodies = numbers.map((number) => ({ name: `Job ${number}`, company_id: company.id, amount: number * 1000 }));
    const replies = await Promise.all(bodies.map((body, index) => create(body, keys[index])));
    expect(begun()).toBeLessThan(numbers.length);
    expect(replies.map(({ status, body }) => [status, body.project.name, body.project.amount])).toEqual(
      bodies.map(({ name, amount }) => [201, name, amount]),
    );
    expect(new Set(replies.map(({ body }) => body.project.id)).size).toBe(numbers.length);
    for (const { body, headers } of replies) {
      const { id } = body.project;
      expect(headers.get('location')).toBe(`/api/2023-01/projects/${id}`);
      expect((await first.get(`/projects/${id}`)).body).toEqual(body);
      expect(await told(first, id)).toContain('project.create');
      const [made, ...others] = await historyOf(first, `/projects/${id}`);
      expect([made.request_id, others]).toEqual([headers.get('x-request-id'), []]);
    }
    const again = await Promise.all(bodies.map((body, index) => create(body, keys[index])));
    expect(again.map(({ text }) => text)).toEqual(replies.map(({ text }) => text));
    expect(again.every(({ headers }) => headers.get('idempotent-replayed') === 'true')).toBe(true);
  });

  it('are refused for their own errors only, and a refused one leaves nothing', async () => {
    const name = `Mixed ${next()}`;
    const replies = await Promise.all(
      numbers.map((number) => create({ name, ...(number % 3 === 0 ? { company_id: '987654321' } : {}) })),
    );
    expect(statuses(replies)).toEqual(numbers.map((number) => (number % 3 === 0 ? 422 : 201)));
    expect(replies[0]?.body.errors).toMatchObject([{ pointer: '/project/company_id', code: 'invalid_reference' }]);
    expect(await named(name)).toHaveLength(count(201, replies));
  });

  it('with one external id become one record, and the other requests get a 409 with its id', async () => {
    const name = `Only one ${next()}`;
    const replies = await Promise.all(numbers.map(() => create({ name, external_id: name })));
    const [made] = await named(name);
    expect([count(201, replies), count(409, replies)]).toEqual([1, numbers.length - 1]);
    const refused = replies.filter(({ status }) => status === 409).map(({ body }) => [body.code, body.existing_id]);
    expect(refused).toEqual(refused.map(() => ['already_exists', made.id]));
  });

  it('with one idempotency key become one record, and every request returns it', async () => {
    const name = `Repeated ${next()}`;
    const replies = await Promise.all(numbers.map(() => create({ name }, name)));
    const [made, ...others] = await named(name);
    expect(others).toEqual([]);
    expect(new Set(replies.map(({ body }) => body.project.id))).toEqual(new Set([made.id]));
  });

  it('can refer to a stage that was just created', async () => {
    const replies = await Promise.all(
      numbers.map(async (number) => {
        const stage = await make(first, 'project_stages', { name: `Stage ${number} of ${next()}` });
        return [stage.id, (await create({ name: `At it`, project_stage_id: stage.id })).body.project?.project_stage.id];
      }),
    );
    expect(replies.filter(([stage, shown]) => stage !== shown)).toEqual([]);
  });
});

describe('records updated by parallel requests', () => {
  it('get every change, and a version for each, also when several change the same record', async () => {
    const projects = await Promise.all(numbers.slice(0, 6).map(() => make(first, 'projects')));
    const change = (id: string, units: number) => first.patch(`/projects/${id}`, { project: { units } });
    const replies = await Promise.all(numbers.map((number) => change(projects[number % 6].id, number + 1)));
    expect(statuses(replies)).toEqual(numbers.map(() => 200));
    for (const { id } of projects) {
      expect((await first.get(`/projects/${id}`)).headers.get('etag')).toBe('"5"');
      expect(await historyOf(first, `/projects/${id}`)).toHaveLength(5);
    }
  });

  it('are each checked against the If-Match of their own request', async () => {
    const projects = await Promise.all(numbers.map(() => make(first, 'projects')));
    const replies = await Promise.all(
      projects.map(({ id }, index) =>
        first.patch(`/projects/${id}`, { project: { units: 7 } }, { 'if-match': index % 2 === 0 ? '"1"' : '"2"' }),
      ),
    );
    expect(statuses(replies)).toEqual(numbers.map((number) => (number % 2 === 0 ? 200 : 412)));
  });
});

/** The statement with which another session takes the external id `held <id>` in the same account. */
const taking = (id: string): string => `
  insert into projects (account_id, created_at, updated_at, name, name_folded, project_stage_id, stage_changed_at,
    external_id)
  select p.account_id, p.created_at, p.updated_at, p.name, p.name_folded, p.project_stage_id, p.stage_changed_at,
    'held ${id}'
  from projects p join companies c on c.account_id = p.account_id and c.id = ${id} limit 1`;

/** Only a Postgres server has several sessions, so that one can hold a lock or lose its connection. */
if (inject('template').kind === 'postgres') {
  describe('on a Postgres server, records created by parallel requests', () => {
    it.each([
      ['a record', (id: string) => `select * from companies where id = ${id} for update`],
      ['a value that only one may have', (id: string) => taking(id)],
    ])("do not wait for another session's lock on %s that only one of them needs", async (_, statement) => {
      const held = await make(first, 'companies');
      const holder = await hold(service, statement(held.id));
      let isWaiting = true;
      const waiting = create({ name: 'Waiting', company_id: held.id, external_id: `held ${held.id}` });
      void waiting.then(() => (isWaiting = false));
      const replies = await Promise.all(numbers.map((number) => create({ name: `Free ${number}` })));
      expect(statuses(replies)).toEqual(numbers.map(() => 201));
      expect(isWaiting).toBe(true);
      await holder.waiting();
      await holder.run('rollback; begin');
      await holder.release();
      expect((await waiting).body.project.company.id).toBe(held.id);
    });

    it('get a 503 for a locked account as soon as a single request does', async () => {
      const holder = await hold(service, 'select * from accounts for update');
      const replies = Promise.all(numbers.slice(0, 4).map((number) => create({ name: `Held ${number}` })));
      // None waits for the refusal of another one.
      await holder.waiting(4);
      expect(statuses(await replies)).toEqual([503, 503, 503, 503]);
      await holder.release();
    });

    it('are not retried after the connection was lost at their commit', async () => {
      // A rollback does not reset a sequence.
      await service.engine.script(`
        create sequence commits;
        create function lose() returns trigger language plpgsql as $$ begin
          perform nextval('commits'), pg_terminate_backend(pg_backend_pid());
          return null;
        end $$;
        create constraint trigger lose after insert on projects deferrable initially deferred
          for each row execute function lose()`);
      service.statements.length = 0;
      const replies = await Promise.all(numbers.map((number) => create({ name: `Lost ${number}` })));
      await service.engine.script('drop trigger lose on projects');
      expect(statuses(replies)).toEqual(numbers.map(() => 503));
      const [counted] = await service.engine.query<{ commits: number }>(
        'select last_value::integer as commits from commits',
      );
      expect(counted?.commits).toBeLessThan(numbers.length);
      expect(await named('Lost 0')).toEqual([]);
    });
  });
}
