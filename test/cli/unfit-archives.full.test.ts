import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBackups } from '../../src/transfer/backups/backup-folder.ts';
import { inspectBackup } from '../../src/transfer/backups/read-backup.ts';
import { archiveFiles, archiveOf, rowsOf, sizesOfNoFile, withRows, withSize } from '../support/data/spoilt-archives.ts';
import { tarEnd, tarFile } from '../support/data/tar-files.ts';
import { furnishedPlace, type Place, run, runJson } from './command-line.ts';

let place: Place;
let folder: string;
beforeAll(async () => {
  place = await furnishedPlace();
  folder = await mkdtemp(join(tmpdir(), 'archives-'));
});
afterAll(async () => {
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

test('import-account names each problem of an archive with its line, up to 100', async () => {
  const archive = join(folder, 'sound.tar.gz');
  await runJson(place.environment, 'demo', '--account', '1', '--projects', '20');
  await runJson(place.environment, 'export', archive, '--account', '1');
  const spoilt = async (count: number): Promise<readonly string[]> => {
    const files = archiveFiles(await readFile(archive));
    const [row = {}] = rowsOf(files, 'projects.ndjson');
    const rows = Array.from({ length: count }, (_, index) => ({ ...row, id: index + 1, name: ' ' }));
    const file = join(folder, 'unfit.tar.gz');
    await writeFile(file, archiveOf(withRows(files, 'projects.ndjson', rows)));
    const { status, stderr } = await run(place.environment, ['import-account', file, '--account', '2']);
    expect(status).toBe(1);
    return stderr.replace(file, 'FILE').trimEnd().split('\n');
  };
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `  projects.ndjson, line ${index + 1}: name must not be blank`);
  const lead = 'error: FILE is not a valid archive. Plumbline changed nothing.';
  expect(await spoilt(30)).toEqual([lead, ...lines(30)]);
  expect(await spoilt(150)).toEqual([lead, ...lines(100), 'There are more, which are not listed.']);
});

test('restore refuses a backup with a size that no file has', async () => {
  const file = join(folder, 'backup.tar.gz');
  const { file: made } = (await runJson(place.environment, 'backup', join(folder, 'backups'))) as { file: string };
  for (const size of sizesOfNoFile) {
    await writeFile(file, gzipSync(withSize(gunzipSync(await readFile(made)), size)));
    await expect(inspectBackup(file)).rejects.toMatchObject({
      code: 'validation_failed',
      message: `${file} is damaged or incomplete. Plumbline changed nothing.`,
    });
  }
});

/** The manifests of a backup that say too little, are of another kind, or are too large. */
const unfitManifests = [
  ...['{}', 'null', '[]', '"2"', '{"format": 2, "migrations": []}', '{"format": 2, "migrations": [], "files": []}'],
  '{"format": 1}',
  `{"format": 2, "migrations": [], "files": {}, "sequences": {}, "program": "${'x'.repeat(2 ** 20)}"}`,
];

test('a backup whose manifest says too little, or too much, is damaged', async () => {
  const [file, now] = [join(folder, 'plumbline-20261124T080000Z.tar.gz'), new Date('2026-11-24T09:00:00Z')];
  for (const manifest of unfitManifests) {
    await writeFile(file, gzipSync(Buffer.concat([tarFile('backup.json', manifest), tarEnd])));
    const { status, stderr } = await run({ DATA_DIR: join(folder, 'data') }, ['restore', file, '--json']);
    const damaged = `error: ${file} is damaged or incomplete. Plumbline changed nothing.\n`;
    expect({ status, stderr }, manifest.slice(0, 80)).toEqual({ status: 1, stderr: damaged });
    expect((await findBackups(folder, now)).unsound, manifest.slice(0, 80)).toEqual([
      { file: basename(file), reason: 'damaged' },
    ]);
  }
});
