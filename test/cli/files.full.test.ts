import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startS3Stub, type S3Stub } from '../support/s3/s3-stub.ts';
import { run } from './command-line.ts';

let folder: string;
let stub: S3Stub;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-copy-'));
  stub = await startS3Stub();
});
afterAll(async () => {
  await stub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Writes an object into a data folder. @returns its name. */
async function keep(data: string, bytes: Buffer, sha256 = createHash('sha256').update(bytes).digest('hex')) {
  const name = `7/${sha256.slice(0, 2)}/${sha256}`;
  const path = join(folder, data, 'files', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  return name;
}

const keys = () => ({ FILES_S3_KEY_ID: stub.keys.keyId, FILES_S3_SECRET: stub.keys.secret });
const copy = (environment: Readonly<Record<string, string>>, to: string) =>
  run(environment, ['files', 'copy', '--to', to, '--json']);

test('files are copied to a bucket, once, and from there to a folder', async () => {
  const bytes = randomBytes(2000);
  const name = await keep('first', bytes);
  await keep('first', randomBytes(10));
  const environment = { DATA_DIR: join(folder, 'first'), ...keys() };
  const first = await copy(environment, stub.url);
  expect([first.status, JSON.parse(first.stdout)]).toEqual([0, { copied: 2, present: 0, bytes: 2010, damaged: [] }]);
  expect(JSON.parse((await copy(environment, stub.url)).stdout)).toMatchObject({ copied: 0, present: 2 });
  const back = await copy({ ...environment, FILES_S3_URL: stub.url }, join(folder, 'back'));
  expect(JSON.parse(back.stdout)).toMatchObject({ copied: 2, damaged: [] });
  expect((await readFile(join(folder, 'back', name))).equals(bytes)).toBe(true);
});

test('a damaged file is named and not copied, the others are', async () => {
  const name = await keep('damaged', Buffer.from('other bytes'), 'ab'.repeat(32));
  await keep('damaged', Buffer.from('sound'));
  const { status, stdout, stderr } = await copy({ DATA_DIR: join(folder, 'damaged') }, join(folder, 'target'));
  expect([status, JSON.parse(stdout)]).toMatchObject([1, { copied: 1, damaged: [name] }]);
  expect(stderr).toContain(name);
});

test('a place that is none, and a bucket without a key, are refused', async () => {
  const { status, stderr } = await copy({ DATA_DIR: join(folder, 'first') }, 'https://host');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/name of a bucket[^]*FILES_S3_KEY_ID/)]);
  const settings = await copy({ DATA_DIR: join(folder, 'first'), FILES_S3_URL: stub.url }, folder);
  expect([settings.status, settings.stderr]).toEqual([
    1,
    expect.stringContaining('FILES_S3_URL: needs FILES_S3_KEY_ID'),
  ]);
});
