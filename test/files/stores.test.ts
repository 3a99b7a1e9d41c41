import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { copyFiles } from '../../src/files/copy-files.ts';
import { type FileStore, objectName } from '../../src/files/file-store.ts';
import { FolderStore } from '../../src/files/folder/folder-store.ts';
import { IncomingFiles } from '../../src/files/incoming-files.ts';
import { S3Store } from '../../src/files/s3/s3-store.ts';
import { type S3Stub, startS3Stub } from '../support/s3/s3-stub.ts';

let folder: string;
let stub: S3Stub;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-stores-'));
  stub = await startS3Stub();
});
afterAll(async () => {
  await stub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const s3 = (keys = stub.keys, url = stub.url) => new S3Store({ url, region: 'us-east-1', ...keys });
const inFolder = () => new FolderStore(join(folder, 'files'));

const bytesOf = (bytes: AsyncIterable<Uint8Array>) => buffer(Readable.from(bytes));

const allOf = <One>(many: AsyncIterable<One>): Promise<One[]> => Readable.from(many).toArray() as Promise<One[]>;

/** Stores bytes for an account. @returns the name of the object. */
async function put(store: FileStore, bytes: Buffer, accountId = '1'): Promise<string> {
  const path = join(folder, `part-${randomBytes(4).toString('hex')}`);
  await writeFile(path, bytes);
  const name = objectName(accountId, createHash('sha256').update(bytes).digest('hex'));
  await store.put(path, name, bytes.length);
  return name;
}

describe.each([
  ['in a folder', inFolder],
  ['in a bucket', () => s3()],
])('a store %s', (_, storeOf) => {
  it('gives the bytes, a part of them and their size, and removes them', async () => {
    const store = storeOf();
    const bytes = randomBytes(300_000);
    const name = await put(store, bytes);
    expect(bytes.equals(await bytesOf(store.open(name)))).toBe(true);
    expect(await bytesOf(store.open(name, { start: 5, end: 9 }))).toEqual(bytes.subarray(5, 10));
    expect(await store.size(name)).toBe(300_000);
    // Again, with a store of its own: what is stored stays.
    await put(storeOf(), bytes);
    await store.remove(name);
    await store.remove(name);
    expect(await store.size(name)).toBeNull();
    await expect(bytesOf(store.open(name))).rejects.toThrow();
  });

  it('takes the first objects of an account at once', async () => {
    const store = storeOf();
    const putLater = async (accountId: string, waits: number) => {
      for (let wait = 0; wait < waits; wait += 1) await new Promise((resolve) => setImmediate(resolve));
      return await put(store, randomBytes(10), accountId);
    };
    for (let account = 100; account < 130; account += 1) {
      const names = await Promise.all([0, 1, 2, 4, 8, 16].map((waits) => putLater(String(account), waits)));
      for (const name of names) await store.remove(name);
    }
  });

  it('lists all objects, page by page', async () => {
    const store = storeOf();
    const names = [];
    for (let at = 0; at < 8; at++) names.push(await put(store, Buffer.from(`bytes ${at}`), String(1 + (at % 3))));
    const listed = await allOf(store.list());
    expect(listed.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(listed.every(({ size, modifiedAt }) => size === 7 && !Number.isNaN(modifiedAt.getTime()))).toBe(true);
  });
});

describe('a bucket', () => {
  it('is tried three times', async () => {
    const bytes = randomBytes(1000);
    stub.failNext('unavailable', 'cut');
    const name = await put(s3(), bytes);
    stub.failNext('cut', 'unavailable');
    expect(bytes.equals(await bytesOf(s3().open(name)))).toBe(true);
    stub.failNext('unavailable', 'unavailable', 'cut');
    await expect(s3().size(name)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('that ends a response early gives no bytes as if they were all', async () => {
    const name = await put(s3(), randomBytes(100_000));
    stub.failNext('short');
    await expect(bytesOf(s3().open(name))).rejects.toThrow();
  });

  it('that is lost or refuses the keys is a clear refusal', async () => {
    const name = await put(s3(), randomBytes(10));
    const wrongKeys = s3({ ...stub.keys, secret: 'another' });
    const refusal = { code: 'unavailable', message: expect.stringContaining('FILES_S3_URL') };
    await expect(put(wrongKeys, randomBytes(10))).rejects.toMatchObject(refusal);
    await expect(allOf(wrongKeys.list())).rejects.toMatchObject(refusal);
    const wrongBucket = s3(stub.keys, stub.url.replace('firm-files', 'others'));
    await expect(put(wrongBucket, randomBytes(10))).rejects.toMatchObject(refusal);
    await stub.stop();
    await expect(s3().size(name)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('does not answer'),
    });
    await stub.resume();
    expect(await s3().size(name)).toBe(10);
  });

  it('gets nothing whose bytes are others than those of the name', async () => {
    const path = join(folder, 'other');
    await writeFile(path, 'other bytes');
    const name = objectName('9', createHash('sha256').update('bytes').digest('hex'));
    await expect(s3().put(path, name, 11)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await s3().size(name)).toBeNull();
  });
});

test('a copy to another store has every byte, goes on where it was, and leaves out what is damaged', async () => {
  const [from, to] = [new FolderStore(join(folder, 'from')), s3()];
  const target = { store: to, incoming: new IncomingFiles(join(folder, 'incoming'), { most: 1e9, reserve: 0 }) };
  const contents = [randomBytes(50_000), randomBytes(10), randomBytes(70_000)];
  const names = [];
  for (const bytes of contents) names.push(await put(from, bytes, '5'));
  const [damaged = '', , whole = ''] = names;
  await writeFile(join(folder, 'from', damaged), randomBytes(50_000));
  const resultsOf = async () =>
    Object.fromEntries((await allOf(copyFiles(from, target))).map(({ name, result }) => [name, result]));
  expect(Object.values(await resultsOf()).toSorted()).toEqual(['copied', 'copied', 'damaged']);
  expect(contents[2]?.equals(await bytesOf(to.open(whole)))).toBe(true);
  expect(await to.size(damaged)).toBeNull();
  expect(Object.values(await resultsOf()).toSorted()).toEqual(['damaged', 'present', 'present']);
});
