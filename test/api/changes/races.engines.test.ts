import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { leastBody, make, next, postNew } from '../../support/data/make.ts';
import { table, uniqueFields } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const rounds = [1, 2, 3, 4];
const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).sort();

describe('parallel changes of one record', () => {
  it('are all applied, and none overwrites another', async () => {
    for (const round of rounds) {
      const industries = [await make(first, 'industries'), await make(first, 'industries')].map(({ id }) => id);
      const { id } = await make(first, 'companies');
      const changes: Json[] = [
        ...[{ phone: `${round}` }, { website: 'a.example' }, { description: 'd' }, { industry_ids: industries }],
        ...[{ address: { city: 'Austin' } }, { address: { zip: '78701' } }, { category: 'owner' }],
      ];
      const replies = await Promise.all(changes.map((company) => first.patch(`/companies/${id}`, { company })));
      expect(statuses(replies)).toEqual(changes.map(() => 200));
      const { body, headers } = await first.get(`/companies/${id}`);
      expect(headers.get('etag')).toBe(`"${changes.length + 1}"`);
      expect(body.company).toMatchObject({
        ...{ phone: `${round}`, website: 'a.example', description: 'd', category: 'owner' },
        address: { city: 'Austin', zip: '78701' },
      });
      expect(body.company.industries.map((industry: Json) => industry.id)).toEqual(industries);
      const { changes: kept } = (await first.get(`/companies/${id}/history`)).body;
      expect(kept.length).toBe(changes.length + 1);
      expect(kept.map(({ fields }: Json) => Object.keys(fields).length).sort()).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
    }
  });

  it('with the same If-Match: one succeeds and the other is refused', async () => {
    for (const round of rounds) {
      const { id } = await make(first, 'contacts');
      const replies = await Promise.all(
        ['a', 'b'].map((title) =>
          first.patch(`/contacts/${id}`, { contact: { job_title: `${title} ${round}` } }, { 'if-match': '"1"' }),
        ),
      );
      expect(statuses(replies)).toEqual([200, 412]);
    }
  });

  it('and its deletion leave it deleted, with the deletion last in the history', async () => {
    for (const round of rounds) {
      const { id } = await make(first, 'projects');
      const [change, deletion] = await Promise.all([
        first.patch(`/projects/${id}`, { project: { units: round } }),
        first.delete(`/projects/${id}`),
      ]);
      expect([200, 404]).toContain(change.status);
      expect(deletion.status).toBe(204);
      const { changes } = (await first.get(`/projects/${id}/history`)).body;
      expect(changes[0].action).toBe('delete');
      expect(changes.length).toBe(change.status === 200 ? 3 : 2);
    }
  });

  it('that both delete it: one succeeds and the other gets a 404', async () => {
    for (let round = 0; round < rounds.length; round += 1) {
      const { id } = await make(first, 'companies');
      const replies = await Promise.all([first.delete(`/companies/${id}`), first.delete(`/companies/${id}`)]);
      expect(statuses(replies)).toEqual([204, 404]);
    }
  });
});

const takers = table.flatMap(([plural, resource]) =>
  uniqueFields(resource).map(({ key }) => [plural, key, resource] as const),
);

