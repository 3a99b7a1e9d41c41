import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contents, contentsOf, objectOf, objectsIn, placeFor, placeWithFiles, sum } from './attached-files.ts';
import { run, runJson } from './command-line.ts';

const place = placeWithFiles();

describe('a backup with files', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await place.newFolder();
    const made = await runJson(place.environment, 'backup', folder, '--no-verify');
    expect(made.files).toEqual({ count: 2, bytes: sum, copied: 2, erased: 0 });
    ({ file } = made);
  });

  test('copies each blob once, and the next backup copies none', async () => {
    expect(await objectsIn(join(folder, 'files'))).toEqual(contents.map(objectOf).sort());
    for (const content of contents) {
      const path = join(folder, 'files', objectOf(content));
      expect(await readFile(path, 'utf8')).toBe(content);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
    const next = await run(place.environment, ['backup', folder]);
    expect(next).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/Files +2 \(0\.0 kB\) in the folder "files" .*; 0 copied now/),
    });
  });

  test('gives every byte back elsewhere', async () => {
    const target = await placeFor(await place.newFolder());
    const restored = await runJson(target, 'restore', file);
    expect(restored.files).toEqual({ count: 2, bytes: sum, missing: [] });
    expect(await contentsOf(target, place.projectId)).toEqual(contents);
    expect(await run(target, ['check'])).toMatchObject({ status: 0 });
  });
});
