import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, drafted, imported, plain, rowsOf } from '../../support/data/importing.ts';
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

describe('a row that the rules reject', () => {
  it('makes none of the records that it refers to', async () => {
    const text = csv(
      ['name', 'company', 'start_date', 'end_date'],
      ['Backwards', 'Never Inc', '2026-05-02', '2026-05-01'],
      ['Sound', 'Shared Inc', '2026-05-01', '2026-05-02'],
      ['Backwards too', 'Shared Inc', '2026-05-02', '2026-05-01'],
    );
    const references = { company: { by: 'name', missing: 'create' } };
    const columns = plain('name', 'company', 'start_date', 'end_date');
    const one = await imported(client, 'projects', text, { columns, references });
    expect(one).toMatchObject({ counts: { read: 3, created: 1, rejected: 2 }, made: { companies: 1 } });
    expect((await client.get('/companies?name=Never Inc')).body.companies).toEqual([]);
    const { companies } = (await client.get('/companies?name=Shared Inc')).body;
    expect(companies).toHaveLength(1);
    const [rejected] = await rowsOf(client, one.id, '&result=rejected');
    expect(rejected?.errors).toMatchObject([{ column: 'end_date', field: 'end_date' }]);
  });

  it('has each reason once, also if the others are tried again without it', async () => {
    const text = csv(
      ['name', 'company', 'stage', 'end_date'],
      ['Hall', 'Nobody Inc', 'Won!', '2026-07-01'],
      ['Pool', 'Also Nobody Inc', '', '2026-05-01'],
    );
    const columns = [...plain('name', 'company', 'end_date'), { from: ['stage'], to: 'project_stage' }];
    const references = { company: { by: 'name', missing: 'create' }, project_stage: { by: 'name', missing: 'reject' } };
    const constants = { start_date: '2026-06-01' };
    const one = await imported(client, 'projects', text, { columns, references, constants });
    expect(one).toMatchObject({ counts: { read: 2, rejected: 2 }, made: {} });
    const rejected = await rowsOf(client, one.id, '&result=rejected');
    expect(rejected.map(({ errors }) => errors.map(({ field }: Json) => field))).toEqual([
      ['project_stage'],
      ['end_date'],
    ]);
    expect(one.summary.problems).toMatchObject([
      { count: 1, values: [{ value: 'Won!', count: 1 }] },
      { count: 1, values: [{ value: '2026-05-01', count: 1 }] },
    ]);
  });

  it('takes no external id from another record of the file or of the firm', async () => {
    const columns = plain('name', 'external_id');
    const file = csv(['name', 'external_id'], ['Ann', 'T-1'], ['Bob', 't-1'], ['Cid', 'T-2'], ['Dan', '']);
    const one = await imported(client, 'companies', file, { columns, upsert_by: ['name'] });
    expect(one).toMatchObject({ status: 'complete', counts: { read: 4, created: 3, rejected: 1 } });
    const later = csv(['name', 'external_id'], ['Eve', 't-2'], ['Dan', 'T-3']);
    const two = await imported(client, 'companies', later, { columns, upsert_by: ['name'] });
    expect(two).toMatchObject({ status: 'complete', counts: { read: 2, updated: 1, rejected: 1 } });
    const { companies } = (await client.get('/companies?name=Ann,Bob,Cid,Dan,Eve&include=external_id&sort=name')).body;
    const held = companies.map(({ name, external_id: externalId }: Json) => [name, externalId]);
    expect(held).toEqual([
      ['Ann', 'T-1'],
      ['Cid', 'T-2'],
      ['Dan', 'T-3'],
    ]);
  });

  it('is counted by a check too if an earlier batch takes its external id', async () => {
    const rows = Array.from({ length: 1100 }, (_, index) => [`Row ${index}`, `X-${index}`]);
    const twins = [...rows, ['Twin of the first', 'x-0'], ['Row 1', 'X-1']];
    const text = csv(['name', 'external_id'], ...twins);
    const mapping = { upsert_by: ['name'], columns: plain('name', 'external_id') };
    const one = await drafted(client, 'companies', text, mapping);
    const counts = { read: 1102, created: 1100, superseded: 1, rejected: 1 };
    expect(await done(client, one.id, 'check')).toMatchObject({ dry_run: counts });
    const [checked] = await rowsOf(client, one.id, '&result=rejected');
    expect(await done(client, one.id, 'run')).toMatchObject({ counts });
    const [rejected] = await rowsOf(client, one.id, '&result=rejected');
    expect(rejected).toMatchObject({ number: 1101, errors: [{ column: 'external_id', code: 'already_exists' }] });
    expect(checked).toMatchObject({ number: 1101, errors: [{ column: 'external_id', code: 'already_exists' }] });
  });
});
