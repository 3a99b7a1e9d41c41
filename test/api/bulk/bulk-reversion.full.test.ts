import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { became, bulk } from '../../support/data/bulk.ts';
import { fullBody, leastBody, make, next } from '../../support/data/make.ts';
import { bulkTable } from '../../support/data/registry.ts';
import { reverting } from '../../support/data/reverting.ts';
import { grown, traces } from '../../support/delivery/traces.ts';
import { actingAs, type Client, type Json, type Reply } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let ann: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  ann = await make(first, 'users', { first_name: 'Ann', role: 'admin' });
});
afterAll(() => service.stop());

const send = (plural: string, reversions: unknown, headers?: Record<string, string>): Promise<Reply> =>
  first.post(`/${plural}/bulk/revert?include=version`, { reversions }, headers);

async function reverted(plural: string, rows: readonly unknown[]): Promise<Json[]> {
  const reply = await send(plural, rows);
  expect(reply.status, reply.text.slice(0, 500)).toBe(200);
  expect(reply.body.results.map(({ index }: Json) => index)).toEqual(rows.map((_, index) => index));
  return reply.body.results;
}

const problems = ({ errors }: Json): string[] => errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);

describe.each(bulkTable)('bulk reversion of %s', (plural, resource) => {
  const { singular } = resource;
  const show = async (id: string): Promise<Json> => (await first.get(`/${plural}/${id}`)).body[singular];
  const changeFully = async (id: string): Promise<Reply> =>
    await first.patch(`/${plural}/${id}`, { [singular]: await fullBody(first, resource, 'update') });
  const lastChange = async (id: string): Promise<Json> => (await first.get(`/${plural}/${id}/history`)).body.changes[0];

  it('sets records back as single requests do', async () => {
    const [one, two, single] = [await make(first, plural), await make(first, plural), await make(first, plural)];
    for (const { id } of [one, two, single]) await changeFully(id);
    await changeFully(one.id);
    const before = await traces(service);
    await reverting(first, `/${plural}/${single.id}`, 1);
    const rows = [two, one].map(({ id }) => ({ id, version: 1 }));
    expect(await reverted(plural, rows)).toMatchObject([
      { id: two.id, result: 'updated', version: 3 },
      { id: one.id, result: 'updated', version: 4 },
    ]);
    expect(grown(before, await traces(service))).toMatchObject({ changes: 3 });
    for (const made of [one, two]) {
      const { updated_at: _, ...state } = await show(made.id);
      expect(made).toMatchObject(state);
      expect((await lastChange(made.id)).action).toBe('update');
    }
    expect(became(await reverted(plural, rows))).toEqual(['unchanged', 'unchanged']);
  });

  it('gives a result for each row, and a failed one does not stop the others', async () => {
    const [live, gone, foreign] = [
      await make(first, plural),
      await make(first, plural),
      await make(service.second, plural),
    ];
    await changeFully(live.id);
    await first.delete(`/${plural}/${gone.id}`);
    const before = await traces(service);
    const results = await reverted(plural, [
      { id: gone.id, version: 1 },
      { id: foreign.id, version: 1 },
      { id: 7, version: 'x', until: 0, force: 1, to: 1 },
      'all',
      { id: live.id, version: 9 },
      {},
      { id: 'x'.repeat(256), version: 1 },
      { id: '', version: 1 },
      { id: '9'.repeat(30), version: 2 ** 31 },
    ]);
    expect(new Set(became(results))).toEqual(new Set(['failed']));
    expect(results.map((one) => problems(one).sort())).toEqual([
      ['/reversions/0 conflict'],
      ['/reversions/1/id not_found'],
      [
        ...['/reversions/2/force wrong_type', '/reversions/2/id wrong_type', '/reversions/2/to unknown_field'],
        ...['/reversions/2/until out_of_range', '/reversions/2/version wrong_type'],
      ],
      ['/reversions/3 wrong_type'],
      ['/reversions/4/version out_of_range'],
      ['/reversions/5/id required', '/reversions/5/version required'],
      ['/reversions/6/id too_long'],
      ['/reversions/7/id required'],
      ['/reversions/8/version out_of_range'],
    ]);
    const again = await reverted(plural, [
      { id: live.id, version: 1 },
      { id: live.id, version: 1 },
    ]);
    expect(became(again)).toEqual(['updated', 'failed']);
    expect(problems(again[1])).toEqual(['/reversions/1/id duplicate']);
    expect(grown(before, await traces(service))).toMatchObject({ changes: 1 });
  });

  it('happens once for an idempotency key, in several chunks too', async () => {
    const texts = ['title', 'notes', 'description', 'phone', 'first_name', 'name'];
    const path = texts.find((name) => name in resource.fields) ?? '';
    const needed = ['title', 'name', 'first_name'].filter(
      (name) => name in resource.fields && !resource.fields[name]?.readOnly,
    );
    const least = ['notes', 'files'].includes(plural) ? await leastBody(first, resource) : {};
    const newRow = () => ({ ...least, ...Object.fromEntries([...needed, path].map((name) => [name, `1 ${next()}`])) });
    const ids = (await bulk(first, plural, Array.from({ length: 203 }, newRow))).map(({ id }) => id as string);
    const changes = ids.map((id) => ({ id, [path]: '2' }));
    const changed = (await bulk(first, plural, changes)).map(({ id }) => ({ id, version: 1 }));
    const key = { 'idempotency-key': `revert-${plural}` };
    const before = await traces(service);
    const reply = await send(plural, [{ id: 'x\0', version: 1 }, ...changed], key);
    expect(reply.status, reply.text.slice(0, 500)).toBe(200);
    expect(became(reply.body.results)).toEqual(['failed', ...ids.map(() => 'updated')]);
    const again = await send(plural, [{ id: 'x\0', version: 1 }, ...changed], key);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([reply.text, 'true']);
    expect(grown(before, await traces(service))).toMatchObject({ changes: 203 });
  });

  it.each<[string, unknown, string]>([
    ['no rows', [], '/reversions required'],
    ['something else than a list', 'all', ' wrong_wrapper'],
    ['too many rows', Array<Json>(10_001).fill({ id: '1', version: 1 }), '/reversions too_many'],
  ])('refuses %s', async (_, rows, problem) => {
    const refused = await send(plural, rows);
    expect([refused.status, problems(refused.body)[0]]).toEqual([422, problem]);
  });

  it('needs the scope to write, and takes no If-Match', async () => {
    const rows = [{ id: '1', version: 1 }];
    const refused = await send(plural, rows, { 'if-match': '"1"' });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_query']);
    const { api_token: token } = (await first.post('/api_tokens', { api_token: { name: 'R', scopes: ['read'] } })).body;
    expect((await send(plural, rows, { authorization: `Bearer ${token.token}` })).status).toBe(403);
  });
});

