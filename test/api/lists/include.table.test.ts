import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceOf } from '../../../src/resources/index.ts';
import { includableNames, tieOf } from '../../../src/resources/includes.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { addBeside, convert, makeBeside } from '../../support/data/beside.ts';
import { make, next } from '../../support/data/make.ts';
import { served, shapes } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let second: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first, second } = service);
});
afterAll(() => service.stop());

const recordOf = async (client: Client, { plural, singular }: Resource, id: string, query = ''): Promise<Json> =>
  (await client.get(`/${plural}/${id}${query}`)).body[singular];

const tied = served.flatMap((resource) =>
  Object.entries(resource.includes ?? {}).flatMap(([name, inclusion]) => {
    const tie = tieOf(resource, inclusion);
    return tie ? [[resource.plural, name, { resource, ...tie }] as const] : [];
  }),
);

describe.each(tied)('%s with their %s', (plural, name, { resource, family, single }) => {
  const shown = (records: readonly Json[]): unknown => (single ? (records[0] ?? null) : records);

  it('show the full records after their other keys, in single reads and in lists, in list order', async () => {
    const { owner, beside } = await makeBeside(first, plural, name);
    service.clock.advance(1000);
    const related = single ? [beside] : [await addBeside(first, plural, name, owner), beside];
    const without = (await make(first, plural)).id;
    const list: Json[] = (await first.get(`/${family.plural}?per_page=500`)).body[family.plural];
    const expected = list.filter(({ id }) => related.includes(id));
    expect(expected.map(({ id }) => id)).toEqual(related);
    const plain = await recordOf(first, resource, owner);
    const alone = await recordOf(first, resource, owner, `?include=${name}`);
    expect(alone).toEqual({ ...plain, [name]: shown(expected) });
    expect(Object.keys(alone)).toEqual([...Object.keys(plain), name]);
    const listed: Json[] = (await first.get(`/${plural}?per_page=500&include=${name}`)).body[plural];
    expect(listed.find(({ id }) => id === owner)).toEqual(alone);
    expect(listed.find(({ id }) => id === without)[name]).toEqual(shown([]));
  });

  it('show only live records', async () => {
    const { owner, beside } = await makeBeside(first, plural, name);
    await first.delete(`/${family.plural}/${beside}`);
    expect((await recordOf(first, resource, owner, `?include=${name}`))[name]).toEqual(shown([]));
    await first.post(`/${family.plural}/${beside}/restore`);
    const again = await recordOf(first, family, beside);
    expect((await recordOf(first, resource, owner, `?include=${name}`))[name]).toEqual(shown([again]));
  });

  it('show nothing of another account', async () => {
    const { owner, beside } = await makeBeside(first, plural, name);
    const theirs = await makeBeside(second, plural, name);
    expect((await second.get(`/${plural}/${owner}?include=${name}`)).body.code).toBe('not_found');
    const listed: Json[] = (await second.get(`/${plural}?per_page=500&include=${name}`)).body[plural];
    const ids = listed.flatMap((record) => [record[name]].flat()).flatMap((record: Json) => record?.id ?? []);
    expect(ids).toContain(theirs.beside);
    expect(ids).not.toContain(beside);
  });
});

describe.each(shapes.filter(([, { includes }]) => includes))(
  '%s with everything that they can include',
  (plural, resource) => {
    const names = includableNames(resource);
    const families = Object.keys(resource.includes ?? {});

    it('take one more statement for each included resource, for one record and for thirty', async () => {
      const contact = await make(first, 'contacts');
      for (let count = 0; count < 30; count += 1) {
        const { id } = await make(first, plural, plural === 'projects' ? { contact_id: contact.id } : {});
        if (plural === 'leads') await convert(first, id);
      }
      const [newest] = (await first.get(`/${plural}?per_page=1`)).body[plural];
      const statementsOf = async (path: string): Promise<string[]> => {
        service.statements.length = 0;
        expect((await first.get(path)).status).toBe(200);
        return [...service.statements];
      };
      const query = `include=${names.join()}`;
      const figures = names.some((name) => resource.fields[name]?.gathered) ? 1 : 0;
      const expected = 2 + families.length + figures;
      expect(await statementsOf(`/${plural}?per_page=1&${query}`)).toHaveLength(expected);
      const many = await statementsOf(`/${plural}?per_page=30&${query}`);
      expect(many).toHaveLength(expected);
      for (const text of many.slice(1)) expect(text).toMatch(/account_id = \$1::bigint/);
      expect(await statementsOf(`/${plural}/${newest.id}?${query}`)).toHaveLength(expected);
    });

    it('can be sent back as they were read', async () => {
      const { id } = await make(first, plural);
      const path = `/${plural}/${id}`;
      const read = await first.get(`${path}?include=${names.join()}`);
      const sent = await first.patch(path, read.body);
      expect([sent.status, sent.headers.get('etag')]).toEqual([200, read.headers.get('etag')]);
      expect((await first.get(`${path}?include=${names.join()}`)).text).toBe(read.text);
    });
  },
);

describe.each(shapes)('%s', (plural, resource) => {
  it('show deleted_at on request', async () => {
    const { id } = await make(first, plural);
    const plain = await recordOf(first, resource, id);
    expect(await recordOf(first, resource, id, '?include=deleted_at')).toEqual({ ...plain, deleted_at: null });
    const listed: Json[] = (await first.get(`/${plural}?per_page=500&include=deleted_at`)).body[plural];
    expect(listed.find((record) => record.id === id)).toEqual({ ...plain, deleted_at: null });
    expect('deleted_at' in plain).toBe(false);
  });
});

