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
  await client.patch('/account', { account: { time_zone: 'America/Chicago' } });
});
afterAll(() => service.stop());

/** Runs an import by its proposal and undoes it. @returns it, its draft, and the records by name */
async function ran(family: string, text: string) {
  const draft = await upload(client, family, text);
  const one = await done(client, draft.id, 'run');
  expect(one).toMatchObject({ status: 'complete' });
  const { [family]: records } = (await client.get(`/${family}?import_id=${draft.id}&per_page=500`)).body;
  const names = records.map((record: Json) => [record.name ?? record.notes, record] as const);
  await done(client, draft.id, 'undo');
  return { draft, one, records: Object.fromEntries(names) as Record<string, Json> };
}

const jobs = (heads: readonly string[], ...rows: readonly (readonly string[])[]): string =>
  csv(
    ['Job #', 'Job Name', 'Client', ...heads],
    ...rows.map((cells, at) => [`S-${at + 1}`, `J${at + 1}`, 'Acme', ...cells]),
  );

describe('the values of a spreadsheet', () => {
  it.each<[string, string, Json, Json]>([
    [
      'an empty column with a better name',
      jobs(['Bid Due Date', 'Due'], ['', '3/14/2026']),
      { bid_due_date: '2026-03-14' },
      {},
    ],
    [
      'thousands in the name',
      jobs(['Est. Value ($000)'], ['850'], ['1,200']),
      { amount: 850_000 },
      { amount: 1_200_000 },
    ],
    ['millions in the name', jobs(['Value ($M)'], ['1.2'], ['0.85']), { amount: 1_200_000 }, { amount: 850_000 }],
    [
      'thousands of euros',
      jobs(['Est. Value'], ['750 T€'], ['1,5 Mio. €']),
      { amount: 750_000 },
      { amount: 1_500_000 },
    ],
    ['another unit of area', jobs(['Area (m²)'], ['1200'], ['850']), { square_feet: null }, { square_feet: null }],
    ['a fraction among percents', jobs(['Win %'], ['75'], ['0.25']), { probability: 0.75 }, { probability: 0.25 }],
    ['errors of other languages', jobs(['Est. Value'], ['#WERT!'], ['100']), { amount: null }, { amount: 100 }],
    [
      'abbreviated names',
      jobs(['Bid Dt.', 'Bid $'], ['3/14/2026', '100']),
      { bid_due_date: '2026-03-14', amount: 100 },
      {},
    ],
    [
      'a bid log with the day first',
      csv(
        ['Job No.', 'Project Name', 'Client', 'Bid Date', 'Bid Amount', 'Start Date', 'Probability'],
        ['1', 'J1', 'Acme', '04/03/2026', '850.000', '25/09/2026', '50'],
        ['2', 'J2', 'Roe', '05/03/2026', '1.200,50', '30/11/2026', '75'],
      ),
      { bid_due_date: '2026-03-04', start_date: '2026-09-25', amount: 850_000, probability: 0.5 },
      { bid_due_date: '2026-03-05', amount: 1200.5, probability: 0.75 },
    ],
    [
      'a bid log with hours in a column',
      csv(
        ['Job No.', 'Project Name', 'Client', 'Bid Date', 'Bid Time', 'Bid Amount'],
        ['1', 'J1', 'Acme', '3/14/2026', '2:00 PM', '100'],
        ['2', 'J2', 'Roe', '3/15/2026', 'call', '200'],
      ),
      { bid_due_at: '2026-03-14T19:00:00Z' },
      { bid_due_date: '2026-03-15' },
    ],
  ])('are read: %s', async (_, text, first, second) => {
    const { records } = await ran('projects', text);
    expect(records['J1']).toMatchObject(first);
    expect(records['J2'] ?? {}).toMatchObject(second);
  });

  it('are read from days and hours of calls', async () => {
    const text = csv(
      ['Contact', 'Call Date', 'Call Time', 'Notes'],
      ['Dana Fox', '3/14/2025', '2:00 PM', 'asked for plans'],
      ['Eli Ray', '3/15/2025', '', 'no bid'],
    );
    const { records } = await ran('calls', text);
    expect(records).toMatchObject({
      'asked for plans': { recorded_at: '2025-03-14T19:00:00Z' },
      'no bid': { recorded_at: '2025-03-15T05:00:00Z' },
    });
  });

  it('are named if their column has another unit or a factor', async () => {
    const { draft } = await ran('projects', jobs(['Area (sqm)', 'Est. Value ($000)'], ['1200', '850']));
    expect(draft.oddities).toContainEqual(
      expect.stringContaining('Est. Value ($000): the numbers are multiplied by 1,000'),
    );
    expect(draft.oddities).toContainEqual(expect.stringContaining('1 column is not imported: Area (sqm)'));
  });

  it('are told to lack a year where they do', async () => {
    const dates = [['3/14'], ['Mar 15'], ['3/16/2026'], ['3/17/2026']];
    const { one, records } = await ran('projects', jobs(['Bid Due'], ...dates));
    expect(records['J1']).toMatchObject({ bid_due_date: null });
    expect(one.summary.warnings).toMatchObject([
      { count: 2, message: expect.stringContaining('a date with its year') },
    ]);
  });

  it('are nothing where a program writes a word for nothing', async () => {
    const words = ['#NV', '#BEZUG!', '#¡REF!', 'Err:502', '(none)', '--None--', '(No value)', 'NaN', 'null', 'n.a.'];
    const text = csv(['Job Name', 'Client', 'City'], ...words.map((word, at) => [`J${at}`, word, 'Austin']));
    const { records } = await ran('projects', text);
    expect(Object.values(records).map(({ company }) => company)).toEqual(words.map(() => null));
    const people = csv(['Name', 'Phone', 'Title'], ['Dana Fox', 'N/A', 'TBD'], ['Eli Ray', '2105550100', 'PM']);
    const { records: contacts } = await ran('contacts', people);
    expect(contacts['Dana Fox']).toMatchObject({ office_phone: null, job_title: null });
  });
});