describe('bulk reversion', () => {
  it('takes back the changes until a version, and no field that was changed after it, unless it is forced', async () => {
    const [kept, own, foreign] = [
      await make(first, 'companies', { phone: '1', website: 'https://a.example' }),
      await make(first, 'companies', { phone: '1', website: 'https://a.example' }),
      await make(first, 'companies', { phone: '1', website: 'https://a.example' }),
    ];
    const rows = [kept, own, foreign].map(({ id }) => ({ id, phone: '2', website: 'https://b.example' }));
    const made = await first.post('/companies/bulk?include=version', { companies: rows });
    expect(made.body.results.map(({ version }: Json) => version)).toEqual([2, 2, 2]);
    await first.patch(`/companies/${kept.id}`, { company: { name: 'Later' } });
    await first.patch(`/companies/${own.id}`, { company: { phone: '3' } });
    await first.patch(`/companies/${foreign.id}`, { company: { phone: '4' } }, actingAs(ann));
    const back = [kept, own, foreign].map(({ id }) => ({ id, version: 1, until: 2 }));
    const results = await reverted('companies', back);
    expect(became(results)).toEqual(['updated', 'failed', 'failed']);
    expect([results[1]?.errors, results[2]?.errors]).toMatchObject([
      [{ pointer: '/reversions/1/phone', code: 'stale', message: 'was changed since', given: '1', current: '3' }],
      [{ pointer: '/reversions/2/phone', message: 'was changed by another user since', changed_by: { id: ann.id } }],
    ]);
    const companies = async (): Promise<Json[]> =>
      await Promise.all([kept, own, foreign].map(async ({ id }) => (await first.get(`/companies/${id}`)).body.company));
    expect((await companies()).map(({ name, phone, website }) => [name === 'Later', phone, website])).toEqual([
      [true, '1', 'https://a.example'],
      [false, '3', 'https://b.example'],
      [false, '4', 'https://b.example'],
    ]);
    expect(
      became(
        await reverted(
          'companies',
          back.slice(1).map((row) => ({ ...row, force: true })),
        ),
      ),
    ).toEqual(['updated', 'updated']);
    expect((await companies()).map(({ phone, website }) => [phone, website])).toEqual(
      Array(3).fill(['1', 'https://a.example']),
    );
  });

  it('of moves takes back all that the move has changed, and the stays in the earlier stages go on', async () => {
    const stages: Json[] = (await first.get('/project_stages')).body.project_stages;
    const submitted = stages.find(({ name }) => name === 'Bid Submitted').id;
    const projects = await Promise.all([1, 2].map(() => make(first, 'projects', { probability: 0.33 })));
    service.clock.advance(3 * 86_400_000);
    await bulk(
      first,
      'projects',
      projects.map(({ id }) => ({ id, project_stage_id: submitted })),
    );
    await reverted(
      'projects',
      projects.map(({ id }) => ({ id, version: 1, until: 2 })),
    );
    for (const { id } of projects) {
      const { project } = (await first.get(`/projects/${id}?include=submitted_at,stage_changes`)).body;
      expect([project.submitted_at, project.probability, project.stage_age]).toEqual([null, 0.33, 3]);
      expect(project.stage_changes).toHaveLength(1);
    }
  });

  it('gives an external id back to the record that had it, after the one that took it has released it', async () => {
    const name = `A ${next()}`;
    const [one, two] = [await make(first, 'companies', { external_id: name }), await make(first, 'companies')];
    await bulk(first, 'companies', [
      { id: one.id, external_id: null },
      { id: two.id, external_id: name },
    ]);
    const rows = [one, two].map(({ id }) => ({ id, version: 1 }));
    const results = await reverted('companies', rows);
    expect(became(results)).toEqual(['failed', 'updated']);
    expect(problems(results[0])).toEqual(['/reversions/0/external_id already_exists']);
    await first.patch(`/companies/${two.id}`, { company: { external_id: name } });
    expect(became(await reverted('companies', rows.toReversed()))).toEqual(['updated', 'updated']);
  });

  it('leaves the version out of the results unless it is asked for', async () => {
    const { id } = await make(first, 'companies');
    const [result] = (await first.post('/companies/bulk/revert', { reversions: [{ id, version: 1 }] })).body.results;
    expect(result).toEqual({ index: 0, id, external_id: null, result: 'unchanged' });
    const rows = { companies: [{ id, phone: '1' }] };
    expect((await first.post('/companies/bulk', rows)).body.results[0]).not.toHaveProperty('version');
    expect((await first.post('/companies/bulk?include=name', rows)).status).toBe(400);
  });
});
