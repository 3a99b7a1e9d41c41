import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IncomingFiles } from '../../src/files/incoming-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-incoming-'));
});
afterAll(() => rm(folder, { recursive: true }));

const mebibyte = 2 ** 20;

/** So many MiB, then an error if there is one. */
async function* bytes(mebibytes: number, error?: Error): AsyncGenerator<Uint8Array> {
  const piece = randomBytes(mebibyte);
  for (let sent = 0; sent < mebibytes; sent += 1) yield piece;
  if (error) throw error;
}

test('a file for which the disk has no room is refused before its first byte, and while it arrives', async () => {
  const full = new IncomingFiles(folder, { most: Infinity, reserve: Number.MAX_SAFE_INTEGER });
  const refusal = { code: 'unavailable', message: expect.stringContaining('has no room') };
  await expect(full.refuseUnfit(1)).rejects.toMatchObject(refusal);
  await expect(full.receive(bytes(40))).rejects.toMatchObject(refusal);
  expect(await readdir(folder)).toEqual([]);
});

test('a file that grows beyond the limit, or whose connection breaks off, leaves no part', async () => {
  const small = new IncomingFiles(folder, { most: 3 * mebibyte, reserve: 0 });
  await expect(small.refuseUnfit(3 * mebibyte + 1)).rejects.toMatchObject({ code: 'too_large' });
  await expect(small.receive(bytes(4))).rejects.toMatchObject({ code: 'too_large' });
  await expect(small.receive(bytes(2, new Error('cut')))).rejects.toThrow('cut');
  expect(await readdir(folder)).toEqual([]);
  const whole = await small.receive(bytes(3));
  expect(whole).toMatchObject({ size: 3 * mebibyte, head: expect.any(Uint8Array) });
  await whole[Symbol.asyncDispose]();
  expect(await readdir(folder)).toEqual([]);
});
