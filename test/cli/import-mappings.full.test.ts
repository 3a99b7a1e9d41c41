import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokens } from '../support/service/template.ts';
import { emptyFolder } from '../support/programs/scratch-engines.ts';
import { furnishedPlace, type Place, run, runJson, startOn } from './command-line.ts';

let place: Place;
let folder: string;
beforeAll(async () => {
  place = await furnishedPlace();
  folder = await emptyFolder();
  await write('bids.csv', bids);
});
afterAll(() => place.remove());

const at = (name: string): string => join(folder, name);
const write = (name: string, text: string): Promise<void> => writeFile(at(name), text);

const bids = `Job No.,Project Name,Client,Bid Date,Bid Amount
26-031,Alamo Heights Library,City of Alamo Heights,4/14/2026,"$6,250,000"
26-032,Tobin Medical Office Building,Tobin Health Partners,4/21/2026,"$18,400,000"
26-033,,Pearl Holdings,to be announced,"$9,900,000"
`;

const first = ['--account', '1'];
const importing = (...args: string[]) => run(place.environment, ['import', ...args, ...first]);
const importingJson = (...args: string[]) => runJson(place.environment, 'import', ...args, ...first);

const counts = { read: 3, created: 2, updated: 0, unchanged: 0, superseded: 0, skipped: 0, rejected: 1 };

