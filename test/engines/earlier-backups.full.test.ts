import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findBackups } from '../../src/transfer/backups/backup-folder.ts';
import { inspectBackup } from '../../src/transfer/backups/read-backup.ts';
import { run, runJson, startOn } from '../cli/command-line.ts';
import { tarEnd, tarFile, tarFiles } from '../support/data/tar-files.ts';
import { engineNames, scratchEngine } from '../support/programs/scratch-engines.ts';
import { tokens } from '../support/service/template.ts';

const now = new Date('2026-03-11T20:00:00Z');

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** The variables of a place without a database, or with an empty one. */
async function empty(name: (typeof engineNames)[number]): Promise<Record<string, string>> {
  const dataDir = { DATA_DIR: join(await newFolder(), 'data'), DURABLE_WRITES: '0' };
  if (name === 'embedded') return dataDir;
  const scratch = await scratchEngine(name);
  onTestFinished(() => scratch.remove());
  return { ...dataDir, DATABASE_URL: scratch.databaseUrl ?? '' };
}

/** A backup of form 1 that an earlier version has written: two firms, and an uploaded file of one. */
const earlierName = 'plumbline-20260311T200000Z.tar.gz';
const earlierFile = join(import.meta.dirname, 'earlier-files', earlierName);

/** The same in the form of the first versions: all files are compressed as one, here with tables in two parts. */
async function firstForm(into: string): Promise<void> {
  const files = [...tarFiles(gunzipSync(await readFile(earlierFile)))].flatMap(([name, bytes]) => {
    const cut = bytes.indexOf('\n') + 1;
    const parts = [bytes.subarray(0, cut), bytes.subarray(cut)];
    return name.startsWith('tables/')
      ? parts.map((part, index) => tarFile(name.replace('000001', `00000${index + 1}`), part))
      : [tarFile(name, bytes)];
  });
  await writeFile(into, gzipSync(Buffer.concat([...files, tarEnd])));
}

describe.each(engineNames)('a backup of form 1 on the %s engine', { timeout: 600_000 }, (name) => {
  test.each([
    ['with its manifest apart', (into: string) => copyFile(earlierFile, into)],
    ['compressed as one', firstForm],
  ])('%s counts as a backup, and is restored with all of its rows', async (_, write) => {
    const [folder, target] = [await newFolder(), await empty(name)];
    const file = join(folder, earlierName);
    await write(file);
    expect(await findBackups(folder, now)).toMatchObject({ sound: [{ name: earlierName, madeAt: now }], unsound: [] });
    const { rows } = await runJson(target, 'restore', file);
    const { files, sequences } = await inspectBackup(file);
    expect(rows).toBe(Object.values(files).reduce((sum, facts) => sum + facts.rows, 0));
    expect(files).toMatchObject({ 'accounts.ndjson': { rows: 2 }, 'import_chunks.ndjson': { rows: 3 } });
    expect(sequences).toMatchObject({ accounts_id_seq: '2' });
    expect(await runJson(target, 'account', 'list')).toMatchObject({
      accounts: [{ name: 'Granite Builders' }, { name: expect.any(String) }],
    });
    const service = await startOn(target);
    expect((await service.get('/users/me', tokens.second)).status).toBe(200);
    await service.stop();
  });

  test('is refused if it is cut off, or a row has changed', async () => {
    const target = await empty(name);
    const file = join(await newFolder(), earlierName);
    const bytes = await readFile(earlierFile);
    await writeFile(file, bytes.subarray(0, -1));
    expect((await run(target, ['restore', file])).stderr).toContain('is damaged or incomplete');
    const changed = gunzipSync(bytes).toString('latin1').replace('Granite Builders', 'Granite Bvilders');
    await writeFile(file, gzipSync(Buffer.from(changed, 'latin1')));
    expect((await run(target, ['restore', file])).stderr).toContain('the table accounts is not as its manifest says');
  });
});
