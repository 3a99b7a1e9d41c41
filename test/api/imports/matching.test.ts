import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, imported, plain, resultsOf, rowsOf, upload } from '../../support/data/importing.ts';
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

/** Imports a file twice, the second time after a check, and returns the second import. */
async function again(as: string, text: string): Promise<Json> {
  await imported(client, as, text);
  const second = await upload(client, as, text);
  const { dry_run: checked } = await done(client, second.id, 'check');
  const run = await done(client, second.id, 'run');
  expect(run.counts).toEqual(checked);
  return run;
}

const sameNames = ({ summary }: Json): Json[] => summary.warnings.filter(({ code }: Json) => code === 'same_name');

describe('companies without a key', () => {
  it('are matched by their names, so that the same list changes nothing', async () => {
    const text = csv(['Company', 'Phone'], ['Hensel Partners', '210 555 0100'], ['Élan Builders', '']);
    expect((await again('companies', text)).counts).toMatchObject({ created: 0, unchanged: 2 });
  });

  it('keep their spelling, and take the other values of the row', async () => {
    await imported(client, 'companies', csv(['Company', 'Phone'], ['McRoe Builders', '1']));
    const { id, counts } = await imported(client, 'companies', csv(['Company', 'Phone'], ['MCROE  builders', '2']));
    expect(counts).toMatchObject({ updated: 1 });
    const [row] = await rowsOf(client, id);
    expect((await client.get(`/companies/${row?.record_id}`)).body.company).toMatchObject({
      name: 'McRoe Builders',
      phone: '2',
    });
    await done(client, id, 'undo');
    expect((await client.get(`/companies/${row?.record_id}`)).body.company).toMatchObject({ phone: '1' });
  });

  it('are made anew if the mapping says so, and the draft tells either', async () => {
    const text = csv(['Company'], ['Nolan Works']);
    const first = await imported(client, 'companies', text);
    expect(first.oddities.join('\n')).toContain('The import changes a company whose name is in the account already');
    const { counts, oddities, mapping } = await imported(client, 'companies', text, { match: 'none' });
    expect(counts).toMatchObject({ created: 1 });
    expect(mapping).toMatchObject({ match: 'none' });
    expect(oddities.join('\n')).not.toContain('whose name is in the account');
  });

  it('of one name are told apart by their other values', async () => {
    const branches = [
      ['ABC Supply', 'Austin'],
      ['ABC Supply', 'Dallas'],
    ];
    const head = ['Company', 'City'];
    const first = await imported(client, 'companies', csv(head, ...branches));
    expect(first.counts).toMatchObject({ created: 2 });
    expect(sameNames(first)).toMatchObject([{ column: 'Company', field: 'name', count: 2 }]);
    const second = await imported(client, 'companies', csv(head, ...branches.toReversed(), ['ABC Supply', 'Waco']));
    expect(await resultsOf(client, second.id)).toEqual(['unchanged', 'unchanged', 'created']);
    const [, , third] = await rowsOf(client, second.id);
    expect(third?.warnings).toMatchObject([{ code: 'same_name', value: 'ABC Supply' }]);
    expect(third?.warnings[0].ids).toHaveLength(2);
  });

  it('of one name are as many as a firm has branches', async () => {
    const branches = Array.from({ length: 45 }, (_, at) => ['XYZ Supply', `210 555 ${1000 + at}`]);
    const head = ['Company', 'Phone'];
    await imported(client, 'companies', csv(head, ...branches));
    const second = await imported(client, 'companies', csv(head, ...branches.toReversed(), ['XYZ Supply', '1']));
    expect(second.counts).toMatchObject({ created: 1, updated: 0, unchanged: 45 });
  });

  it('are matched in rows whose key is blank', async () => {
    const mapping = { upsert_by: ['external_id'], columns: plain('name', 'external_id') };
    const text = csv(['name', 'external_id'], ['Ruiz Steel', 'R-1'], ['Ruiz Glass', '']);
    await imported(client, 'companies', text, mapping);
    const second = await imported(client, 'companies', text, mapping);
    expect(second.counts).toMatchObject({ created: 0, unchanged: 2 });
    const other = csv(['name', 'external_id'], ['Ruiz Steel', 'R-2']);
    expect((await imported(client, 'companies', other, mapping)).counts).toMatchObject({ created: 1 });
  });
});

describe('contacts without a key', () => {
  it('are matched by their names and e-mail addresses', async () => {
    const people = [
      ['Dana Fox', 'dana@fox.test', ''],
      ['Eli Ray', '', 'Acme Ray'],
      ['', 'office@ray.test', ''],
    ];
    const text = csv(['Name', 'Email', 'Company'], ...people);
    expect((await again('contacts', text)).counts).toMatchObject({ created: 0, unchanged: 3 });
    const others = [
      ['Dana Fox', 'dana@other.test', ''],
      ['Dana Fox', '', ''],
      ['Eli Ray', '', 'Other Ray'],
      ['DANA fox', 'Dana@Fox.test', 'Acme Ray'],
    ];
    const { id } = await imported(client, 'contacts', csv(['Name', 'Email', 'Company'], ...others));
    expect(await resultsOf(client, id)).toEqual(['created', 'created', 'created', 'updated']);
  });
});

describe('the choice of a match', () => {
  it('is refused where the rows are neither companies nor contacts', async () => {
    const one = await upload(client, 'projects', csv(['name'], ['Depot']));
    const send = (match: string) =>
      client.patch(`/imports/${one.id}`, { import: { mapping: { columns: plain('name'), match } } });
    expect(await send('name')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/import/mapping/match', code: 'not_allowed' }] },
    });
    expect(await send('none')).toMatchObject({ status: 200 });
    expect(await send('maybe')).toMatchObject({ status: 422 });
    expect((await client.get(`/imports/${one.id}`)).body.import.oddities.join()).not.toContain('in the account');
  });
});
