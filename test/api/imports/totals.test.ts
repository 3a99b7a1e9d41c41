import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imported } from '../../support/data/importing.ts';
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

describe('rows of totals', () => {
  it.each([
    [
      'projects',
      'Project,Client,Amount\nCLIENT: ACME,,\nDepot,Acme,"1,250,000"\nTOTAL - ACME,,"1,250,000"\nCLIENT: ROE,,\nAnnex,Roe,"640,000"\n' +
        'TOTAL ROE,,"640,000"\nTotal,2,"1,890,000"\nTOTAL,,#REF!\n',
      ['Annex', 'Depot'],
    ],
    [
      'companies',
      'Company,City,Phone,Employees,Volume\nPoe Steel,Dallas,214-555-0100,12,\nTotal,,,32,\nTotal: 2,,,,\nTOTAL,,,,"1,250.00"\n',
      ['Poe Steel'],
    ],
    ['contacts', 'Name,Company,Phone\nDana Fox,Acme,214-555-0100\nTotal: 1,,\n', ['Dana Fox']],
  ])('and headings of groups are no %s', async (family, text, names) => {
    const { id, counts, summary } = await imported(client, family, text);
    expect(counts).toMatchObject({ skipped: text.trim().split('\n').length - 1 - names.length, rejected: 0 });
    expect(summary.warnings.map(({ code }: Json) => code)).not.toContain('total_name');
    const { [family]: records } = (await client.get(`/${family}?import_id=${id}`)).body;
    expect(records.map(({ name }: Json) => name).toSorted()).toEqual(names);
  });

  it('are imported with a warning if they may be records', async () => {
    const text = 'Project,Client,Amount\nTotal,Acme,100\nTotal Wine,,200\nTotal Tower,Acme,300\nBalance,Roe,5\n';
    const { counts, summary } = await imported(client, 'projects', text);
    expect(counts).toMatchObject({ created: 4, skipped: 0 });
    const told = summary.warnings.find(({ code }: Json) => code === 'total_name');
    expect(told).toMatchObject({ column: 'Project', field: 'name', count: 3, lines: [2, 3, 5] });
  });
});
