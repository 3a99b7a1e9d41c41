import { afterAll, beforeAll, expect, it } from 'vitest';
import { csv, done, rowsOf, upload } from '../../support/data/importing.ts';
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

/** Runs an import by its proposal. @returns it, and its records by name or title */
async function ran(family: string, text: string): Promise<{ one: Json; records: ReadonlyMap<string, Json> }> {
  const { id } = await upload(client, family, text);
  const one = await done(client, id, 'run');
  const { [family]: records } = (await client.get(`/${family}?import_id=${id}&per_page=500`)).body;
  return { one, records: new Map(records.map((record: Json) => [record.name, record])) };
}

it('tells the e-mail addresses of a cell that it leaves out', async () => {
  const text = csv(
    ['First Name', 'Last Name', 'Email'],
    ['Eli', 'Ray', 'Eli Ray <eli.ray@example.com>'],
    ['Dana', 'Fox', 'dana.fox@example.com, dfox@example.org'],
    ['Ned', 'Quo', 'ned.quo@example.com; ned@example.org'],
  );
  const { one, records } = await ran('contacts', text);
  expect([...records.values()].map(({ email }) => email).toSorted()).toEqual([
    ...['dana.fox@example.com', 'eli.ray@example.com', 'ned.quo@example.com'],
  ]);
  expect(one.counts).toMatchObject({ created: 3, rejected: 0, kept_without: 0 });
  expect(one.summary.warnings).toMatchObject([{ column: 'Email', code: 'partly_imported', count: 2 }]);
  const told = JSON.stringify(one.summary.warnings);
  expect(told).toContain('dfox@example.org');
  expect(told).toContain('only the first e-mail address');
});

it('reads the words of bid logs for stages, whatever the file calls the column', async () => {
  const text = csv(
    ['Project', 'Status', 'Client'],
    ...['Awarded', 'Not Awarded', 'No Bid', 'Pending', 'Bidding', 'WON!', 'Hold', 'Shortlisted', 'Canceled'].map(
      (word): [string, string, string] => [word, word, 'Acme'],
    ),
  );
  const { records } = await ran('projects', text);
  expect(Object.fromEntries([...records].map(([name, { project_stage: stage }]) => [name, stage.name]))).toEqual({
    Awarded: 'Won',
    'Not Awarded': 'Lost',
    'No Bid': 'Did Not Pursue',
    Pending: 'Bid Submitted',
    Bidding: 'Estimating',
    'WON!': 'Won',
    Hold: 'On Hold',
    Shortlisted: 'Shortlisted',
    Canceled: 'Cancelled',
  });
});

it('keeps the columns of a ready mapping that fit, and proposes the others', async () => {
  const text = csv(
    ['Record ID', 'Deal Name', 'Deal Stage', 'Close Date', 'Amount', 'Associated Company'],
    ['21234600001', 'Depot', 'Closed won', '2/14/2026 14:00', '100.000,00', 'Acme'],
    ['21234600002', 'Barn', 'Closed lost', '2/2/2026 9:30', '250.000,50', 'Roe;Acme'],
  );
  const { one, records } = await ran('projects', text);
  expect(one.counts).toMatchObject({ created: 2, rejected: 0 });
  expect(records.get('Depot')).toMatchObject({
    ...{ project_stage: { name: 'Won' }, award_date: '2026-02-14', amount: 100_000, external_id: '21234600001' },
  });
  expect(records.get('Barn')).toMatchObject({
    ...{ project_stage: { name: 'Lost' }, award_date: '2026-02-02', amount: 250_000.5, company: { name: 'Roe' } },
  });
});

it('leaves out the column of a ready mapping that nothing reads, and names it', async () => {
  const text = csv(
    ['Job No.', 'Project Name', 'Client', 'Bid Date', 'Bid Amount', 'Status'],
    ['K-91', 'Mill', 'Acme', 'when ready', '100000', 'Submitted'],
    ['K-92', 'Kiln', 'Roe', 'soon', '200000', 'Awarded'],
  );
  const { one, records } = await ran('projects', text);
  expect(records.get('Mill')).toMatchObject({ project_stage: { name: 'Bid Submitted' }, bid_due_date: null });
  expect(records.get('Kiln')).toMatchObject({ project_stage: { name: 'Won' }, amount: 200_000 });
  expect(JSON.stringify(one.oddities)).toContain('Bid Date');
});

it('reads a bid log some of whose dates have an hour', async () => {
  const text = csv(
    ['Job No.', 'Project Name', 'Client', 'Bid Date', 'Bid Amount', 'Status', 'Notes'],
    ['K-1', 'Pier', 'Acme', '3/14/2026', '100000', 'Open', ''],
    ['K-2', 'Quay', 'Roe', '3/15/2026 2:00 PM', '200000', 'Submitted', ''],
    ['K-3', 'Lock', 'Roe', '3/16/2026 10:30 AM', '300000', 'Awarded', ''],
  );
  const { one, records } = await ran('projects', text);
  const rows = await rowsOf(client, one.id);
  expect(rows.flatMap(({ errors }) => errors ?? [])).toEqual([]);
  expect([...records.values()].map(({ bid_due_date: day }) => day).toSorted()).toEqual([
    ...['2026-03-14', '2026-03-15', '2026-03-16'],
  ]);
});
