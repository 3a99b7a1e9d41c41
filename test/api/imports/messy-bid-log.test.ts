import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blankWords } from '../../../src/resources/transfer/words/value-words.ts';
import { csv, done, imported, rowsOf, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import { make } from '../../support/data/make.ts';
import type { Client, Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startDelivering();
  client = service.first;
  await make(client, 'users', { first_name: 'Ana', last_name: 'Messner', role: 'member' });
});
afterAll(() => service.stop());

const blank = { blank_words: [...blankWords] };

/** The bid log of an office: several hands, several years of habits. */
const log = csv(
  [
    'Job #',
    'Project / Location',
    'Owner/GC',
    'Architect/Engineer',
    'Bid Due',
    'Est. Value',
    'SF',
    'Win %',
    'Estimator',
  ],
  [
    '26-101',
    'Alamo Heights Library',
    'City of Alamo Heights',
    'Lake Flato',
    '3/14/26',
    '$1.2M',
    '12,000',
    '50%',
    'Ana Messner',
  ],
  ['26-102', 'Tobin Medical Office', 'Tobin Health', 'HKS', '3/14/2026', '850k', '18,400 SF', '25%', 'Ana Messner'],
  ['26-103', 'Pearl Garage Phase 2', 'Pearl Holdings', '', 'call Bob', '1.5 MM', 'TBD', '', 'TBD'],
  ['26-104', 'Mission Reach Pavilion', 'TBD', 'TBD', '14-Mar-2026', '2 million', '', '10%', ''],
  ['26-105', 'Hemisfair Kiosk', 'Parks Dept', '', 'TBD', '$3.4mil', '900', 'N/A', 'Ana Messner'],
  ['26-106', 'Brackenridge Boathouse', 'Parks Dept', '', '4/2/26', 'TBD', '-', '--', 'Ana Messner'],
  ['26-107', 'Southtown Lofts', 'Roe Development', 'Ford Powell', '4/3/2026', '$4M-5M', '88k SF', '60%', ''],
  ['26-108', 'Dignowity Clinic', 'Tobin Health', 'HKS', 'see email', '$640,000', '4,100', '40%', 'Ana Messner'],
  ['26-109', 'Witte Annex', 'Witte Museum', '', '4/9/26', '(none)', '7,000', '?', ''],
  ['26-110', 'Guenther Mill Offices', 'N/A', '', 'pending', '$2,150,000.50', '21,000', '30%', 'Ana Messner'],
  ['26-111', 'Blue Star Studios', 'Blue Star', '', 'April 20, 2026', '975 K', '9,500', '35%', ''],
  ['26-112', 'Landa Library Roof', 'City of San Antonio', '', '4/22/2026', '$310,000', '', '80%', 'Ana Messner'],
  ['26-113', 'Yanaguana Restrooms', 'Parks Dept', '', '4/23/26', '410k', '1,200', '75%', ''],
  ['26-114', 'Lone Star Bottling', 'Lone Star LLC', 'Overland', 'TBC', '$12M', '64,000', '20%', ''],
  ['26-115', 'Zarzamora Warehouse', 'Roe Development', '', '5/1/26', '7.25m', '110 MSF', '45%', ''],
  ['26-116', 'Monte Vista Residence', '?', '', '5/4/26', 'unknown', '5,500', '', ''],
  ['26-117', 'Five Points Cafe', 'Five Points', '', '5-May-26', '$225k', '2,300', '55%', ''],
  ['26-118', 'Woodlawn Pool House', 'Parks Dept', '', '5/8/2026', '1.05 million', '3,000', '65%', ''],
  ['26-119', 'Ella Austin Center', 'City of San Antonio', '', '5/11/26', '$5,600,000', '31,000', '15%', ''],
  ['26-120', 'Frost Branch 12', 'Frost', '', '2026-05-12', '$480K', '3,900', '70%', ''],
  ['26-121', 'Total Wine Fit-out', 'Total Wine', '', '5/13/26', '$390k', '8,800', '50%', ''],
  ['', 'Rim Tower', 'Roe Development', '', '5/14/26', '$18.5MM', '210,000', '5%', ''],
  ['26-123', 'Quarry Theater', 'Quarry Partners', '', '5/15/26', '$1.1B', '40,000', '5%', ''],
  ['26-124', 'Total', 'Total Energies', '', '5/18/26', '100k', '500', '', ''],
  ['', 'Subtotal', '', '', '', '$32,000,000', '', '', ''],
  ['', 'GRAND TOTAL:', '', '', '', '$1.2B', '412,000', '', ''],
);

