import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, imported, rowsOf, send, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Client, Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startDelivering({}, { environment: { IMPORT_MAX_BYTES: '200000' } });
  client = service.first;
});
afterAll(() => service.stop());

const parts = async (): Promise<number> => (await service.engine.query('select 1 from import_chunks')).length;

const count = async (path: string): Promise<number> =>
  Number((await client.get(path, { prefer: 'count=exact' })).headers.get('x-total-count'));

describe('the file of an import', () => {
  it('can come in a form', async () => {
    const form = new FormData();
    form.set('file', new File([csv(['name'], ['By form'])], 'firms.csv', { type: 'text/csv' }));
    const response = await fetch(client.address('/imports?as=companies&name=Firms'), {
      method: 'POST',
      headers: { authorization: `Bearer ${service.tokens.first}` },
      body: form,
    });
    const { import: one } = (await response.json()) as Json;
    expect(one).toMatchObject({ name: 'Firms', file: { name: 'firms.csv' }, columns: [{ name: 'name' }] });
    expect(await done(client, one.id, 'run')).toMatchObject({ counts: { created: 1 } });
  });

  it.each([1, 10_000, 150_000])('in a form that is cut off after %i bytes is refused', async (size) => {
    const before = await parts();
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname\r\n';
    const beginning = head + 'Half a file '.repeat(20_000).slice(0, size);
    const cut = await client.post('/imports?as=companies', beginning, {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect(cut).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(await parts()).toBe(before);
    expect(await client.get('/imports')).toMatchObject({ status: 200 });
  });

  it('is refused with its reason if it is empty, too large, no table or of a wrong type, and leaves nothing', async () => {
    const before = [await parts(), await count('/imports?per_page=1')];
    const empty = await send(client, 'companies', '');
    expect(empty).toMatchObject({
      status: 422,
      body: { detail: 'The file is empty.', errors: [{ pointer: '/file' }] },
    });
    const large = await send(client, 'companies', 'name\n'.repeat(50_000));
    expect(large).toMatchObject({ status: 413, body: { code: 'too_large' } });
    const pdf = await send(client, 'companies', '%PDF-1.7\n%âãÏÓ\n1 0 obj');
    expect(pdf).toMatchObject({ status: 422, body: { detail: expect.stringContaining('PDF') } });
    const json = await send(client, 'companies', '{}', { 'content-type': 'application/json' });
    expect(json).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    const unknown = await send(client, 'users', csv(['name'], ['x']));
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ parameter: 'as' }] } });
    expect([await parts(), await count('/imports?per_page=1')]).toEqual(before);
  });

  it('is stored once under an idempotency key', async () => {
    const text = csv(['name'], ['Once']);
    const key = { 'idempotency-key': 'upload-1' };
    const first = await send(client, 'companies', text, key);
    const stored = await parts();
    const again = await send(client, 'companies', text, key);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body.import.id]).toEqual([
      ...[201, 'true'],
      first.body.import.id,
    ]);
    expect(await parts()).toBe(stored);
    const other = await send(client, 'companies', csv(['name'], ['Other']), key);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(await parts()).toBe(stored);
  });

  it('whose end cannot be read imports nothing', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => [`Firm ${index}`]);
    const one = await upload(client, 'companies', `${csv(['name'], ...rows)}"never closed\r\nLast\r\n`);
    const ran = await done(client, one.id, 'run');
    expect(ran).toMatchObject({ status: 'failed', counts: { read: 0, created: 0 } });
    expect(ran.problem).toMatch(/1502/);
    expect(await count(`/companies?import_id=${one.id}`)).toBe(0);
  });

  it('comes back with the rejected rows and their reasons, ready to be mended and imported again', async () => {
    const text = csv(
      ['external_id', 'title', 'due'],
      ['T-1', 'Good', '2026-04-01'],
      ['T-2', '', '2026-04-02'],
      ['T-3', '=Sum', 'soon'],
    );
    const columns = [
      { from: ['title'], to: 'title' },
      { from: ['due'], to: 'deadline', transform: [{ date: 'yyyy-MM-dd' }], invalid: 'reject' },
    ];
    const one = await imported(client, 'tasks', text, { upsert_by: [], columns });
    expect(one).toMatchObject({ status: 'complete', counts: { read: 3, created: 1, rejected: 2 } });
    const file = await client.get(`/imports/${one.id}/rejected.csv`);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="rejected-${one.id}.csv"`);
    const [header, untitled, row, rest] = file.text.replace('\ufeff', '').split('\r\n');
    expect(header).toBe('external_id,title,due,problems');
    expect(untitled).toBe('T-2,,2026-04-02,title: is required.');
    expect(row).toMatch(/^T-3,'=Sum,soon,"?Column due: .*"soon/);
    expect(rest).toBe('');
    const text2 = file.text.replace('T-2,,', 'T-2,Named,').replace('soon', '2026-04-03');
    const mended = await imported(client, 'tasks', text2, { upsert_by: [], columns });
    expect(mended).toMatchObject({ counts: { read: 2, created: 2 } });
    expect((await rowsOf(client, mended.id))[1]?.cells.slice(0, 3)).toEqual(['T-3', '=Sum', '2026-04-03']);
    expect(await client.get(`/imports/${one.id}/rejected.ndjson`)).toMatchObject({ status: 404 });
  });

  it('can be NDJSON, whose rejected rows are NDJSON', async () => {
    const lines = [{ name: 'Json Co', phone: '555' }, { name: '' }].map((line) => JSON.stringify(line));
    const one = await upload(client, 'companies', `${lines.join('\n')}\nno json\n`, {
      'content-type': 'application/x-ndjson',
    });
    expect(one.format).toMatchObject({ type: 'ndjson', encoding: 'utf-8', header_row: null });
    expect(await done(client, one.id, 'run')).toMatchObject({ counts: { read: 3, created: 1, rejected: 2 } });
    const { text } = await client.get(`/imports/${one.id}/rejected.ndjson`);
    const rejected = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rejected.map(({ problems }) => problems.length)).toEqual([1, 1]);
    expect(rejected[1]).toMatchObject({ unread: 'no json' });
  });

  it('of a viewer is refused', async () => {
    const email = 'viewer@example.com';
    const user = { first_name: 'V', last_name: 'W', email, role: 'viewer' };
    const { id } = (await client.post('/users', { user })).body.user;
    const token = { name: 'Viewer', scopes: ['read', 'write'], user_id: id };
    const viewer = service.client((await client.post('/api_tokens', { api_token: token })).body.api_token.token);
    expect(await send(viewer, 'companies', csv(['name'], ['x']))).toMatchObject({ status: 403 });
    expect(await viewer.get('/imports')).toMatchObject({ status: 200 });
  });
});
