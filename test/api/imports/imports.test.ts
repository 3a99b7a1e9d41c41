import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, ended, imported, resultsOf, rowsOf, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Client, Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startDelivering();
  client = service.first;
});
afterAll(() => service.stop());

const count = async (path: string): Promise<number> =>
  Number((await client.get(path, { prefer: 'count=exact' })).headers.get('x-total-count'));

const noCounts = {
  ...{ read: 0, created: 0, updated: 0, unchanged: 0, superseded: 0, skipped: 0, rejected: 0 },
  kept_without: 0,
};

describe('an import', () => {
  it('proposes how to read a file, and imports nothing before it runs', async () => {
    const text = csv(['Job Name', 'Bid Amount', 'Bid Date', 'Client'], ['Library', '$1,200.50', '03/14/2026', 'Acme']);
    const one = await upload(client, 'projects', text, {
      'content-disposition': 'attachment; filename="bids of 2026.csv"',
    });
    expect(one).toMatchObject({
      name: 'bids of 2026.csv',
      as: 'projects',
      status: 'draft',
      problem: null,
      file: { name: 'bids of 2026.csv', bytes: text.length },
      format: { type: 'csv', encoding: 'utf-8', delimiter: ',', header_row: 1, sheet: null },
      counts: null,
      dry_run: null,
      undo: null,
      progress: { done: 0, total: null },
      started_at: null,
    });
    expect(one.columns.map(({ name, type }: Json) => [name, type])).toEqual([
      ['Job Name', 'text'],
      ['Bid Amount', 'number'],
      ['Bid Date', 'date'],
      ['Client', 'text'],
    ]);
    expect(one.mapping.columns.map(({ from, to }: Json) => [...from, to])).toEqual([
      ['Job Name', 'name'],
      ['Bid Amount', 'amount'],
      ['Bid Date', 'bid_due_date'],
      ['Client', 'company'],
    ]);
    expect(await count('/projects?name=Library')).toBe(0);
    const ran = await done(client, one.id, 'run');
    expect(ran).toMatchObject({
      status: 'complete',
      counts: { ...noCounts, read: 1, created: 1 },
      made: { companies: 1 },
    });
    const [project] = (await client.get(`/projects?import_id=${one.id}`)).body.projects;
    expect(project).toMatchObject({
      ...{ name: 'Library', amount: 1200.5, bid_due_date: '2026-03-14' },
      ...{ company: { name: 'Acme' }, import: { id: one.id, name: 'bids of 2026.csv' } },
    });
    const { changes } = (await client.get(`/projects/${project.id}/history`)).body;
    expect(changes).toMatchObject([{ action: 'create', source: 'import', user: { id: project.created_by.id } }]);
  });

  it('writes nothing when it is checked, and counts as the run does', async () => {
    const text = csv(
      ['name', 'amount', 'client'],
      ['School', '5', 'New Co'],
      ['', '1', ''],
      ['Bridge', 'much', 'New Co'],
    );
    const one = await upload(client, 'projects', text);
    const amount = { from: ['amount'], to: 'amount', invalid: 'reject' };
    const mapping = { ...one.mapping, columns: [one.mapping.columns[0], one.mapping.columns[2], amount] };
    expect(await client.patch(`/imports/${one.id}`, { import: { mapping } })).toMatchObject({ status: 200 });
    // The keys of a mapping come back in the order in which they were sent.
    expect((await client.get(`/imports/${one.id}`)).text).toContain(JSON.stringify(mapping.columns));
    const before = [await count('/projects'), await count('/companies')];
    const checked = await done(client, one.id, 'check');
    const counts = { ...noCounts, read: 3, created: 1, rejected: 2 };
    expect(checked).toMatchObject({
      status: 'checked',
      dry_run: counts,
      counts: null,
      progress: { done: 3, total: 3 },
    });
    expect([await count('/projects'), await count('/companies')]).toEqual(before);
    expect(await rowsOf(client, one.id)).toMatchObject([
      { number: 1, line: 2, result: 'created', record_id: null, errors: [] },
      { number: 2, line: 3, result: 'rejected', errors: [{ column: 'name', field: 'name', code: 'required' }] },
      {
        ...{ number: 3, line: 4, result: 'rejected', record_id: null },
        errors: [{ column: 'amount', field: 'amount', value: 'much', message: expect.stringContaining('"much"') }],
      },
    ]);
    const pages = [1, 2, 3].map((page) => client.get(`/imports/${one.id}/rows?per_page=1&page=${page}`));
    const numbers = (await Promise.all(pages)).flatMap(({ body }) => body.rows.map(({ number }: Json) => number));
    expect(numbers).toEqual([1, 2, 3]);
    expect(await done(client, one.id, 'run')).toMatchObject({ status: 'complete', counts, dry_run: counts });
    expect([await count('/projects'), await count('/companies')]).toEqual(before.map((number) => number + 1));
  });

  it('changes the record with the same external id, leaves equal records alone, and lets the later of two rows win', async () => {
    const first = csv(
      ['external_id', 'name', 'amount'],
      ['P-1', 'One', '1'],
      ['P-2', 'Two', '2'],
      ['p-1', 'One again', '3'],
    );
    const made = await imported(client, 'projects', first);
    expect(made).toMatchObject({ counts: { ...noCounts, read: 3, created: 2, superseded: 1 } });
    expect(await resultsOf(client, made.id)).toEqual(['superseded', 'created', 'created']);
    const versions = async (): Promise<Json> =>
      (await client.get('/projects?external_id=P-2&include=external_id')).headers.get('etag');
    const events = await count('/webhook_messages?per_page=1');
    const second = csv(
      ['external_id', 'name', 'amount'],
      ['P-1', 'One again', '4'],
      ['P-2', 'Two', '2'],
      ['P-3', 'Three', ''],
    );
    const again = await imported(client, 'projects', second);
    expect(await resultsOf(client, again.id)).toEqual(['updated', 'unchanged', 'created']);
    expect((await client.get('/projects?external_id=P-1')).body.projects).toMatchObject([
      { name: 'One again', amount: 4 },
    ]);
    expect((await client.get('/projects?external_id=P-1')).body.projects[0].import.id).toBe(made.id);
    await versions();
    expect(await count('/webhook_messages?per_page=1')).toBe(events);
  });

  it('finds records by a name without regard to case, accents and repeated spaces, and rejects what is ambiguous', async () => {
    for (const name of ['Café Central', 'Twin', 'twin']) await client.post('/companies', { company: { name } });
    const text = csv(['name', 'phone'], ['CAFE   central', '555-0100'], ['Twin', '555-0101'], ['Fresh', '555-0102']);
    const one = await imported(client, 'companies', text, { upsert_by: ['name'] });
    const [found, twin, fresh] = await rowsOf(client, one.id);
    expect([found?.result, twin?.result, fresh?.result]).toEqual(['updated', 'rejected', 'created']);
    expect(twin?.errors).toMatchObject([
      { field: 'name', code: 'ambiguous', ids: [expect.any(String), expect.any(String)] },
    ]);
    expect((await client.get(`/companies/${found?.record_id}`)).body.company).toMatchObject({ phone: '555-0100' });
  });

  it('finds the same records when it runs after a check, and none that are deleted meanwhile', async () => {
    for (const name of ['Stays', 'Leaves']) await client.post('/companies', { company: { name } });
    const text = csv(['name', 'phone'], ['stays', '555-0103'], ['leaves', '555-0104']);
    const one = await upload(client, 'companies', text);
    await client.patch(`/imports/${one.id}`, { import: { mapping: { ...one.mapping, upsert_by: ['name'] } } });
    for (const round of [1, 2]) {
      const checked = await done(client, one.id, 'check');
      expect([round, checked.dry_run.updated, checked.dry_run.rejected]).toEqual([round, 2, 0]);
    }
    const [leaving] = (await client.get('/companies?name=Leaves')).body.companies;
    await client.delete(`/companies/${leaving.id}`);
    expect(await done(client, one.id, 'run')).toMatchObject({ counts: { updated: 1, created: 1, rejected: 0 } });
  });

  it('reports all mistakes of a mapping at their places', async () => {
    const one = await upload(client, 'projects', csv(['a', 'b'], ['1', '2']));
    const mapping = {
      columns: [
        { from: ['a'], to: 'nmae' },
        { from: ['c'], to: 'name' },
        { from: ['b'], to: 'amount', transform: [{ numbr: {} }] },
      ],
    };
    const refused = await client.patch(`/imports/${one.id}`, { import: { mapping } });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map(({ pointer }: Json) => pointer)).toEqual([
      '/import/mapping/columns/0/to',
      '/import/mapping/columns/1/from/0',
      expect.stringMatching(/^\/import\/mapping\/columns\/2\/transform\/0/),
    ]);
    // The proposal of this file has no name either.
    expect(await client.post(`/imports/${one.id}/run`)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    });
  });

  it('reads a file anew with a corrected format, and proposes a mapping for its columns', async () => {
    const one = await upload(client, 'companies', 'Bid list of 2026\r\nname;city\r\nOak;Austin\r\nElm;Dallas\r\n');
    expect(one.columns.map(({ name }: Json) => name)).toEqual(['name', 'city']);
    const { body } = await client.patch(`/imports/${one.id}`, { import: { format: { header_row: null } } });
    expect(body.import).toMatchObject({ format: { header_row: null }, status: 'draft' });
    expect(body.import.columns.map(({ name }: Json) => name)).toEqual(['Column 1', 'Column 2']);
    const wrong = await client.patch(`/imports/${one.id}`, { import: { format: { header_row: 900 } } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/import/format/header_row' }] } });
    expect((await client.get(`/imports/${one.id}`)).body.import.format.header_row).toBeNull();
  });

  it('has the mapping of a known form of file, with other steps for a column that it cannot read', async () => {
    const headers = ['Project Name', 'Bid Date', 'Bid Amount'];
    const dateOf = async (date: string): Promise<Json> => {
      const { mapping } = await upload(client, 'projects', csv(headers, ['Mill', date, '100']));
      const { to, transform } = mapping.columns.find(({ from }: Json) => from.includes('Bid Date'));
      return [to, transform[1].date];
    };
    // The ready mapping has a time of day for bids.
    expect(await dateOf('3/14/2026')).toEqual(['bid_due_at', expect.arrayContaining(['M/d/yyyy', 'd-MMM-yyyy'])]);
    expect(await dateOf('14.03.2026')).toEqual(['bid_due_at', ['d.M.yyyy', 'd.M.yy']]);
  });

  it('is told by one message at its end', async () => {
    const one = await imported(client, 'tasks', csv(['name'], ['Call the architect']));
    const { webhook_messages: messages } = (await client.get('/webhook_messages?event_type=import.complete')).body;
    const own = messages.filter(({ payload }: Json) => payload.id === one.id);
    expect(own).toMatchObject([{ payload: { url: expect.stringMatching(new RegExp(`/imports/${one.id}$`)) } }]);
    const { tasks } = (await client.get(`/tasks?import_id=${one.id}&fields=title,import_id`)).body;
    expect(tasks).toEqual([{ title: 'Call the architect', import_id: one.id }]);
  });

  it('is listed, newest first, and filtered by its state', async () => {
    const draft = await upload(client, 'calls', csv(['notes'], ['Hello']));
    const { imports } = (await client.get('/imports?per_page=5')).body;
    expect(imports[0]).toMatchObject({ id: draft.id, as: 'calls', status: 'draft' });
    const drafts = (await client.get('/imports?status=draft&as=calls')).body.imports;
    expect(drafts.map(({ id }: Json) => id)).toEqual([draft.id]);
    expect(await service.second.get(`/imports/${draft.id}`)).toMatchObject({ status: 404 });
    expect((await service.second.get('/imports')).body.imports).toEqual([]);
  });

  it('stops when it is cancelled, and keeps what it has written', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => [`Cancelled ${index}`]);
    const one = await upload(client, 'companies', csv(['name'], ...rows));
    await client.post(`/imports/${one.id}/run`);
    const cancelled = await client.post(`/imports/${one.id}/cancel`);
    expect(cancelled).toMatchObject({ status: 202, body: { import: { status: 'cancelled' } } });
    const after = await ended(client, one.id);
    expect(await count(`/companies?import_id=${one.id}&per_page=1`)).toBe(after.counts.created);
    expect(after.counts.created).toBeLessThan(3000);
    expect(await client.post(`/imports/${one.id}/cancel`)).toMatchObject({ status: 409 });
    const undone = await done(client, one.id, 'undo');
    expect(undone).toMatchObject({ status: 'undone', undo: { undone: after.counts.created, kept: 0 } });
    expect(await count(`/companies?import_id=${one.id}&per_page=1`)).toBe(0);
  });
});