const stepsOf = ({ mapping }: Json): Json =>
  Object.fromEntries(mapping.columns.map(({ from, to, transform }: Json) => [to, [from[0], ...(transform ?? [])]]));

describe('a messy bid log', () => {
  let one: Json;
  it('is mapped by its headers and values', async () => {
    one = await upload(client, 'projects', log);
    expect(stepsOf(one)).toEqual({
      project_number: ['Job #'],
      name: ['Project / Location'],
      company: ['Owner/GC', blank],
      bid_due_date: [
        'Bid Due',
        blank,
        { date: ['M/d/yyyy', 'M/d/yy', 'd-MMM-yyyy', 'd-MMM-yy', 'MMM d, yyyy', 'MMM d, yy'] },
      ],
      amount: ['Est. Value', blank, { number: {} }],
      square_feet: ['SF', blank, { number: {} }],
      probability: ['Win %', blank, { number: {} }],
      assigned_to: ['Estimator', blank],
    });
    expect(one.mapping.upsert_by).toEqual(['project_number']);
    // Answers show three of the values, whatever the proposal has seen.
    expect(Object.keys(one.columns[0])).toEqual(['name', 'samples', 'type']);
    expect(one.columns[4].samples).toEqual(['3/14/26', '3/14/2026', 'call Bob']);
  });

  it('is read without its odd cells and its totals, which the dry run tells', async () => {
    const checked = await done(client, one.id, 'check');
    const counts = { read: 26, created: 24, updated: 0, superseded: 0, skipped: 2, rejected: 0, kept_without: 4 };
    expect(checked.dry_run).toEqual({ ...counts, unchanged: 0 });
    const lacking = (await rowsOf(client, one.id, '&result=created')).filter(({ warnings }) => warnings.length > 0);
    expect(lacking.map(({ number, warnings }: Json) => [number, warnings[0].column, warnings[0].value])).toEqual([
      [3, 'Bid Due', 'call Bob'],
      [7, 'Est. Value', '$4M-5M'],
      [8, 'Bid Due', 'see email'],
      [15, 'SF', '110 MSF'],
    ]);
    const skipped = await rowsOf(client, one.id, '&result=skipped');
    expect(skipped.map(({ number, errors, warnings }: Json) => [number, errors, warnings[0].value])).toEqual([
      [25, [], 'Subtotal'],
      [26, [], 'GRAND TOTAL:'],
    ]);
    expect(checked.summary.warnings).toContainEqual(
      expect.objectContaining({
        code: 'totals',
        count: 2,
        lines: [26, 27],
        message: expect.stringContaining('totals'),
      }),
    );
    expect((await client.get('/companies?name=TBD')).body.companies).toEqual([]);
  });

  it('becomes projects, and changes them when it comes again', async () => {
    const run = await done(client, one.id, 'run');
    expect(run.counts).toMatchObject({ created: 24, skipped: 2, rejected: 0, kept_without: 4 });
    const projects: Json[] = (await client.get(`/projects?import_id=${one.id}&per_page=100`)).body.projects;
    const shown = (name: string): unknown[] => {
      const found = projects.find((project) => project.name === name);
      return [found?.bid_due_date, found?.amount, found?.square_feet, found?.company?.name ?? null];
    };
    expect(shown('Alamo Heights Library')).toEqual(['2026-03-14', 1_200_000, 12_000, 'City of Alamo Heights']);
    expect(shown('Tobin Medical Office')).toEqual(['2026-03-14', 850_000, 18_400, 'Tobin Health']);
    expect(shown('Mission Reach Pavilion')).toEqual(['2026-03-14', 2_000_000, null, null]);
    expect(shown('Brackenridge Boathouse')).toEqual(['2026-04-02', null, null, 'Parks Dept']);
    expect(shown('Guenther Mill Offices')).toEqual([null, 2_150_000.5, 21_000, null]);
    expect(shown('Blue Star Studios')).toEqual(['2026-04-20', 975_000, 9500, 'Blue Star']);
    expect(shown('Five Points Cafe')).toEqual(['2026-05-05', 225_000, 2300, 'Five Points']);
    expect(shown('Frost Branch 12')).toEqual(['2026-05-12', 480_000, 3900, 'Frost']);
    expect(shown('Total')).toEqual(['2026-05-18', 100_000, 500, 'Total Energies']);
    const again = await imported(client, 'projects', log.replace('$225k', '$230k'));
    // The job without a number has no key, so it is made again.
    expect(again.counts).toMatchObject({ created: 1, updated: 1, unchanged: 22, skipped: 2 });
  });
});

