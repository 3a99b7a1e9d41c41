import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, upload } from '../../support/data/importing.ts';
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

describe('new names of one file', () => {
  it('are shown beside each other if they differ only a little, over all steps', async () => {
    const spellings = [
      'Zebra Mechanical, Inc.',
      'O’Dell & Sons',
      'Kestrel Contractors',
      'Lincoln Elementary 12',
      'Mesa',
    ];
    const others = Array.from({ length: 100 }, (_, index) => `Firm ${index}`);
    const later = [
      'ZEBRA MECHANICAL INC.',
      "O'Dell and Sons",
      'Kestrel Contractros',
      'Lincoln Elementary 14',
      'The Mesa Co',
      'O’Dell + Sons',
    ];
    const names = [...spellings, ...others, ...later, 'Zebra Mechanical, Inc.'];
    const text = csv(['Project', 'Client'], ...names.map((name, at) => [`Near ${at}`, name]));
    const one = await upload(client, 'projects', text);
    const near = [
      { field: 'company', value: 'ZEBRA MECHANICAL INC.', near: [{ id: null, name: 'Zebra Mechanical, Inc.' }] },
      { field: 'company', value: "O'Dell and Sons", near: [{ id: null, name: 'O’Dell & Sons' }] },
      { field: 'company', value: 'Kestrel Contractros', near: [{ id: null, name: 'Kestrel Contractors' }] },
      { field: 'company', value: 'The Mesa Co', near: [{ id: null, name: 'Mesa' }] },
      { field: 'company', value: 'O’Dell + Sons', near: [{ id: null, name: 'O’Dell & Sons' }] },
    ];
    const ofFile = ({ summary }: Json) => summary.near_names;
    expect(ofFile(await done(client, one.id, 'check'))).toEqual(near);
    expect(ofFile(await done(client, one.id, 'run'))).toEqual(near);
  });
});
