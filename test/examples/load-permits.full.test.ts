import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../support/service/client.ts';
import { make } from '../support/data/make.ts';
import { sharedService, type TestService } from '../support/service/service.ts';

const script = resolve(import.meta.dirname, '../../docs/examples/load_permits.py');
/** The file with all permits that San Antonio published for January and February 2023, if it is available. */
const published = process.env['SAN_ANTONIO_PERMITS'];

let service: TestService;
let first: Client;
let folder: string;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  folder = await mkdtemp(join(tmpdir(), 'plumbline-permits-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const columns = [
  ...['PERMIT TYPE', 'PERMIT #', 'PROJECT NAME', 'WORK TYPE', 'ADDRESS', 'LOCATION', 'X_COORD', 'Y_COORD'],
  ...['DATE SUBMITTED', 'DATE ISSUED', 'DECLARED VALUATION', 'AREA (SF)', 'PRIMARY CONTACT', 'CD', 'NCD', 'HD'],
];

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Writes rows in the format of the city: CRLF and Windows-1252. */
async function csv(rows: readonly Record<string, string>[]): Promise<string> {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const file = join(folder, 'permits.csv');
  await writeFile(file, lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join(''), 'latin1');
  return file;
}

const run = async (file: string): Promise<string> => {
  const environment = { ...process.env, PLUMBLINE_URL: service.url, PLUMBLINE_TOKEN: service.tokens.first };
  const { stdout } = await promisify(execFile)('python3', [script, file], { env: environment });
  return stdout;
};

const permit = (number: string, more: Record<string, string> = {}): Record<string, string> => ({
  'PERMIT TYPE': 'Comm New Building Permit',
  'PERMIT #': number,
  'PROJECT NAME': 'Building No: 4; Unit No: N/A',
  ADDRESS: '618 W ELMIRA ST, City of San Antonio, TX 78212',
  'DATE SUBMITTED': '2022-11-04',
  'DATE ISSUED': '2023-01-02',
  'DECLARED VALUATION': '2200000',
  'AREA (SF)': '12634',
  'PRIMARY CONTACT': 'JANE DOE, PEÑA BUILDERS, LLC',
  ...more,
});

describe('the example that loads permits', () => {
  it('creates companies and projects, finds them again, and updates the changed ones', async () => {
    const known = await make(first, 'companies', { name: 'Brick "&" Beam Inc.' });
    const permits = [
      permit('COM-1'),
      permit('COM-1', { 'DATE SUBMITTED': '2022-10-01' }),
      permit('COM-2', {
        'PRIMARY CONTACT': 'Peña Builders LLC',
        'PROJECT NAME': 'Café “Río”'.normalize().replace(/[“”]/g, '"'),
      }),
      permit('COM-3', { 'PRIMARY CONTACT': 'Brick "&" Beam', 'DECLARED VALUATION': '0', 'AREA (SF)': '', ADDRESS: '' }),
      permit('COM-4', { 'PRIMARY CONTACT': 'John Roe' }),
      permit('RES-1', { 'PERMIT TYPE': 'Res New Building Permit' }),
    ];
    // The example recognizes a firm by a word of its trade. It can find this one only by its name.
    permits[3] = { ...permits[3], 'PRIMARY CONTACT': 'Sam Poe, Brick "&" Beam' };
    const file = await csv(permits);
    expect(await run(file)).toBe(
      [
        '4 commercial permits',
        'companies: 1 found by name, 1 created, 0 updated, 0 unchanged, 0 failed',
        'projects: 4 created, 0 updated, 0 unchanged, 0 failed\n',
      ].join('\n'),
    );
    const projects: Json[] = (await first.get('/projects?sort=project_number')).body.projects;
    expect(projects.map(({ external_id: id, company }) => [id, company?.name ?? null])).toEqual([
      ['COM-1', 'PEÑA BUILDERS, LLC'],
      ['COM-2', 'PEÑA BUILDERS, LLC'],
      ['COM-3', known.name],
      ['COM-4', null],
    ]);
    expect(projects[0]).toMatchObject({
      name: '618 W ELMIRA ST - New Building - Building No: 4; Unit No: N/A',
      ...{ amount: 2_200_000, square_feet: 12_634, price_per_square_foot: 174.13, start_date: '2023-01-02' },
      ...{ work_scope: 'new_construction', lead_source: { name: 'Permit Data' } },
      address: { street_address: '618 W ELMIRA ST', city: 'San Antonio', state: 'TX', zip: '78212' },
      custom_fields: { permit_type: 'Comm New Building Permit', permit_submitted: '2022-10-01' },
    });
    expect(projects[2]).toMatchObject({ amount: null, square_feet: null, address: null });
    expect(await run(file)).toContain('projects: 0 created, 0 updated, 4 unchanged, 0 failed');
    const later = await csv([...permits, permit('COM-4', { 'PRIMARY CONTACT': 'John Roe' }), permit('COM-5')].slice(1));
    expect(await run(later)).toContain('projects: 1 created, 0 updated, 4 unchanged, 0 failed');
    expect(await run(await csv([permit('COM-2', { 'DECLARED VALUATION': '2300000' })]))).toContain('1 updated');
  });

  it('reports the faults of a row and continues', async () => {
    const file = await csv([permit('COM-8', { 'DATE ISSUED': '2023-02-30' }), permit('COM-9')]);
    await expect(run(file)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('projects: 1 created, 0 updated, 0 unchanged, 1 failed'),
      stderr: expect.stringContaining('COM-8: /projects/0/start_date must be a date that exists'),
    });
  });

  if (published !== undefined)
    it('loads the file that a city has published, and finds it unchanged the second time', async () => {
      expect(await run(published)).toMatch(
        /^592 commercial permits\n.* 0 failed\nprojects: 592 created, .* 0 failed\n$/,
      );
      expect(await run(published)).toMatch(
        /0 created, 0 updated, 0 unchanged, 0 failed\nprojects: 0 created, 0 updated, 592 unchanged, 0 failed\n$/,
      );
    });
});
