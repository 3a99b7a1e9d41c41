import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { make } from '../../support/data/make.ts';
import { attached, contentOf, upload } from '../../support/data/uploads.ts';
import { type S3Stub, startS3Stub } from '../../support/s3/s3-stub.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let stub: S3Stub;
let service: TestService;
let project_id: string;
beforeAll(async () => {
  stub = await startS3Stub();
  service = await startTestService(settings());
  project_id = (await make(service.first, 'projects')).id;
});
afterAll(async () => {
  await service.stop();
  await stub[Symbol.asyncDispose]();
});

const settings = () => ({
  FILES_S3_URL: stub.url,
  FILES_S3_KEY_ID: stub.keys.keyId,
  FILES_S3_SECRET: stub.keys.secret,
});

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

const inFolder = (): string[] => {
  const folder = join(service.dataFolder, 'files');
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
};

test('an upload is in the bucket alone, and is sent from there, whole or in part', async () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)]);
  const { file } = (await upload(service, { project_id, name: 'Plan.pdf' }, bytes)).body;
  expect([...stub.objects.keys()]).toEqual([expect.stringMatching(new RegExp(`^plumb line/\\d+/../${file.sha256}$`))]);
  expect(inFolder()).toEqual(['incoming']);
  expect((await contentOf(service, file.id)).bytes.equals(bytes)).toBe(true);
  const part = await contentOf(service, file.id, { range: 'bytes=9-18' });
  expect([part.status, part.bytes.equals(bytes.subarray(9, 19))]).toEqual([206, true]);
});

test('a bucket that fails for a moment is asked again', async () => {
  stub.failNext('unavailable', 'cut');
  const { id } = await attached(service, { project_id, name: 'photo.bin' }, randomBytes(100));
  stub.failNext('cut', 'unavailable');
  expect((await contentOf(service, id)).bytes).toHaveLength(100);
});

test('a download whose bytes break off ends as broken', async () => {
  const { id } = await attached(service, { project_id, name: 'photo.bin' }, randomBytes(100_000));
  // The first request asks for the size.
  stub.failNext(undefined, 'short');
  await expect(contentOf(service, id)).rejects.toThrow();
});

test('without its bucket, an upload is 503 and leaves no file, contents are 503, and both succeed later', async () => {
  const { id } = await attached(service, { project_id, name: 'photo.bin' }, randomBytes(100));
  const bytes = randomBytes(200);
  const again = () => upload(service, { project_id, name: 'lost.bin' }, bytes);
  await stub.stop();
  const refused = await again();
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
  expect(refused.body.detail).toContain('store of the files does not answer');
  expect((await contentOf(service, id)).status).toBe(503);
  await stub.resume();
  expect((await service.first.get('/files?name=lost.bin')).body.files).toEqual([]);
  expect(inFolder()).toEqual(['incoming']);
  expect((await contentOf(service, id)).status).toBe(200);
  expect((await again()).status).toBe(201);
});

test('a slow collection erases nothing that an upload has claimed meanwhile', async () => {
  const day = 24 * 60 * 60 * 1000;
  const [early, late] = [randomBytes(100), randomBytes(100)].sort((a, b) => Buffer.compare(digest(a), digest(b))) as [
    Buffer,
    Buffer,
  ];
  await using collecting = await startTestService(settings(), { pace: { collectEveryMs: 20 } });
  const owner = await make(collecting.first, 'projects');
  const attach = (bytes: Buffer) => attached(collecting, { project_id: owner.id, name: 'photo.bin' }, bytes);
  for (const bytes of [early, late]) await collecting.first.delete(`/files/${(await attach(bytes)).id}`);
  const held = stub.holdNext('DELETE');
  collecting.clock.advance(91 * day);
  const goOn = await held;
  // The mark of an erasure is in force for ten minutes.
  collecting.clock.advance(11 * 60_000);
  const { id } = await attach(late);
  const canary = await attach(randomBytes(100));
  await collecting.first.delete(`/files/${canary.id}`);
  goOn();
  collecting.clock.advance(91 * day);
  await vi.waitFor(() => expect([...stub.objects.keys()].some((key) => key.endsWith(canary.sha256))).toBe(false));
  expect((await contentOf(collecting, id)).bytes.equals(late)).toBe(true);
});
