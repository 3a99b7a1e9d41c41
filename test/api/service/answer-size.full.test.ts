import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Param } from '../../../src/database/engine.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { csv, upload } from '../../support/data/importing.ts';
import { make } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { tokens } from '../../support/service/template.ts';

const mebibyte = 2 ** 20;
/** This many projects with the longest description have 12.5 MiB. */
const heavy = 200;

/** As many cells as a row of a file may have, each as long as a sample may be. */
const widest = Array.from({ length: 1000 }, (_, at) => `${at} `.padEnd(200, 'x'));

let service: TestService;
let first: Client;
let company: Json;
let project: Json;
beforeAll(async () => {
  service = await startTestService({ ANSWERS_IN_FLIGHT: '24/16' });
  ({ first } = service);
  company = await make(first, 'companies');
  project = await make(first, 'projects', { name: 'One of many', company_id: company.id });
  // The text must not compress well, because Postgres would store it in the row itself.
  const described = "(select left(string_agg(md5(i::text), ''), 65535) from generate_series(1, 2048) i)";
  await service.engine.query(
    `insert into projects (account_id, created_at, updated_at, name, name_folded, description, company_id,
      project_stage_id, stage_changed_at, search)
    select account_id, created_at, updated_at, name, name_folded, ${described}, company_id, project_stage_id,
      stage_changed_at, search
    from projects, generate_series(2, ${heavy}) where id = $1::bigint`,
    [project.id],
  );
  await service.engine.query(
    `insert into leads (account_id, created_at, updated_at, name, name_folded, description, company_id)
    select account_id, created_at, updated_at, name, name_folded, ${described}, company_id
    from projects, generate_series(1, ${heavy}) where id = $1::bigint`,
    [project.id],
  );
  const change = { description: { from: 'x'.repeat(65_535), to: 'y'.repeat(65_535) } };
  await service.engine.query(
    `insert into changes (account_id, at, resource, record_id, version, action, user_id, source, fields)
    select account_id, at, resource, record_id, version, 'update', user_id, source, $2::jsonb
    from changes, generate_series(1, 100) where resource = 'projects' and record_id = $1::bigint and action = 'create'`,
    [project.id, JSON.stringify(change)],
  );
  const { id } = await upload(first, 'projects', csv(widest));
  for (const table of ['imports', 'import_states']) await copied(table, id, 40);
});
afterAll(() => service.stop());

/** Inserts copies of a row, with other ids. */
async function copied(table: string, id: string, count: number): Promise<void> {
  const columns = await service.engine.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> 'id'`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(', ');
  await service.engine.query(
    `insert into ${table} (id, ${names}) select 1000 + i, ${names} from ${table}, generate_series(1, ${count}) i
    where id = $1::bigint`,
    [id],
  );
}

describe('a response of more than 8 MiB', () => {
  it.each([
    ['a list', () => '/projects?per_page=500', 'per_page'],
    ['a page by its number', () => '/leads?per_page=150&page=1', 'per_page'],
    ['a search', () => '/projects?per_page=500&q=many', 'per_page'],
    ['what stands beside a list', () => '/companies?include=projects', 'include'],
    ['what stands beside one record', () => `/companies/${company.id}?include=leads`, 'include'],
    ['a history', () => `/projects/${project.id}/history?per_page=500`, 'per_page'],
    ['the audit log', () => '/audit_log?per_page=500', 'per_page'],
    ['the imports', () => '/imports?per_page=500', 'per_page'],
  ])('is refused with the parameter that makes it too large: %s', async (_what, path, parameter) => {
    for (const time of ['first', 'second']) {
      const { status, body } = await first.get(path());
      expect([status, body.code], time).toEqual([400, 'invalid_query']);
      expect(body.errors).toEqual([expect.objectContaining({ parameter, code: 'too_many' })]);
    }
  });

  it.each(['/projects', '/imports'])('is refused before Postgres reads the long values: %s', async (path) => {
    const read: { text: string; parameters: readonly Param[]; rows: readonly unknown[] }[] = [];
    const { engine } = service;
    const [query, table] = [engine.query.bind(engine), engine.table.bind(engine)];
    onTestFinished(() => void Object.assign(engine, { query, table }));
    engine.query = async <Row extends object>(text: string, parameters: readonly Param[] = []) => {
      const rows = await query<Row>(text, parameters);
      read.push({ text, parameters, rows });
      return rows;
    };
    engine.table = async (text, parameters) => {
      const found = await table(text, parameters);
      read.push({ text, parameters, rows: found.rows });
      return found;
    };
    for (const time of ['first', 'second']) {
      read.length = 0;
      expect((await first.get(`${path}?per_page=500`)).status, time).toBe(400);
      const sized = read.filter(({ text }) => text.includes('row_size) over ()'));
      expect(sized.length, time).toBeGreaterThan(0);
      expect(JSON.stringify(sized.map(({ rows }) => rows)).length, time).toBeLessThan(mebibyte);
      for (const { text, parameters } of sized) {
        type Told = { 'QUERY PLAN': { Plan: { 'Temp Written Blocks': number } }[] };
        const [told] = await query<Told>(`explain (analyze, buffers, timing off, format json) ${text}`, parameters);
        expect(told?.['QUERY PLAN'][0]?.Plan['Temp Written Blocks'], time).toBe(0);
      }
    }
  });

  it('can be requested in smaller pages, or without the long fields', async () => {
    for (const query of [
      'per_page=100',
      'per_page=100',
      'per_page=500&fields=id,name',
      'per_page=500&fields=id,name',
    ]) {
      const { status, body } = await first.get(`/projects?${query}`);
      expect([status, body.projects.length], query).toEqual([200, query.includes('500') ? heavy : 100]);
    }
  });
});

describe('the custom field values of one record', () => {
  it('have at most 1 MiB in total, also if several requests set them', async () => {
    const names = Array.from({ length: 17 }, (_, index) => `long_${index}`);
    for (const name of names) {
      await make(first, 'custom_fields', { model: 'company', name, api_name: name, field_type: 'long_text' });
    }
    const { id } = await make(first, 'companies');
    const set = (name: string) =>
      first.patch(`/companies/${id}`, { company: { custom_fields: { [name]: 'z'.repeat(65_535) } } });
    const statuses = [];
    for (const name of names) statuses.push((await set(name)).status);
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => 200), 422, 422]);
    const { body } = await set(names[16] ?? '');
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/company/custom_fields', code: 'too_long' })]);
    const { company: read } = (await first.get(`/companies/${id}`)).body;
    expect(JSON.stringify(read.custom_fields).length).toBeLessThan(mebibyte);
  });
});

describe('responses that clients do not read', () => {
  const path = '/projects?per_page=100';

  /** Sends a request, and reads only the start of the response. */
  async function asking(token: string) {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET /api/2023-01${path} HTTP/1.1\r\nHost: crm\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  }

  it('count toward a limit of their account, which gets a 503 for more until some are closed', async () => {
    const held = [await asking(tokens.first), await asking(tokens.first)];
    const refused = await first.get(path);
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await first.get('/users/me')).status).toBe(200);
    expect((await service.second.get('/projects')).status).toBe(200);
    for (const socket of held) socket.destroy();
    await expect.poll(async () => (await first.get(path)).status).toBe(200);
  });
});
