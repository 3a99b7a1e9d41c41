import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../support/programs/built.ts';
import { writeBackupFile } from '../support/data/backup-files.ts';
import { tokens } from '../support/service/template.ts';
import { emptyPlace, furnishedPlace, isEmbedded, type Place, run, runJson, startOn } from './command-line.ts';
import { begin, serve } from './program.ts';

let place: Place;
let environment: Record<string, string>;
let folder: string;
let file: string;
beforeAll(async () => {
  place = await furnishedPlace();
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
  environment = { DATA_DIR: join(folder, 'data'), ...place.environment };
  file = (await runJson(environment, 'backup', join(folder, 'whole'))).file;
});
afterAll(async () => {
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

const newFolder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'backups-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
};

const wholeNames = async (from: string): Promise<string[]> =>
  (await readdir(from)).filter((name) => /^plumbline-.*\.tar\.gz$/.test(name)).sort();

/** Makes files that look like backups of these days of January 2025; those of even days have the earlier form. */
async function pretend(into: string, ...days: number[]): Promise<void> {
  for (const day of days) await writeBackupFile(into, new Date(Date.UTC(2025, 0, day)), { isEarlier: day % 2 === 0 });
}

describe('backup', { timeout: 120_000 }, () => {
  test('says what it has written, and how far it is', async () => {
    const into = await newFolder();
    const { status, stdout, stderr } = await run(environment, ['backup', into]);
    const [name = ''] = await wholeNames(into);
    expect({ status, name }).toEqual({ status: 0, name: expect.stringMatching(/^plumbline-\d{8}T\d{6}Z\.tar\.gz$/) });
    expect(stdout).toMatch(
      new RegExp(
        `^Wrote ${join(into, name)}\\.\\n\\n  Size      [\\d.]+ kB\\n  Rows      \\d+ in \\d+ tables\\n  Made      \\S+Z\\n` +
          '  Verified  restored into a scratch database; every row is the same\\n$',
      ),
    );
    expect(stderr).toMatch(
      /^Writing the backup: \d+ %\n[^]*Writing the backup: 100 %\nVerifying[^]*Verifying the backup: 100 %\n$/,
    );
  });

  test('says which part of its folder is a file', async () => {
    const into = join(await newFolder(), 'taken');
    await writeFile(into, '');
    for (const given of [into, join(into, 'below')]) {
      const { status, stderr } = await run(environment, ['backup', given]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: `error: ${into} is a file, not a folder.\n` });
    }
  });

  test.runIf(process.platform === 'linux')('ends where the system creates no folder', async () => {
    for (const given of ['/proc/nosuch', '/proc/nosuch/below']) {
      const { status, stderr } = await run(environment, ['backup', given]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: 'error: The system creates no folder /proc/nosuch.\n' });
    }
    const { status, stderr } = await run({ DATA_DIR: '/proc/nosuch' }, ['migrate']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'error: The system creates no folder /proc/nosuch.\n' });
  });

  test('keeps as many as it is told, every other file, and the last verified one', async () => {
    const into = await newFolder();
    await pretend(into, 1, 2);
    await writeBackupFile(into, new Date(Date.UTC(2025, 0, 3)), { isVerified: false });
    await writeFile(join(into, 'plumbline-notes.tar.gz'), 'mine');
    await writeFile(join(into, 'plumbline-20250104T000000Z.tar.gz'), 'no manifest');
    const { deleted, file: made } = await runJson(environment, 'backup', into, '--no-verify', '--keep', '2');
    expect(deleted).toEqual(['plumbline-20250101T000000Z.tar.gz']);
    expect(made).toMatch(/-unverified\.tar\.gz$/);
    expect(await wholeNames(into)).toEqual([
      'plumbline-20250102T000000Z.tar.gz',
      'plumbline-20250103T000000Z-unverified.tar.gz',
      'plumbline-20250104T000000Z.tar.gz',
      expect.stringMatching(/^plumbline-20[^]*-unverified\.tar\.gz$/),
      'plumbline-notes.tar.gz',
    ]);
  });

  test('leaves no file that looks whole when it is killed; the next one tidies up', async () => {
    const into = await newFolder();
    const program = await begin(environment, ['backup', into]);
    await program.until(/Verifying the backup/);
    program.signal('SIGKILL');
    await program.ended;
    expect(await wholeNames(into)).toEqual([]);
    const [left = ''] = await readdir(into);
    expect(left).toMatch(/^\.plumbline-\d{8}T\d{6}Z\.tar\.gz\.unfinished$/);
    await utimes(join(into, left), new Date(0), new Date(0));

    await runJson(environment, 'backup', into);
    expect(await readdir(into)).toEqual(await wholeNames(into));
    expect(await wholeNames(into)).toHaveLength(1);
    expect(await readdir(join(environment['DATA_DIR'] ?? '', 'backup-work'))).not.toContain('scratch');
  });

  // The embedded engine cannot even open its own files with this limit.
  if (!isEmbedded)
    test('leaves no file when there is no room for it, and says so', async () => {
      const into = await newFolder();
      const { status, stderr } = await limitedBackup(into);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringMatching(/^error: There is not enough room on the disk: [^]*Nothing was kept\.\n$/m),
      });
      expect(await readdir(into)).toEqual([]);
    });

  test('refuses a wrong number to keep', async () => {
    for (const keep of ['0', '-1', 'many']) {
      const { status, stderr } = await run(environment, ['backup', folder, '--keep', keep]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: 'error: --keep must be a whole number, 1 or more\n' });
    }
  });
});

