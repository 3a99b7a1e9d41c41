import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, ended, imported, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startDelivering()));
afterAll(() => service.stop());

describe('imports of another account', () => {
  it('cannot be read, changed, started, undone or forgotten', async () => {
    const { first, second } = service;
    const one = await upload(second, 'companies', csv(['name'], ['Theirs']));
    const path = `/imports/${one.id}`;
    const replies = [
      await first.get(path),
      await first.get(`${path}/rejected.csv`),
      await first.get(`${path}/rows`),
      await first.patch(path, { import: { name: 'Mine' } }),
      ...(await Promise.all(['check', 'run', 'cancel', 'undo'].map((action) => first.post(`${path}/${action}`)))),
      await first.delete(`${path}/file`),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
    const { import: same } = (await second.get(path)).body;
    expect(same).toMatchObject({ name: one.name, status: 'draft', file: one.file });
  });

  it('are in no list, and their records are not found', async () => {
    const { first, second } = service;
    const text = csv(['external_id', 'name', 'client'], ['I-1', 'Theirs', 'Their client']);
    const theirs = await imported(second, 'projects', text);
    expect(theirs).toMatchObject({ status: 'complete', counts: { created: 1 }, made: { companies: 1 } });
    expect((await first.get('/imports')).body.imports).toEqual([]);
    expect((await first.get(`/projects?import_id=${theirs.id}`)).body.projects).toEqual([]);
    // The same file finds neither their project nor their company.
    const own = await imported(first, 'projects', text);
    expect(own).toMatchObject({ counts: { created: 1, updated: 0, unchanged: 0 }, made: { companies: 1 } });
    const named = await imported(first, 'projects', text, { upsert_by: ['name'] });
    expect((await ended(first, named.id)).counts).toMatchObject({ unchanged: 1 });
    const [company] = (await second.get('/companies?name=Their%20client')).body.companies;
    const columns = [
      { from: ['name'], to: 'name' },
      { from: ['client'], to: 'company' },
    ];
    const references = { company: { by: 'id', missing: 'reject' } };
    const byId = csv(['name', 'client'], ['By id', company.id], ['By a text', 'no id']);
    const refused = await imported(first, 'projects', byId, { columns, references, upsert_by: [] });
    const rows = (await first.get(`/imports/${refused.id}/rows`)).body.rows as Json[];
    expect(rows.map(({ result }) => result)).toEqual(['rejected', 'rejected']);
    expect(rows[0]).toMatchObject({ errors: [{ field: 'company', code: 'not_found' }] });
  });
});