describe('a file in the form of the ready bid log', () => {
  const head = ['Job #', 'Project Name', 'Client', 'Bid Date', 'Bid Amount', 'Architect', 'Est. Start', 'Sq Ft'];
  const rows = [
    ['R-1', 'Mill', 'Acme', '3/14/26', '$1.2M', 'HKS', '6/1/2026', '12,000'],
    ['R-2', 'Depot', 'Roe', '14-Mar-2026', 'TBD', 'HKS', 'TBD', '9k'],
  ];

  it('has the ready mapping, and the columns that it lacks by their names', async () => {
    const one = await upload(client, 'projects', csv(head, ...rows));
    const steps = stepsOf(one);
    expect(steps).toMatchObject({
      ...{ name: ['Project Name'], company: ['Client', blank], bid_due_at: ['Bid Date', blank, {}] },
      ...{ amount: ['Bid Amount', blank, { number: {} }], project_number: ['Job #'] },
      ...{ start_date: ['Est. Start', blank, { date: ['M/d/yyyy', 'M/d/yy'] }], square_feet: ['Sq Ft', blank, {}] },
    });
    expect(Object.keys(steps)).toHaveLength(7);
    expect(one.mapping).toMatchObject({
      upsert_by: ['project_number'],
      references: { company: { by: 'name', missing: 'create' } },
    });
    const run = await done(client, one.id, 'run');
    expect(run.counts).toMatchObject({ created: 2, rejected: 0 });
    const { projects } = (await client.get(`/projects?import_id=${one.id}&sort=name`)).body;
    expect(projects).toMatchObject([
      { name: 'Depot', bid_due_date: '2026-03-14', amount: null, start_date: null, square_feet: 9000 },
      { name: 'Mill', bid_due_date: '2026-03-14', amount: 1_200_000, start_date: '2026-06-01', square_feet: 12_000 },
    ]);
  });

  it('has no key if two jobs have one number', async () => {
    // Other columns than those of the import before, whose mapping would be proposed.
    const other = [...head.slice(0, -1), 'Square Feet'];
    const one = await upload(
      client,
      'projects',
      csv(other, ...rows, ['R-1', 'Mill, alternate', ...(rows[0] ?? []).slice(2)]),
    );
    expect(one.mapping.upsert_by).toEqual([]);
    const note = one.oddities.find((oddity: string) => oddity.includes('could be the key'));
    expect(note).toContain('Column Job # could be the key, but "R-1" is in lines 2 and 4, so no column is the key.');
    expect(note).toContain('The next import of the list makes all of its records again.');
    const { body } = await client.patch(`/imports/${one.id}`, {
      import: { mapping: { ...one.mapping, upsert_by: ['project_number'] } },
    });
    expect(body.import.oddities.join()).not.toContain('could be the key');
    await client.patch(`/imports/${one.id}`, { import: { mapping: one.mapping } });
    expect((await done(client, one.id, 'check')).dry_run).toMatchObject({ created: 3, superseded: 0 });
  });
});