describe('an external id', () => {
  it.each(['companies', 'contacts', 'leads'])('of %s is shown on request', async (plural) => {
    const external = `Outside ${next()}`;
    const { id } = await make(first, plural, { external_id: external });
    const without = (await make(first, plural)).id;
    const resource = resourceOf(plural);
    expect((await recordOf(first, resource, id, '?include=external_id')).external_id).toBe(external);
    expect((await recordOf(first, resource, without, '?include=external_id')).external_id).toBeNull();
    expect('external_id' in (await recordOf(first, resource, id))).toBe(false);
  });
});

describe('the stage changes of a project', () => {
  it('begin with its first stage, and show the user and the time of each move', async () => {
    const stages: Json[] = (await first.get('/project_stages')).body.project_stages;
    const [start, later] = stages.filter(({ category }) => category === 'open');
    const mover = await make(first, 'users', { first_name: 'Mia', role: 'member' });
    const { id } = await make(first, 'projects', { project_stage_id: start.id });
    service.clock.advance(5000);
    const move = { project: { project_stage_id: later.id } };
    await first.patch(`/projects/${id}`, move, { 'plumbline-acting-user': mover.id });
    const { body } = await first.get(`/projects/${id}?include=stage_changes`);
    const { project_stage: now, created_at: made, updated_at: moved, stage_changes: changes } = body.project;
    const me = (await first.get('/users/me')).body.user;
    expect(changes).toEqual([
      {
        id: expect.any(String),
        from: null,
        to: expect.objectContaining({ id: start.id }),
        at: made,
        by: changes[0].by,
      },
      { id: expect.any(String), from: changes[0].to, to: now, at: moved, by: expect.objectContaining({ name: 'Mia' }) },
    ]);
    expect(changes[0].by.id).toBe(me.id);
    const [listed] = (await first.get('/projects?include=stage_changes&per_page=1')).body.projects;
    expect(listed.stage_changes).toEqual(changes);
  });
});

describe('the parameter include', () => {
  it('gets every error in one response, with suggestions', async () => {
    const { status, body } = await first.get('/projects?include=teem,tasks,leed,,tasks&per_page=0');
    expect([status, body.code]).toEqual([400, 'invalid_query']);
    const allowed = expect.arrayContaining(['team', 'tasks', 'stage_changes', 'deleted_at']);
    expect(body.errors.filter(({ parameter }: Json) => parameter === 'include')).toEqual([
      {
        ...{ parameter: 'include', code: 'not_allowed', suggestion: 'team', allowed },
        message: 'cannot name "teem"; did you mean team?',
      },
      {
        ...{ parameter: 'include', code: 'not_allowed', suggestion: 'lead', allowed },
        message: 'cannot name "leed"; did you mean lead?',
      },
      { parameter: 'include', code: 'not_allowed', message: 'must not have an empty name', allowed },
      { parameter: 'include', code: 'duplicate', message: 'must name "tasks" once' },
    ]);
    expect(body.errors.map(({ parameter }: Json) => parameter)).toContain('per_page');
  });

  it('is refused with an unknown or empty name, and in a write', async () => {
    const { id } = await make(first, 'tasks');
    expect((await first.get(`/tasks/${id}?include=project`)).body.errors).toMatchObject([{ parameter: 'include' }]);
    expect((await first.get('/tasks?include=')).body.errors).toMatchObject([{ parameter: 'include' }]);
    const written = await first.patch(`/tasks/${id}?include=deleted_at`, { task: { title: 'T' } });
    expect(written.body.errors).toMatchObject([{ parameter: 'include', code: 'unknown_parameter' }]);
  });

  it('stays in the links of a list', async () => {
    await make(first, 'companies');
    await make(first, 'companies');
    const link = (await first.get('/companies?per_page=1&include=calls')).headers.get('link') ?? '';
    const [, following = ''] = /<([^>]*)>; rel="next"/.exec(link) ?? [];
    expect((await first.get(following)).body.companies[0].calls).toEqual([]);
  });

  it('works in /users/me and for a team membership', async () => {
    expect((await first.get('/users/me?include=deleted_at')).body.user.deleted_at).toBeNull();
    const project = await make(first, 'projects');
    const member = await addBeside(first, 'projects', 'team', project.id);
    const path = `/project_team_memberships/${member}?project_id=${project.id}&include=deleted_at`;
    expect((await first.get(path)).body.project_team_membership.deleted_at).toBeNull();
  });

  it('is refused if the response would have more than 10,000 included records', async () => {
    const list = await make(first, 'task_lists');
    await service.engine.query(
      `insert into tasks (account_id, created_at, updated_at, title, task_list_id)
      select account_id, created_at, created_at, 'Task ' || number, id
      from task_lists, generate_series(1, 10001) number where id = $1::bigint`,
      [list.id],
    );
    const { status, body } = await first.get(`/task_lists/${list.id}?include=tasks`);
    expect([status, body.code]).toEqual([400, 'invalid_query']);
    expect(body.errors).toMatchObject([{ parameter: 'include', code: 'too_many' }]);
    expect((await first.get(`/task_lists/${list.id}?include=deleted_at`)).status).toBe(200);
  });
});