describe('import', () => {
  test('prints JSON alone, and writes rejected rows that can be mended and imported', async () => {
    const args = [at('bids.csv'), '--as', 'projects', '--name', 'Spring', '--rejected', at('rejected.csv')];
    const { status, stdout, stderr } = await importing(...args, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ name: 'Spring', status: 'complete', counts });
    const rejected = await readFile(at('rejected.csv'), 'utf8');
    expect(rejected).toContain('""to be announced"" is not a date of the form M/d/yyyy, M/d/yy, M-d-yyyy or 4 others.');
    await write('mended.csv', rejected.replace('26-033,,', '26-033,Garage,').replace('to be announced', '4/28/2026'));
    const mended = await importingJson(at('mended.csv'), '--as', 'projects');
    expect(mended.counts).toMatchObject({ read: 1, created: 1, rejected: 0 });
  });

  test('takes the mapping of a file, which --show-mapping prints', async () => {
    const shown = await importing(at('bids.csv'), '--as', 'projects', '--show-mapping');
    expect(shown).toMatchObject({ status: 0, stderr: '' });
    expect(shown.stdout).toContain('"from": ["Job No."],\n');
    const mapping = JSON.parse(shown.stdout);
    const transform = [{ blank_words: expect.arrayContaining(['TBD']) }];
    expect(mapping.columns[0]).toEqual({ to: 'project_number', from: ['Job No.'], transform });
    const fewer = { ...mapping, columns: mapping.columns.filter(({ to }: { to: string }) => to !== 'bid_due_at') };
    await write('mapping.json', JSON.stringify(fewer));
    const checked = await importingJson(at('bids.csv'), '--as', 'projects', '--map', at('mapping.json'), '--check');
    expect(checked.dry_run).toMatchObject({ read: 3, rejected: 0 });
  });

  test('takes a ready mapping, which says what the rows are', async () => {
    const checked = await importingJson(at('bids.csv'), '--map', 'bid_log', '--check');
    expect(checked).toMatchObject({ as: 'projects', dry_run: { read: 3, rejected: 0, kept_without: 1 } });
    expect(await importing(at('bids.csv'), '--map', 'hubspot_deals')).toMatchObject({
      status: 1,
      stderr:
        'error: The file is none for hubspot_deals: it has no column Record ID, Deal Name, Deal Stage. ' +
        'The file has Job No., Project Name, Client, Bid Date, Bid Amount.\n',
    });
  });

  test('tells all mistakes of a mapping by their places', async () => {
    await write(
      'wrong.json',
      '{"columns": [{"from": ["Project Nam"], "to": "nam"}], "upsert_by": ["x"], "columnz": 1}',
    );
    const { status, stderr } = await importing(at('bids.csv'), '--as', 'projects', '--map', at('wrong.json'));
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `error: The mapping does not fit:
  columnz: no field is called "columnz"; did you mean columns?
  columns/0/from/0: no column is called "Project Nam"; did you mean Project Name?
  columns/0/to: no field of projects is called "nam"; did you mean name?
  upsert_by/0: no mapped field is called "x"
Correct the mapping and give it with --map. "plumbline import --show-mapping" prints the proposed one.
`,
    });
  });

  test('keeps no file of a check or of a refused import', async () => {
    const service = await startOn(place.environment);
    const answer = await service.get('/imports?status=checked', tokens.first);
    const { imports } = (await answer.json()) as { imports: { file: unknown }[] };
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter(({ file }) => file !== null)).toEqual([]);
  });

  const asProjects = ['--as', 'projects'];

  test.each<[string, string[], string]>([
    [
      'no family',
      [],
      '--as is missing: say what the rows are (projects, leads, companies, contacts, tasks, calls, notes)',
    ],
    [
      'an unknown family',
      ['--as', 'deals'],
      '--as must be one of projects, leads, companies, contacts, tasks, calls, notes',
    ],
    [
      'a family that a ready mapping is not for',
      ['--as', 'leads', '--map', 'bid_log'],
      '--as must be projects with --map bid_log',
    ],
    ['a name that is blank', [...asProjects, '--name', ' '], '--name must have 1 to 255 characters'],
  ])('refuses a file with %s', async (_, args, message) => {
    const said = await importing(at('bids.csv'), ...args);
    expect(said).toEqual({ status: 1, stdout: '', stderr: `error: ${message}\n` });
  });

  test('refuses to write rejected rows over the file or into no folder, before it imports', async () => {
    const over = await importing(at('bids.csv'), ...asProjects, '--rejected', at('bids.csv'));
    expect(over.stderr).toBe(`error: --rejected would overwrite ${at('bids.csv')}. Name another file.\n`);
    const nowhere = await importing(at('bids.csv'), ...asProjects, '--rejected', at('no/rejected.csv'));
    const message = `--rejected: the folder ${at('no')} does not exist or cannot be written.`;
    expect(nowhere).toEqual({ status: 1, stdout: '', stderr: `error: ${message}\n` });
    expect(await readFile(at('bids.csv'), 'utf8')).toBe(bids);
  });

  test.each([
    ['empty', '', 'The file is empty.'],
    ['a JSON array', '[{"name": "Riverside"}]', 'This is a JSON array. Write one object on each line (NDJSON).'],
    ['a PDF', '%PDF-1.7', 'This is a PDF document. Import the table that it was made from, as .xlsx or CSV.'],
  ])('refuses a file that is %s', async (_, text, message) => {
    await write('other', text);
    const said = await importing(at('other'), ...asProjects);
    expect(said).toEqual({ status: 1, stdout: '', stderr: `error: ${message}\n` });
  });

  test('takes a saved mapping by its name, before a file of the same name', async () => {
    const { url, stop } = await startOn(place.environment, () => undefined);
    const mapping = { columns: [{ from: ['Client'], to: 'name' }] };
    const body = JSON.stringify({ import_mapping: { name: at('clients.json'), as: 'companies', mapping } });
    const headers = { authorization: `Bearer ${tokens.first}`, 'content-type': 'application/json' };
    const made = await fetch(`${url}/api/2023-01/import_mappings`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
    const reach = ['--url', url, '--token', tokens.first, '--check', '--json'];
    const served = await run(place.environment, ['import', at('bids.csv'), '--map', at('clients.JSON'), ...reach]);
    expect(served).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(served.stdout)).toMatchObject({ as: 'companies', dry_run: { read: 3, rejected: 0 } });
    await stop();
    // The file has the name of the saved mapping. Its path can be written in another way.
    await write('clients.json', '{');
    const stored = await importing(at('bids.csv'), '--map', at('clients.json'), '--check');
    expect(stored).toMatchObject({ status: 0, stdout: expect.stringContaining('Checked bids.csv as companies') });
    const other = await importing(at('bids.csv'), '--map', at('clients.json'), ...asProjects);
    expect(other).toMatchObject({
      status: 1,
      stderr: `error: --as must be companies with --map ${at('clients.json')}\n`,
    });
    const file = await importing(at('bids.csv'), '--map', `${folder}/./clients.json`, '--as', 'companies');
    expect(file.stderr).toContain('clients.json is not valid JSON');
    const unknown = await importing(at('bids.csv'), '--map', 'Their clients', '--as', 'companies');
    expect(unknown.stderr).toContain(`The saved mappings are ${at('clients.json')}.`);
  });

  test('names the ready mappings if there is no such mapping', async () => {
    const { status, stderr } = await importing(at('bids.csv'), ...asProjects, '--map', 'bidlog');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^error: --map: there is no ready mapping, no saved mapping and no file bidlog\. The ready mappings are hubspot/,
    );
    await write('broken.json', '{');
    const broken = await importing(at('bids.csv'), ...asProjects, '--map', at('broken.json'));
    expect(broken.stderr).toContain('broken.json is not valid JSON');
  });
});