describe('the rows of a report', () => {
  it.each<readonly [string, ...string[]]>([
    ...['Gesamt', 'Totale', 'Somme', 'Insgesamt', 'Total HT', 'Total for Austin'].map(
      (label) => ['', label, '', '100'] as const,
    ),
    ['TOTAL', '2 bids', '', '100'],
    ['', '', '', '$0.00'],
    ['(text)', '(text)', '(text)', '(number)'],
    ['1', '2', '3', '4'],
    ...['Printed 3/14/2026', 'Gedruckt am 14.03.2026', 'Seite 1 von 3', 'Stand: 14.03.2026', 'www.example.com'].map(
      (note) => ['', note] as const,
    ),
    ...['* includes alternates', 'NB = no bid', '- 1 -', '1/1', 'Total jobs: 2'].map((note) => ['', note] as const),
  ])('are no records: %s %s', async (...cells) => {
    const head = ['Job #', 'Job Name', 'Client', 'Est. Value'];
    const { one, records } = await ran('projects', csv(head, ['1', 'Depot', 'Acme', '100'], [...cells]));
    expect(Object.keys(records)).toEqual(['Depot']);
    expect(one.counts).toMatchObject({ created: 1, skipped: 1, rejected: 0 });
  });

  it('are records if they have a number, a client or a date', async () => {
    const rows = [
      ['1/26', 'Depot'],
      ['2', 'Page 2 Books'],
      ['', '*Mill', 'Acme'],
      ['', 'Total', 'Acme', '100'],
      ['', '3 Bids Hall', 'Acme'],
      ['5', 'Gesamt', '', '100'],
      ['', 'Project A', '', '100'],
    ];
    const { one } = await ran('projects', csv(['Job #', 'Job Name', 'Client', 'Est. Value'], ...rows));
    expect(one.counts).toMatchObject({ created: 7, skipped: 0 });
  });
});
