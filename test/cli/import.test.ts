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

const table = `  rows read   3
  created     2
  updated     0
  unchanged   0
  superseded  0
  skipped     0
  rejected    1
`;

const why = `Problems of the rows:
  1  Project Name: is required. Line 4.
  1  Column Bid Date: "to be announced" is not a date of the form M/d/yyyy, M/d/yy, M-d-yyyy or 4 others. Line 4.
`;

describe('import', () => {
  test('--check writes nothing and tells what a run would do', async () => {
    const checked = await importing(at('bids.csv'), '--as', 'projects', '--check');
    expect(checked).toMatchObject({
      status: 0,
      stdout:
        `Checked bids.csv as projects; nothing was written.\n\n${table}\nThe import also makes 2 companies.\n\n${why}\n` +
        'To get the rejected rows with the reasons, add --rejected <file>.\n',
    });
    expect(checked.stderr).toMatch(/^(Checking: \d+ %\n)*Checking: 100 %\n$/);
    expect(await importingJson(at('bids.csv'), '--as', 'projects', '--check')).toMatchObject({ dry_run: counts });
  });

  test('writes the records, tells how to get the rejected rows, and takes the import back', async () => {
    const said = await importing(at('bids.csv'), '--as', 'projects');
    const id = /import (\d+)\./.exec(said.stdout)?.[1] ?? '';
    expect(said).toMatchObject({
      status: 0,
      stdout:
        `Imported bids.csv as projects: import ${id}.\n\n${table}\nThe import also made 2 companies.\n\n${why}\n` +
        `To get the rejected rows with the reasons: plumbline import --of ${id} --rejected <file> --account 1\n` +
        `To take it back: plumbline import --undo ${id} --account 1\n`,
    });
    const later = await importing('--of', id, '--rejected', at('later.csv'));
    expect(later).toMatchObject({ status: 0, stdout: `Rejected rows of import ${id}: 1.\n` });
    expect(await readFile(at('later.csv'), 'utf8')).toContain('26-033,,Pearl Holdings');
    const none = await importing('--of', id, '--superseded', at('none.csv'));
    expect(none.stderr).toBe(`No row is superseded, so ${at('none.csv')} is not written.\n`);
    const undone = await importing('--undo', id);
    expect(undone).toMatchObject({ status: 0, stdout: `Undid import ${id} (bids.csv).\n\n  undone  4\n  kept    0\n` });
    expect(await importing('--undo', id)).toMatchObject({
      status: 1,
      stderr: 'error: This import is undone, so it cannot be undone now.\n',
    });
  });

  test('--match none makes companies of names that are there already', async () => {
    await writeFile(at('firms.csv'), 'Company\nHensel Partners\n');
    const asCompanies = [at('firms.csv'), '--as', 'companies'];
    const all = await importing(...asCompanies);
    expect(all.stderr).toContain(
      'note: The import changes a company whose name is in the account already, and creates the others.',
    );
    expect(await importingJson(...asCompanies)).toMatchObject({ counts: { created: 0, unchanged: 1 } });
    expect(await importingJson(...asCompanies, '--match', 'none')).toMatchObject({ counts: { created: 1 } });
    const twins = await importing(...asCompanies, '--check', '--match', 'name');
    expect(twins.stdout).toContain('unchanged   1');
    const wrong = await importing(...asCompanies, '--match', 'maybe');
    expect(wrong).toMatchObject({ status: 1, stderr: 'error: --match must be one of name, none\n' });
  });

  test('--confirm other_names gives records other names, which a run does not do by itself', async () => {
    await writeFile(at('year.csv'), 'Job No.,Project Name\nY-1,Elm School\nY-2,Oak Clinic\n');
    await importing(at('year.csv'), '--as', 'projects');
    await writeFile(at('next.csv'), 'Job No.,Project Name\nY-1,River Garage\nY-2,Mill\n');
    const stopped = await importing(at('next.csv'), '--as', 'projects');
    expect(stopped).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^Checked next.csv.*nothing was written/),
    });
    expect(stopped.stderr).toContain(
      '2 of the 2 records that the rows find by their project number would get other names',
    );
    expect(stopped.stderr).toContain('With this command, add --confirm other_names.');
    const checked = await importing(at('next.csv'), '--as', 'projects', '--check');
    expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('add --confirm other_names.') });
    const run = await importing(at('next.csv'), '--as', 'projects', '--confirm', 'other_names');
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('updated     2') });
  });

  const asProjects = ['--as', 'projects'];

  test('goes through the service that the environment names, and takes the import back as printed', async () => {
    const { url } = await startOn(place.environment);
    const environment = { ...place.environment, PLUMBLINE_URL: url, PLUMBLINE_TOKEN: tokens.second };
    const { stdout } = await run(environment, ['import', at('bids.csv'), ...asProjects]);
    const [, printed = ''] = /^To take it back: plumbline (.+)$/m.exec(stdout) ?? [];
    expect(await run(environment, printed.split(' '))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('undone  4'),
    });
    expect(await run({ PLUMBLINE_URL: url }, ['import', at('bids.csv'), ...asProjects])).toMatchObject({
      status: 1,
      stderr: 'error: Give both --url and --token (or PLUMBLINE_URL and PLUMBLINE_TOKEN), or neither.\n',
    });
    expect(await run({ ...environment, PLUMBLINE_URL: 'crm' }, ['user', 'list'])).toMatchObject({
      status: 1,
      stderr: 'error: PLUMBLINE_URL must be an http or https address.\n',
    });
  });

  test('prints further commands as people can copy them in a checkout', async () => {
    await write('twice.csv', 'Job No.,Project Name\n26-041,Library\n26-041,Library\n26-042,\n');
    const environment = { ...place.environment, npm_command: 'exec' };
    const columns = Object.entries({ 'Job No.': 'project_number', 'Project Name': 'name' });
    const mapping = { upsert_by: ['project_number'], columns: columns.map(([name, to]) => ({ from: [name], to })) };
    await write('twice.json', JSON.stringify(mapping));
    const args = [at('twice.csv'), '--as', 'projects', '--map', at('twice.json'), ...first];
    const { stdout } = await run(environment, ['import', ...args]);
    const id = /import (\d+)\./.exec(stdout)?.[1] ?? '';
    const printed = [...stdout.matchAll(/: (\S*(?: \S+)? import --\S+ .*)$/gm)].map(([, command]) => command);
    expect(printed).toEqual([
      `npx plumbline import --of ${id} --superseded <file> --account 1`,
      `npx plumbline import --of ${id} --rejected <file> --account 1`,
      `npx plumbline import --undo ${id} --account 1`,
    ]);
    expect(await importing('--undo', id)).toMatchObject({ status: 0 });
  });

  test.each<[string, string[], string]>([
    ['a missing file', ['nowhere.csv', ...asProjects], 'There is no file nowhere.csv.'],
    ['a folder', ['.', ...asProjects], '. is no file. Name a CSV, TSV, XLSX or NDJSON file.'],
    ['no file', [], 'Give one of these: a file to import, --undo, or --of with --rejected or --superseded.'],
    [
      'a file and --undo',
      ['bids.csv', '--undo', '1'],
      'Give one of these: a file to import, --undo, or --of with --rejected or --superseded.',
    ],
    ['--of alone', ['--of', '1'], '--of needs --rejected or --superseded.'],
    ['an unknown import', ['--undo', '99'], 'There is no import 99.'],
  ])('refuses %s', async (_, args, message) => {
    expect(await importing(...args)).toEqual({ status: 1, stdout: '', stderr: `error: ${message}\n` });
  });

  test('an unknown option is a mistake in the usage', async () => {
    expect((await importing(at('bids.csv'), '--ass', 'projects')).status).toBe(2);
  });

  test('does the same through the running service', async () => {
    const { url } = await startOn(place.environment);
    const reach = ['--url', url, '--token', tokens.second];
    const served = (...args: string[]) => run(place.environment, ['import', ...args, ...reach]);
    const said = await served(at('bids.csv'), ...asProjects, '--rejected', at('served.csv'));
    expect(said).toMatchObject({ status: 0, stdout: expect.stringContaining(table) });
    expect(await readFile(at('served.csv'), 'utf8')).toContain('26-033,,Pearl Holdings');
    const id = /import (\d+)\./.exec(said.stdout)?.[1] ?? '';
    expect(said.stdout).toContain(`plumbline import --undo ${id} --url ${url} --token <your token>\n`);
    expect(await served('--undo', id)).toMatchObject({ status: 0, stdout: expect.stringContaining('undone  4') });
    expect((await served(at('bids.csv'), ...asProjects, '--check')).stdout).toContain('nothing was written');
    await write('wrong.json', '{"columns": [{"from": ["Project Name"], "to": "nam"}]}');
    const wrong = await served(at('bids.csv'), ...asProjects, '--map', at('wrong.json'));
    expect(wrong.stderr).toContain('columns/0/to: no field of projects is called "nam"; did you mean name?');
    await write('other', '%PDF-1.7');
    expect((await served(at('other'), ...asProjects)).stderr).toMatch(/^error: This is a PDF document\./);
  });
});
