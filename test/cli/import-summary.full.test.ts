import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder } from '../support/programs/scratch-engines.ts';
import { furnishedPlace, type Place, run } from './command-line.ts';

let place: Place;
let folder: string;
beforeAll(async () => {
  place = await furnishedPlace();
  folder = await emptyFolder();
});
afterAll(() => place.remove());

const at = (name: string): string => join(folder, name);
const write = (name: string, text: string): Promise<void> => writeFile(at(name), text);
const importing = (...args: string[]) => run(place.environment, ['import', ...args, '--account', '1']);

describe('import', () => {
  test('lists skipped rows apart from lost values', async () => {
    await write('totals.csv', 'Job,Amount\nHall of totals,5\nTotal,5\n');
    const { stdout } = await importing(at('totals.csv'), '--as', 'projects', '--check');
    expect(stdout).toContain(
      'Rows that are skipped, because they are no records:\n  2  Job: The row is a row of totals, no record.',
    );
    expect(stdout).not.toContain('What other rows lose');
  });

  test('lists the entry of which a row has a word among the nearest ones', async () => {
    await write('stages.csv', 'Job,Status\nLibrary,RFQ\nMuseum,Tracking\nClinic,Estimating\n');
    const { stdout } = await importing(at('stages.csv'), '--as', 'projects', '--check');
    expect(stdout).toContain('Values: "RFQ" (1). The nearest of 14: RFQ / Prequalification, ');
  });

  test('lists no user without a name', async () => {
    await run(place.environment, ['user', 'create', '--account', '1', '--email', 'nameless@example.com']);
    await write('users.csv', 'Title,Who\nLibrary,Xy\n');
    const mapping = {
      columns: Object.entries({ Title: 'name', Who: 'assigned_to' }).map(([name, to]) => ({ from: [name], to })),
      references: { assigned_to: { by: 'name', missing: 'empty' } },
    };
    await write('users.json', JSON.stringify(mapping));
    const { stdout } = await importing(at('users.csv'), '--as', 'projects', '--map', at('users.json'), '--check');
    const [, listed = ''] = /(?:There are|The nearest of \d+): (.+)\. Line 2\./.exec(stdout) ?? [];
    expect(listed).not.toBe('');
    expect(listed.split(', ')).not.toContain('');
  });

  test('says that a check stops counting the records beside those of the rows', async () => {
    const rows = Array.from({ length: 2001 }, (_, at) => `Job ${at},Client number ${at}`);
    await write('clients.csv', ['Job,Client', ...rows, ''].join('\n'));
    const { stdout } = await importing(at('clients.csv'), '--as', 'projects', '--check');
    expect(stdout).toContain('The import also makes at least 2000 companies.');
  });

  test('tells what gets lost, which rows are replaced, and which new names are near to known ones', async () => {
    await write('firms.csv', 'Company Name\nTurner Construction\n');
    await importing(at('firms.csv'), '--as', 'companies');
    await write(
      'lost.csv',
      'No,Title,Firm,Who\n1,Library,Turner Constr.,Bob\n1,Museum,Turner Constr.,Bob\n2,Clinic,Other,Al\n3,School,,Al\n',
    );
    const columns = Object.entries({ No: 'project_number', Title: 'name', Firm: 'company', Who: 'assigned_to' });
    const mapping = {
      upsert_by: ['project_number'],
      columns: columns.map(([name, to]) => ({ from: [name], to })),
      references: { company: { by: 'name', missing: 'create' }, assigned_to: { by: 'name', missing: 'empty' } },
    };
    await write('lost.json', JSON.stringify(mapping));
    const args = [at('lost.csv'), '--as', 'projects', '--map', at('lost.json')];
    const { stdout } = await importing(...args, '--check');
    expect(stdout.slice(stdout.indexOf('What other rows'))).toMatch(
      new RegExp(
        [
          '^What other rows lose:',
          ' {2}3 {2}Who: names no user by its name, so the field is not filled. Values: "Al" \\(2\\), "Bob" \\(1\\). There are: .+\\. Lines 3, 4, 5.',
          '',
          'To read such a text as one of these, add a step "map" to its column in a file for --map .*',
          'the mapping.*Settings.',
          '',
          '1 row is replaced by a later row with the same project number, which has another name. To get these rows, add --superseded <file>.',
          '',
          'New records with names near to those of others, which stay apart:',
          ' {2}Turner Constr.: Turner Construction \\(id \\d+\\)\n$',
        ].join('\n'),
      ),
    );
    const written = await importing(...args, '--check', '--superseded', at('superseded.csv'));
    expect(written.stderr).toContain(`Wrote the superseded rows to ${at('superseded.csv')}.`);
    expect(await readFile(at('superseded.csv'), 'utf8')).toContain('1,Library,Turner Constr.,Bob,"Line 3 replaces');
  });
});