/** Runs a backup in a process that may write only small files. */
async function limitedBackup(into: string): Promise<{ status: number | null; stderr: string }> {
  const command = `trap '' XFSZ; ulimit -f 8; exec "${process.execPath}" "${await builtProgram()}" backup "${into}" --no-verify`;
  const child = spawn('bash', ['-c', command], { env: { PATH: process.env['PATH'], ...environment } });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, stderr };
}

describe('restore', { timeout: 120_000 }, () => {
  /** Restores a changed copy into an empty place. @returns the message, after the place was seen to be empty still. */
  async function refusalOf(change: (copy: string) => Promise<void>): Promise<string> {
    const copy = join(await newFolder(), 'copy.tar.gz');
    await copyFile(file, copy);
    await change(copy);
    const target = await emptyPlace();
    const { status, stdout, stderr } = await run(target.environment, ['restore', copy, '--json']);
    const left = target.environment['DATA_DIR'] === undefined ? [] : await readdir(target.environment['DATA_DIR']);
    await target.remove();
    expect({ status, stdout, left }).toEqual({ status: 1, stdout: '', left: [] });
    return stderr.replaceAll(copy, 'FILE');
  }

  /** Rewrites the unpacked archive; the text must keep its length. */
  const rewritten = (from: string, to: string) => async (copy: string) => {
    const bytes = gunzipSync(await readFile(copy)).toString('latin1');
    expect(bytes).toContain(from);
    await writeFile(copy, gzipSync(Buffer.from(bytes.replace(from, to), 'latin1')));
  };

  test('refuses a file that is cut off, damaged or something else, and changes nothing', async () => {
    const { size } = await stat(file);
    const damaged = 'error: FILE is damaged or incomplete. Plumbline changed nothing.\n';
    expect(await refusalOf((copy) => truncate(copy, size - 1))).toBe(damaged);
    expect(await refusalOf((copy) => truncate(copy, size >> 1))).toBe(damaged);
    const flip = async (copy: string) => {
      const bytes = await readFile(copy);
      bytes[size >> 1] = (bytes[size >> 1] ?? 0) ^ 0xff;
      await writeFile(copy, bytes);
    };
    expect(await refusalOf(flip)).toMatch(/^error: FILE is damaged/);
    expect(await refusalOf(rewritten('Granite Builders', 'Granite Bvilders'))).toBe(
      'error: FILE is damaged: the table accounts is not as its manifest says. Plumbline changed nothing.\n',
    );
    expect(await refusalOf((copy) => writeFile(copy, 'hello'))).toBe(
      'error: FILE is not a backup of "plumbline backup". Plumbline changed nothing.\n',
    );
  });

  test('names the version that it needs for a backup of a newer program', async () => {
    const newer = async (copy: string) => {
      const bytes = gunzipSync(await readFile(copy)).toString('latin1');
      const at = bytes.slice(0, bytes.indexOf(']')).lastIndexOf('"version": ') + '"version": '.length;
      await writeFile(copy, gzipSync(Buffer.from(`${bytes.slice(0, at)}99${bytes.slice(at + 2)}`, 'latin1')));
    };
    expect(await refusalOf(newer)).toMatch(
      /^error: FILE was written by version (\S+) of the program, and this is version \S+: its database has migration \d{4}-\S+\.sql, which this program lacks\. Restore it with version \1 or a newer one\. Plumbline changed nothing\.\n$/,
    );
  });

  test('refuses an archive of one account, and says what it is for', async () => {
    const archive = join(await newFolder(), 'account.tar.gz');
    await runJson(place.environment, 'export', archive, '--account', '1');
    expect(await refusalOf((copy) => copyFile(archive, copy))).toMatch(/use "plumbline import-account"/);
  });

  if (isEmbedded)
    test('leaves a folder of something else as it was; a data folder may have other files', async () => {
      const target = await newFolder();
      const restored = (...more: string[]) => run({ DATA_DIR: target }, ['restore', file, '--json', ...more]);
      await mkdir(join(target, 'postgres'));
      await writeFile(join(target, 'thesis.odt'), 'mine');
      const advice = 'Set DATA_DIR to an empty folder or to a data folder. Plumbline changed nothing.';
      const stderr = `error: ${target} is not a data folder: it has "thesis.odt". ${advice}\n`;
      for (const more of [[], ['--replace']]) expect(await restored(...more)).toMatchObject({ status: 1, stderr });
      expect((await readdir(target)).sort()).toEqual(['postgres', 'thesis.odt']);
      await writeFile(join(target, 'holder.json'), '{}');
      expect(await restored('--replace')).toMatchObject({ status: 0 });
    });

  test('is refused while the service runs, with or without --replace', async () => {
    const service = await startOn(environment, () => undefined);
    const { status, stderr } = await run(environment, ['restore', file, '--replace', '--json']);
    expect((await service.get('/users/me', tokens.first)).status).toBe(200);
    await service.stop();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: .*[Ss]top it/);
  });
});

