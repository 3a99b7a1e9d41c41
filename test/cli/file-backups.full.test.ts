import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  attach,
  contents,
  contentsOf,
  objectOf,
  objectsIn,
  placeFor,
  placeWithFiles,
  serving,
  sum,
} from './attached-files.ts';
import { run, runJson } from './command-line.ts';

const place = placeWithFiles();

describe('a restore', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await place.newFolder();
    ({ file } = await runJson(place.environment, 'backup', folder, '--no-verify'));
  });

  test('is refused without its blobs, before anything changes, unless the restore is to go on without them', async () => {
    const alone = join(await place.newFolder(), 'plumbline.tar.gz');
    await writeFile(alone, await readFile(file));
    const target = await placeFor(await place.newFolder());
    const refused = await run(target, ['restore', alone]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('lacks the contents of 2 of the 2 files');
    expect(refused.stderr).toContain(`${objectOf(contents[0])} is missing`);
    expect(await readdir(target['DATA_DIR'] ?? '')).not.toContain('files');

    const elsewhere = join(folder, 'files');
    expect(await runJson(target, 'restore', alone, '--files', elsewhere)).toMatchObject({ files: { count: 2 } });

    const half = await place.newFolder();
    await writeFile(join(half, 'plumbline.tar.gz'), await readFile(file));
    await runJson(place.environment, 'backup', half, '--no-verify');
    await truncate(join(half, 'files', objectOf(contents[1])), 3);
    const other = await placeFor(await place.newFolder());
    const cut = await run(other, ['restore', join(half, 'plumbline.tar.gz')]);
    expect(cut.stderr).toContain(
      `1 of the 2 files that ${half}/plumbline.tar.gz needs: ${objectOf(contents[1])} has 3 bytes`,
    );
    const lossy = await runJson(other, 'restore', join(half, 'plumbline.tar.gz'), '--without-files');
    expect(lossy.files).toEqual({
      ...{ count: 1, bytes: contents[0].length },
      missing: [`${objectOf(contents[1])} is damaged`],
    });
  });

  test('is refused if the bytes of a blob differ, and a second restore mends what the first has left', async () => {
    const spoilt = await place.newFolder();
    const { file: made } = await runJson(place.environment, 'backup', spoilt, '--no-verify');
    const blob = join(spoilt, 'files', objectOf(contents[1]));
    await writeFile(blob, contents[1].replace('second', 'SECOND'));
    const target = await placeFor(await place.newFolder());
    const refused = await run(target, ['restore', made]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain(`${objectOf(contents[1])} is damaged`);
    await writeFile(blob, contents[1]);
    // The store may have a blob whose bytes are not whole.
    const left = join(target['DATA_DIR'] ?? '', 'files', objectOf(contents[0]));
    if (await stat(left).catch(() => null)) await writeFile(left, contents[0].replace('first', 'FIRST'));
    await runJson(target, 'restore', made);
    expect(await contentsOf(target, place.projectId)).toEqual(contents);
  });
});

describe('a blob of the store', () => {
  const own = (): string => join(place.environment['DATA_DIR'] ?? '', 'files');

  test('that is damaged or lost is named, and no backup is made', async () => {
    const folder = await place.newFolder();
    const blob = join(own(), objectOf(contents[0]));
    await writeFile(blob, contents[0].replace('first', 'FIRST'));
    onTestFinished(() => writeFile(blob, contents[0]));
    const refused = await run(place.environment, ['backup', folder]);
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${objectOf(contents[0])} is damaged`),
    });
    expect(await objectsIn(join(folder, 'files'))).toEqual([objectOf(contents[1])]);
    expect((await readdir(folder)).filter((name) => name !== 'files')).toEqual([]);
    expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([]);

    await rm(blob);
    const lost = await run(place.environment, ['backup', folder]);
    expect(lost).toMatchObject({ status: 1, stderr: expect.stringContaining(`${objectOf(contents[0])} is missing`) });
  });

  test('that no live file has may be erased: the backup says so, and the restored account does not count it', async () => {
    const [content, folder] = ['an old plan', await place.newFolder()];
    await serving(place.environment, async ({ send }) => {
      await send('DELETE', `/files/${await attach(send, place.projectId, content)}`);
    });
    await rm(join(own(), objectOf(content)));
    const made = await runJson(place.environment, 'backup', folder, '--no-verify');
    expect(made.files).toEqual({ count: 2, bytes: sum, copied: 2, erased: 1 });
    const target = await placeFor(await place.newFolder());
    await runJson(target, 'restore', made.file);
    const usage = await serving(target, ({ send }) => send('GET', '/file_usage'));
    expect(usage.file_usage ?? usage).toMatchObject({ bytes: sum });
    expect(await run(target, ['check'])).toMatchObject({ status: 0 });
  });
});

test('--keep deletes the blobs that no remaining backup lists, also by another name, and none of an unreadable one', async () => {
  const folder = await place.newFolder();
  const { file: first } = await runJson(place.environment, 'backup', folder, '--no-verify');
  const renamed = join(folder, 'before-the-upgrade.tar.gz');
  await rename(first, renamed);
  const extra = join(folder, 'files', '1', 'ab', 'ab'.repeat(32));
  const put = async (): Promise<void> => {
    await rm(join(folder, 'files', '1', 'ab'), { recursive: true, force: true });
    await mkdir(join(folder, 'files', '1', 'ab'));
    await writeFile(extra, 'no backup has this');
  };
  await put();
  expect(await runJson(place.environment, 'backup', folder, '--keep', '1')).toMatchObject({ deleted_files: 1 });
  expect(await objectsIn(join(folder, 'files'))).toEqual(expect.arrayContaining(contents.map(objectOf)));

  await put();
  await writeFile(join(folder, 'plumbline-20250101T000000Z.tar.gz'), 'cut off');
  const kept = await run(place.environment, ['backup', folder, '--keep', '1']);
  expect(kept).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(
      'Deleted no contents of files: the backup plumbline-20250101T000000Z.tar.gz may need them.',
    ),
  });
  expect(await readFile(extra, 'utf8')).toBe('no backup has this');
});