describe('a unique value', () => {
  it.each(takers)('goes to only one of several %s that set it as their %s at once', async (_, key, resource) => {
    const least = await leastBody(first, resource);
    for (let round = 0; round < 2; round += 1) {
      const value = key === 'email' ? `race${next()}@example.com` : `race_${next()}`;
      const bodies = [0, 1, 2].map((one) => ({
        ...least,
        ...{
          name: `Racer ${next()}`,
          first_name: 'Racer',
          model: 'company',
          field_type: 'text',
          email: `r${next()}@example.com`,
        },
        [key]: one && key !== 'api_name' ? value.toUpperCase() : value,
      }));
      const known = (body: Json) =>
        Object.fromEntries(
          Object.entries(body).filter(
            ([name]) => name in least || (name in resource.fields && !resource.fields[name]?.readOnly),
          ),
        );
      const replies = await Promise.all(
        bodies.map((body) => postNew(first, resource, { [resource.singular]: known(body) })),
      );
      expect(statuses(replies)).toEqual([201, 409, 409]);
      const winner = replies.find(({ status }) => status === 201)?.body[resource.singular].id;
      for (const loser of replies.filter(({ status }) => status === 409)) {
        expect([loser.body.code, loser.body.existing_id]).toEqual(['already_exists', winner]);
      }
    }
  });

  it('stays unique if parallel requests derive the key of a list entry from similar names', async () => {
    for (let round = 0; round < 2; round += 1) {
      const name = `Same key ${next()}`;
      const replies = await Promise.all(
        ['!', '?', '.'].map((end) => first.post('/divisions', { division: { name: name + end } })),
      );
      expect(statuses(replies)).toEqual([201, 201, 201]);
      expect(new Set(replies.map(({ body }) => body.division.key)).size).toBe(3);
    }
  });
});

describe('a record that is deleted while other requests refer to it', () => {
  it.each(['project_stages', 'market_sectors', 'companies', 'users'])(
    'gets no reference from a project after the deletion (%s)',
    async (plural) => {
      const key =
        { project_stages: 'project_stage_id', market_sectors: 'market_sector_id', companies: 'company_id' }[plural] ??
        'assigned_to_id';
      for (let round = 0; round < rounds.length; round += 1) {
        const { id } = await make(first, plural);
        const { id: existing } = await make(first, 'projects');
        const naming = { project: { name: 'T', [key]: id } };
        const [made, moved, deletion] = await Promise.all([
          first.post('/projects', naming),
          first.patch(`/projects/${existing}`, naming),
          first.delete(`/${plural}/${id}`),
        ]);
        expect([201, 422], made.text).toContain(made.status);
        expect([200, 422], moved.text).toContain(moved.status);
        expect([204, 409], deletion.text).toContain(deletion.status);
        const isKept = plural === 'project_stages' || plural === 'market_sectors';
        if (isKept) expect(made.status === 201 || moved.status === 200).toBe(deletion.status === 409);
        expect((await first.post('/projects', naming)).status).toBe(deletion.status === 204 ? 422 : 201);
      }
    },
  );
});

describe('two parallel requests', () => {
  it('cannot remove the last two admins: one stays', async () => {
    for (let round = 0; round < rounds.length; round += 1) {
      const me = (await first.get('/users/me')).body.user;
      const other = await make(first, 'users', { role: 'admin' });
      await first.post(`/users/${other.id}/password_link`);
      const replies = await Promise.all([
        first.patch(`/users/${other.id}`, { user: { role: 'member' } }),
        first.patch(`/users/${me.id}`, { user: { role: 'member' } }),
      ]);
      const left = await service.engine.query(
        `select id from users where account_id = $1::bigint and role = 'admin' and deleted_at is null`,
        [service.accounts.first],
      );
      expect(left.length, JSON.stringify(statuses(replies))).toBe(1);
      await service.engine.query(`update users set role = 'admin' where id = $1::bigint`, [me.id]);
      await service.engine.query('update accounts set directory_version = directory_version + 1');
      await first.delete(`/users/${other.id}`);
    }
  });

  it('cannot delete the last two open stages: one stays', async () => {
    const { second } = service;
    const stages: Json[] = (await second.get('/project_stages')).body.project_stages;
    const open = stages.filter(({ category }) => category === 'open');
    for (const { id } of open.slice(2)) await second.delete(`/project_stages/${id}`);
    const replies = await Promise.all(open.slice(0, 2).map(({ id }) => second.delete(`/project_stages/${id}`)));
    expect(statuses(replies)).toEqual([204, 409]);
    expect((await second.post('/projects', { project: { name: 'T' } })).status).toBe(201);
  });
});
