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
    expect(stdout.slice(stdout.indexOf('What is not'))).toMatch(
      new RegExp(
        [
          '^What is not imported of the other rows:',
          ' {2}3 {2}Who: names no user by its name, so the field is not filled. Values: "Al" \\(2\\), "Bob" \\(1\\). Lines 3, 4, 5.',
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
