import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { make } from '../../support/data/make.ts';
import { attached, contentOf, upload } from '../../support/data/uploads.ts';
import type { Json } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const day = 24 * 60 * 60 * 1000;

let service: TestService;
let project_id: string;
beforeAll(async () => {
  service = await startTestService({}, { pace: { collectEveryMs: 20 } });
  project_id = (await make(service.first, 'projects')).id;
});
afterAll(() => service.stop());

const objectOf = ({ sha256 }: Json): string => join(service.dataFolder, 'files', '1', sha256.slice(0, 2), sha256);
const isThere = (file: Json): boolean => existsSync(objectOf(file));
const attach = (text: string, more: Readonly<Record<string, string>> = { project_id }): Promise<Json> =>
  attached(service, { ...more, name: 'a.txt' }, text);
const bytes = async (): Promise<number> => (await service.first.get('/file_usage')).body.file_usage.bytes;

/** Deletes a new file, and returns when a collection has erased its contents: then it has looked at all files. */
async function collected(): Promise<void> {
  const canary = await attach(`canary ${Math.random()}`);
  await service.first.delete(`/files/${canary.id}`);
  service.clock.advance(90 * day + 1000);
  await vi.waitFor(() => expect(isThere(canary)).toBe(false), { timeout: 10_000 });
}

describe('the contents of deleted files', () => {
  it('are erased once all their files, or the records of these, have been in the trash for 90 days', async () => {
    const { id: gone } = await make(service.first, 'companies');
    const kept = await attach('kept');
    const [deleted, orphaned] = [await attach('deleted'), await attach('orphaned', { company_id: gone })];
    const [shared, twin] = [await attach('shared'), await attach('shared')];
    const before = await bytes();
    for (const { id } of [deleted, shared]) await service.first.delete(`/files/${id}`);
    await service.first.delete(`/companies/${gone}`);
    await collected();
    await vi.waitFor(() => expect([deleted, orphaned].map(isThere)).toEqual([false, false]));
    expect([kept, shared, twin].map(isThere)).toEqual([true, true, true]);
    await vi.waitFor(async () => expect(await bytes()).toBe(before - 'deletedorphaned'.length));
    expect((await contentOf(service, twin.id)).bytes.toString()).toBe('shared');
    expect((await service.first.post(`/files/${shared.id}/restore`)).status).toBe(200);
    await service.first.post(`/companies/${gone}/restore`);
    const lost = await contentOf(service, orphaned.id);
    expect([lost.status, lost.body.detail]).toEqual([404, expect.stringContaining('were erased')]);
  });

  it('stay until then', async () => {
    const one = await attach('stays');
    service.clock.advance(2 * day);
    await service.first.delete(`/files/${one.id}`);
    // Two files deleted a day apart: the first is erased, the second is not.
    service.clock.advance(-day);
    await collected();
    expect(isThere(one)).toBe(true);
    expect((await service.first.post(`/files/${one.id}/restore`)).status).toBe(200);
    expect((await contentOf(service, one.id)).bytes.toString()).toBe('stays');
  });

  it('keep their file from coming back, until the same contents are attached again', async () => {
    const one = await attach('come back');
    await service.first.delete(`/files/${one.id}`);
    await collected();
    await vi.waitFor(() => expect(isThere(one)).toBe(false));
    const refused = await service.first.post(`/files/${one.id}/restore`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', detail: expect.stringMatching(/erased/) } });
    const { results } = (await service.first.post('/files/bulk/restore', { ids: [one.id] })).body;
    expect(results).toMatchObject([{ result: 'failed', errors: [{ code: 'conflict' }] }]);
    expect((await service.first.get(`/files/${one.id}`)).status).toBe(404);
    await attach('come back');
    expect((await service.first.post(`/files/${one.id}/restore`)).status).toBe(200);
    expect((await contentOf(service, one.id)).bytes.toString()).toBe('come back');
  });

  it('under erasure hold up an upload of the same bytes for five seconds, and a dead erasure for ten minutes', async () => {
    const { sha256 } = await attach('being erased');
    const erasing = (at: string): Promise<unknown> =>
      service.engine.query('update file_blobs set erasing_at = $1::timestamptz where account_id = 1 and sha256 = $2', [
        at,
        sha256,
      ]);
    await erasing(service.clock.now().toISOString());
    const again = (): ReturnType<typeof upload> => upload(service, { project_id, name: 'b' }, 'being erased');
    const waited = await again();
    expect([waited.status, waited.body.code]).toEqual([503, 'unavailable']);
    const waiting = again();
    await erasing('2020-01-01T00:00:00Z');
    expect((await waiting).status).toBe(201);
    expect((await contentOf(service, (await waiting).body.file.id)).bytes.toString()).toBe('being erased');
  });

  it('that no record ever named are erased after a day', async () => {
    const one = await attach('abandoned');
    await service.engine.query('delete from files where account_id = 1 and sha256 = $1', [one.sha256]);
    const before = await bytes();
    service.clock.advance(day - 1000);
    const { sha256 } = await attach('abandoned too');
    await service.engine.query('delete from files where account_id = 1 and sha256 = $1', [sha256]);
    service.clock.advance(2000);
    await vi.waitFor(() => expect([isThere(one), isThere({ sha256 })]).toEqual([false, true]));
    await vi.waitFor(async () => expect(await bytes()).toBe(before - 'abandoned'.length + 'abandoned too'.length));
  });
});

describe('a part of an upload whose process has died', () => {
  it('is removed after a day', async () => {
    const folder = join(service.dataFolder, 'files', 'incoming');
    mkdirSync(folder, { recursive: true });
    const [old, fresh] = [join(folder, 'old'), join(folder, 'fresh')];
    const now = service.clock.now().getTime() / 1000;
    for (const path of [old, fresh]) writeFileSync(path, 'part');
    utimesSync(fresh, now, now);
    utimesSync(old, now - 90_000, now - 90_000);
    await vi.waitFor(() => expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]));
  });
});
