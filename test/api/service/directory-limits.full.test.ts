import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Param, Queryable } from '../../../src/database/engine.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { make, next } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startTestService({ LIST_MAX_ENTRIES: '100', DIRECTORY_MAX_BYTES: String(2 ** 20) });
  ({ first } = service);
  countReadings(service.engine);
});
afterAll(() => service.stop());

const addIndustry = () => first.post('/industries', { industry: { name: `Industry ${next()}` } });

/** The number of documents in each read of the lists, since a test last emptied this array. */
const readings: number[] = [];

function countReadings(engine: Queryable): void {
  const query = engine.query.bind(engine);
  engine.query = async <Row extends object>(text: string, params?: readonly Param[]) => {
    const rows = await query<Row>(text, params);
    if (!text.startsWith("select 'account' as family")) return rows;
    readings.push((rows as { documents?: unknown[] }[]).flatMap(({ documents }) => documents ?? []).length);
    return rows;
  };
}

describe('the lists of an account', () => {
  it('are read again only where they have changed', async () => {
    const { id } = (await addIndustry()).body.industry;
    await first.get('/users/me');
    const readingsAfter = async (change: () => Promise<Reply>) => {
      expect((await change()).status).toBeLessThan(300);
      readings.length = 0;
      expect((await first.get('/users/me')).status).toBe(200);
      return [...readings];
    };
    expect(await readingsAfter(() => first.get('/industries'))).toEqual([]);
    // The account and the entry.
    expect(
      await readingsAfter(() => first.patch(`/industries/${id}`, { industry: { name: `Renamed ${next()}` } })),
    ).toEqual([2]);
    expect(await readingsAfter(addIndustry)).toEqual([2]);
    expect(await readingsAfter(() => first.delete(`/industries/${id}`))).toEqual([2]);
  });

  it('are read once for all parallel requests', async () => {
    await addIndustry();
    readings.length = 0;
    const replies = await Promise.all(Array.from({ length: 20 }, () => first.get('/users/me')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(readings).toEqual([2]);
  });

  it('match the database, even if it has lost changes that the service has read', async () => {
    const [kept, lost] = [(await addIndustry()).body.industry, (await addIndustry()).body.industry];
    const company = await make(first, 'companies', { industry_ids: [kept.id] });
    const shown = async () => (await first.get(`/companies/${company.id}`)).body.company.industries[0].name;
    expect(await shown()).toBe(kept.name);
    await service.engine.query(
      `with lost as (delete from industries where id = $1::bigint),
      other as (update industries set name = 'Of another time', updated_at = updated_at - interval '1 hour' where id = $2::bigint)
      update accounts set directory_version = directory_version - 1 where id = $3::bigint`,
      [lost.id, kept.id, '1'],
    );
    expect(await shown()).toBe('Of another time');
    const [{ count } = { count: 0 }] = await service.engine.query<{ count: number }>(
      'select count(*)::integer as count from industries where account_id = 1',
    );
    const made = [];
    for (let index = count; index < 100; index += 1) made.push((await addIndustry()).status);
    expect(new Set(made)).toEqual(new Set([201]));
    expect((await addIndustry()).status).toBe(409);
  });

  it('have a maximum number of entries, which includes deleted ones', async () => {
    let reply = await addIndustry();
    const id = (await first.get('/industries')).body.industries[0].id;
    for (let count = 0; count < 100 && reply.status === 201; count += 1) reply = await addIndustry();
    expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
      ...[409, 'conflict', 'The account has 100 industries, deleted ones included, which is the maximum.'],
    ]);
    expect((await first.delete(`/industries/${id}`)).status).toBe(204);
    expect((await addIndustry()).status).toBe(409);
    expect((await first.post(`/industries/${id}/restore`)).status).toBe(200);
    expect((await first.patch(`/industries/${id}`, { industry: { name: 'Renamed' } })).status).toBe(200);
    expect((await first.post('/call_outcomes', { call_outcome: { name: 'Called' } })).status).toBe(201);
  });

  it('have a maximum total size in bytes', async () => {
    const options = (length: number): string[] =>
      Array.from({ length: 1000 }, (_, index) => String(index).padStart(length, 'o'));
    const add = () =>
      first.post('/custom_fields', {
        custom_field: { model: 'project', name: `Field ${next()}`, field_type: 'select', options: options(255) },
      });
    const fields: Json[] = [];
    let reply = await add();
    for (; fields.length < 5 && reply.status === 201; reply = await add()) fields.push(reply.body.custom_field);
    const detail =
      'The account may have at most 1048576 bytes of users, lists and custom fields, deleted ones included';
    expect([fields.length, reply.status, reply.body.code, reply.body.detail]).toEqual([
      ...[3, 409, 'conflict', `${detail}.`],
    ]);
    const path = `/custom_fields/${fields[0]?.id}`;
    expect((await first.patch(path, { custom_field: { options: options(10) } })).status).toBe(200);
    expect((await add()).status).toBe(201);
    expect((await first.patch(path, { custom_field: { options: options(255) } })).status).toBe(409);
    expect((await first.delete(path)).status).toBe(204);
  });

  it('do not limit the number of imports, which no process caches', async () => {
    const upload = () => first.post('/imports?as=companies', 'name\nAcme\n', { 'content-type': 'text/csv' });
    for (let made = 0; made <= 100; made += 1) expect((await upload()).status).toBe(201);
    readings.length = 0;
    expect((await upload()).status).toBe(201);
    expect(readings.filter((documents) => documents > 2)).toEqual([]);
    expect((await first.get('/imports?per_page=200')).body.imports).toHaveLength(102);
  });
});
