import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { furnishedPlace } from './command-line.ts';
import { runProgram } from './program.ts';

test('only the user of a command can read what it writes', async () => {
  const place = await furnishedPlace();
  const folder = await mkdtemp(join(tmpdir(), 'private-'));
  onTestFinished(async () => {
    await place.remove();
    await rm(folder, { recursive: true, force: true });
  });
  const environment = { DATA_DIR: join(folder, 'data'), ...place.environment };
  const bids = join(folder, 'bids.csv');
  await writeFile(bids, 'Project Name,Bid Date\nAlamo Library,4/14/2026\nPearl Garage,5/30/2026\n,5/31/2026\n');
  const written = { archive: join(folder, 'a.tar.gz'), rows: join(folder, 'rejected.csv'), backups: join(folder, 'b') };
  const inAccount = ['--account', '1', '--json'];
  for (const args of [
    ['export', written.archive, ...inAccount],
    ['import', bids, '--as', 'projects', '--rejected', written.rows, ...inAccount],
    ['backup', written.backups, '--no-verify', '--json'],
  ]) {
    expect(await runProgram(environment, args), args[0]).toMatchObject({ stderr: '' });
  }
  const [backup = ''] = await readdir(written.backups);
  for (const path of [written.archive, written.rows, join(written.backups, backup)]) {
    expect((await stat(path)).mode & 0o777, path).toBe(0o600);
  }
  expect((await stat(written.backups)).mode & 0o777).toBe(0o700);
});