describe('the schedule', { timeout: 120_000 }, () => {
  test('makes the first backup at the start, deletes old ones, and tells the metrics and the API', async () => {
    const into = await newFolder();
    await pretend(into, 1, 2);
    const unsound = 'plumbline-20990101T000000Z.tar.gz';
    await writeFile(join(into, unsound), '');
    const service = await serve({ ...environment, BACKUP_FOLDER: into, BACKUP_EVERY: '24', BACKUP_KEEP: '2' });
    await service.until(/made a backup/);
    const kept = (await wholeNames(into)).filter((name) => name !== unsound);
    expect(kept).toEqual(['plumbline-20250102T000000Z.tar.gz', expect.stringMatching(/^plumbline-/)]);
    const status = async () => await (await service.get('/backup_status', tokens.first)).json();
    expect(await status()).toEqual({
      backup_status: {
        ...{ state: 'current', count: 2, every_hours: 24, failures: 0, failed_at: null },
        unsound: [{ file: unsound, reason: 'damaged' }],
        last: { made_at: expect.stringMatching(/Z$/), size: expect.any(Number), verified: true },
      },
    });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/^backup_last_timestamp_seconds 1[\d.]+(e\+9)?$/m);
    expect(metrics).toMatch(/^backup_last_verified 1$/m);
    expect(metrics).toMatch(/^backup_failures 0$/m);
    expect(metrics).toMatch(/^backup_unsound_files 1$/m);
    await rm(join(into, kept[1] ?? ''));
    expect(await status()).toMatchObject({ backup_status: { state: 'late', count: 1 } });
    expect(await service.stop()).toMatchObject({ status: 0 });
  });

  test('tells a recent backup as current, and reports a failure', async () => {
    const into = await newFolder();
    const recent = await writeBackupFile(into, new Date(Date.now() - 3_600_000));
    const service = await serve({ ...environment, BACKUP_FOLDER: into, BACKUP_EVERY: '2' });
    const answer = await service.get('/backup_status', tokens.first);
    expect(await answer.json()).toMatchObject({ backup_status: { state: 'current', count: 1, failures: 0 } });
    await service.stop();
    expect(await wholeNames(into)).toEqual([recent]);

    const notAFolder = join(into, recent, 'in');
    const failing = await serve({ ...environment, BACKUP_FOLDER: notAFolder, BACKUP_EVERY: '2' });
    await failing.until(/cannot be used|a backup failed/);
    expect(await (await failing.get('/backup_status', tokens.first)).json()).toMatchObject({
      backup_status: { state: 'failing', last: null },
    });
    await failing.stop();
  });
});
